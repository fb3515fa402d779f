import { codesOf, HOST_CODES } from '../../schema/codesOf.ts'
import type { ErrorEntry, Fault } from '../../schema/errorGuide/ErrorEntry.ts'
import { CATALOGUE } from '../../schema/errorGuide/sections.ts'
import type { ErrorCode } from '../../schema/errors.ts'
import { faultOf } from '../../schema/faultOf.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { titleOf } from '../../schema/titleOf.ts'

/** The most operations that are listed one by one; more are listed by family. */
const LISTED = 30

const FAULTS: Readonly<Record<Fault, string>> = {
  caller: 'the request; its sender can correct it',
  operator: 'the deployment; its operator can correct it',
  service: 'this service',
  upstream: 'a service that this one calls',
  chain: 'the chain, or its nodes',
}

/** Operations of a family that answer with a code. */
export interface AnsweringFamily {
  readonly family: string
  readonly operations: readonly Operation[]
}

/** The operations that answer with a code: a sentence, or operations, one by one or by family. */
export type Answering =
  { readonly sentence: string } | { readonly families: readonly AnsweringFamily[]; readonly isShort: boolean }

/** Content of the page of a code. */
export interface ErrorFacts {
  readonly code: ErrorCode
  readonly title: string
  readonly status: number
  readonly fault: string
  readonly retry: string
  readonly isOutage: boolean
  readonly cause: string
  readonly fix: string
  readonly answering: Answering
}

export function errorFacts(code: ErrorCode): ErrorFacts {
  const { status, retry, outage, cause, fix } = CATALOGUE[code]
  return {
    code,
    title: titleOf(code),
    status,
    fault: FAULTS[faultOf(code)],
    retry: retryText(retry),
    isOutage: outage === true,
    cause,
    fix,
    answering: answeringOf(code),
  }
}

function retryText(retry: ErrorEntry['retry']): string {
  if (retry === undefined) return 'no; the request or the deployment has to change first'
  if (retry === 'later') return 'later, at a time that is not known'
  if (retry === 'stated') return 'after the seconds in `Retry-After`'
  return `after ${retry} s, or the seconds in \`Retry-After\``
}

function answeringOf(code: ErrorCode): Answering {
  const all = Object.entries(OPERATIONS).map(([family, own]) => ({ family, operations: Object.values(own) }))
  const families = all
    .map(({ family, operations }) => ({ family, operations: operations.filter((one) => answers(one, code)) }))
    .filter(({ operations }) => operations.length > 0)
  const count = countOf(families)
  if (HOST_CODES.some((host) => host === code)) return { sentence: 'Any path.' }
  if (count === 0) return { sentence: 'None of this API. The bridge-route provisioner answers with it.' }
  if (count === countOf(all)) return { sentence: 'Every operation.' }
  return { families, isShort: count <= LISTED }
}

const countOf = (families: readonly AnsweringFamily[]): number =>
  families.reduce((sum, { operations }) => sum + operations.length, 0)

const answers = (operation: Operation, code: ErrorCode): boolean =>
  codesOf(operation).has(code) || operation['x-stream-errors']?.includes(code) === true
