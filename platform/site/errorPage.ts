import { codesOf, HOST_CODES } from '../../schema/codesOf.ts'
import { ERROR_HELP } from '../../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode, type Fault } from '../../schema/errors.ts'
import { faultOf } from '../../schema/faultOf.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { titleOf } from '../../schema/titleOf.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { pieceUrl } from './pieceUrls.ts'

/** So many operations are listed one by one; more are named by family. */
const LISTED = 30

/** Who can put it right. */
const FAULTS: Readonly<Record<Fault, string>> = {
  caller: 'the request; its sender can put it right',
  operator: 'the deployment; its operator can put it right',
  service: 'this service',
  upstream: 'a service that this one asks',
  chain: 'the chain, or its nodes',
}

/** The catalogue's entry of a code as Markdown: what it means, what to change, and which operations answer it. */
export function errorPage(code: ErrorCode): string {
  const { status, retry, outage } = ERRORS[code]
  const { cause, fix } = ERROR_HELP[code]
  return [
    `# ${code}`,
    '',
    `${titleOf(code)}.`,
    '',
    `- Status: ${status}`,
    `- Fault: ${FAULTS[faultOf(code)]}`,
    `- Retry: ${retryText(retry)}`,
    ...(outage ? ['- Outage: no chain node provided what was asked'] : []),
    '',
    '## Cause',
    '',
    cause,
    '',
    '## What to change',
    '',
    fix,
    '',
    '## Operations that answer it',
    '',
    ...operationLines(code),
    '',
  ].join('\n')
}

function retryText(retry: (typeof ERRORS)[ErrorCode]['retry']): string {
  if (retry === undefined) return 'no; the request, or the deployment, has to change first'
  if (retry === 'later') return 'the same request may succeed later, at a time that this service does not know'
  if (retry === 'stated') return 'after the seconds in `Retry-After`'
  return `after ${retry} s, or the seconds in \`Retry-After\``
}

function operationLines(code: ErrorCode): string[] {
  const all = Object.entries(OPERATIONS).map(([family, operations]) => ({ family, own: Object.values(operations) }))
  const found = all.map(({ family, own }) => ({ family, own: own.filter((operation) => answers(operation, code)) }))
  const count = found.reduce((sum, { own }) => sum + own.length, 0)
  if (HOST_CODES.some((host) => host === code)) return ['The host answers it in place of any operation.']
  if (count === 0) return ['None of this API: the bridge-route provisioner answers it.']
  if (count === all.reduce((sum, { own }) => sum + own.length, 0)) return ['Every operation.']
  if (count <= LISTED) return found.flatMap(({ own }) => own.map(line))
  return found.flatMap(({ family, own }) =>
    own.length > 0
      ? [`- [${family}](${pieceUrl(family)}): ${own.map(({ operationId }) => operationId).join(', ')}`]
      : [],
  )
}

const answers = (operation: Operation, code: ErrorCode): boolean =>
  codesOf(operation).has(code) || operation['x-stream-errors']?.includes(code) === true

const line = ({ operationId, method, path }: Operation): string =>
  `- [${operationId}](${operationUrl(operationId)}): \`${method.toUpperCase()} ${path}\``
