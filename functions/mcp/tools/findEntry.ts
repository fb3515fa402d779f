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

/** Throws invalid_request if the operation is of another kind than the tool calls, or this call of a read stores something. */
export function requireKind(entry: Entry, kind: Kind, args: Readonly<Record<string, unknown>>): void {
  const { operationId, storesWith } = entry
  const stores = storesWith !== undefined && isSet(args[storesWith])
  const actual: Kind = stores ? 'write' : entry.kind
  if (actual === kind) return
  throw new ApiError(
    'invalid_request',
    stores
      ? `args.${storesWith}: with it ${operationId} stores something; use call_write`
      : `operationId: ${operationId} is a ${actual}; use ${TOOL_OF[actual]}`,
  )
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== 'false'
