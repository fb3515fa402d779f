import { ApiError } from '../../../shared/errors/ApiError.ts'
import { nearest } from '../../../shared/text/nearest.ts'
import { ENTRIES } from '../calls/entries.ts'
import type { Entry, Kind } from '../calls/Entry.ts'

/** The operation of a name. Throws not_found with the nearest name. */
export function findEntry(operationId: string): Entry {
  const entry = ENTRIES.get(operationId)
  if (entry) return entry
  const meant = nearest(operationId, [...ENTRIES.keys()])
  throw new ApiError(
    'not_found',
    `operationId: no operation for tools has this name${meant === undefined ? '' : `; did you mean ${meant}?`} search_operations finds one by its purpose`,
  )
}

/** The tool of `/mcp` that calls operations of a kind. */
export const TOOL_OF: Readonly<Record<Kind, string>> = { read: 'call_read', build: 'build', write: 'call_write' }

/** What a call of an operation does: a read may store something if its arguments say so. */
export const kindOf = ({ kind, storesWith }: Entry, args: Readonly<Record<string, unknown>>): Kind =>
  storesWith !== undefined && isSet(args[storesWith]) ? 'write' : kind

/** Throws invalid_request if the operation is of another kind than the tool calls, or this call of a read stores something. */
export function requireKind(entry: Entry, kind: Kind, args: Readonly<Record<string, unknown>>): void {
  const { operationId, storesWith } = entry
  const actual = kindOf(entry, args)
  if (actual === kind) return
  throw new ApiError(
    'invalid_request',
    actual === entry.kind
      ? `operationId: ${operationId} is a ${actual}; use ${TOOL_OF[actual]}`
      : `args.${storesWith}: with it ${operationId} stores something; use call_write`,
  )
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 'false'
