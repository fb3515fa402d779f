import { codesOf, HOST_CODES } from '../../schema/codesOf.ts'
import { ERROR_HELP } from '../../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode, type Fault } from '../../schema/errors.ts'
import { faultOf } from '../../schema/faultOf.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { titleOf } from '../../schema/titleOf.ts'
import { operationUrl } from '../../shared/http/operationUrl.ts'
import { pieceUrl } from './pieceUrls.ts'

/** The most operations that are listed one by one; more are listed by family. */
const LISTED = 30

/** Who can correct the error. */
const FAULTS: Readonly<Record<Fault, string>> = {
  caller: 'the request; its sender can correct it',
  operator: 'the deployment; its operator can correct it',
  service: 'this service',
  upstream: 'a service that this one calls',
  chain: 'the chain, or its nodes',
}

/** The catalogue's entry of a code as Markdown: its cause, its fix, and the operations that answer it. */
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
    ...(outage ? ['- Outage: no chain node provided the data'] : []),
    '',
    '## Cause',
    '',
    cause,
    '',
    '## Fix',
    '',
    fix,
    '',
    '## Operations that answer with it',
    '',
    ...operationLines(code),
    '',
  ].join('\n')
}

function retryText(retry: (typeof ERRORS)[ErrorCode]['retry']): string {
  if (retry === undefined) return 'no; the request or the deployment has to change first'
  if (retry === 'later') return 'later, at a time that is not known'
  if (retry === 'stated') return 'after the seconds in `Retry-After`'
  return `after ${retry} s, or the seconds in \`Retry-After\``
}

function operationLines(code: ErrorCode): string[] {
  const all = Object.entries(OPERATIONS).map(([family, operations]) => ({ family, own: Object.values(operations) }))
  const found = all.map(({ family, own }) => ({ family, own: own.filter((operation) => answers(operation, code)) }))
  const count = found.reduce((sum, { own }) => sum + own.length, 0)
  if (HOST_CODES.some((host) => host === code)) return ['Any path.']
  if (count === 0) return ['None of this API. The bridge-route provisioner answers with it.']
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
