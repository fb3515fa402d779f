import { ApiError } from '../../../shared/errors/ApiError.ts'
import { nearestNames } from '../../../shared/text/nearest.ts'
import type { Args } from '../calls/Args.ts'
import type { CallableOperation, Kind } from '../calls/CallableOperation.ts'
import { CALLABLE } from '../calls/operations.ts'
import type { Failed } from '../results/nextOf.ts'

/** The operation of a name, which may be any value; undefined if there is none. */
export const operationOf = (name: unknown): CallableOperation | undefined =>
  typeof name === 'string' ? CALLABLE.get(name) : undefined

/** The operation of a name. Throws not_found with the nearest names. */
export function findOperation(operationId: string): CallableOperation {
  const operation = CALLABLE.get(operationId)
  if (operation) return operation
  const meant = nearestNames(operationId, [...CALLABLE.keys()])
  throw new ApiError(
    'not_found',
    `operationId: no operation for tools has this name. ${didYouMean(meant)}search_operations finds one by its purpose`,
  )
}

/** A question that suggests names, with a space after it; empty without names. */
export const didYouMean = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Did you mean ${names.join(' or ')}? `

export const TOOL_OF: Readonly<Record<Kind, string>> = { read: 'call_read', build: 'build', write: 'call_write' }

/** The kind of a call: a read may store something if its arguments say so. */
export const kindOf = ({ kind, storesWith }: CallableOperation, args: Args): Kind =>
  storesWith !== undefined && isSet(args[storesWith]) ? 'write' : kind

/** Whether a call that may have been carried out must not be repeated as it is: it writes, without a key, and is not paid once. */
const isOnce = (operation: CallableOperation, args: Args, options: Args): boolean =>
  kindOf(operation, args) === 'write' &&
  !(operation.takesKey && options['idempotencyKey'] !== undefined) &&
  !operation.isPaid

export function failedCall(tool: string, operation: CallableOperation, args: Args, options: Args): Failed {
  const { operationId, auth } = operation
  const needs = kindOf(operation, args) === 'write' ? (operation.storesWith === undefined ? auth : 'write') : undefined
  return { tool, operationId, isOnce: isOnce(operation, args, options), needs }
}

/** Throws invalid_request if the operation is of another kind than the tool calls, or this call of a read stores something. */
export function requireKind(operation: CallableOperation, kind: Kind, args: Args): void {
  const { operationId, storesWith } = operation
  const actual = kindOf(operation, args)
  if (actual === kind) return
  throw new ApiError(
    'invalid_request',
    actual === operation.kind
      ? `operationId: ${operationId} is a ${actual}; use ${TOOL_OF[actual]}`
      : `args.${storesWith}: with it ${operationId} stores something; use call_write`,
  )
}

/** Whether a value sets a boolean. An object or a list, which its operation refuses, counts as one that does. */
const isSet = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null : !/^(undefined|null|false|0)$/i.test(String(value))
