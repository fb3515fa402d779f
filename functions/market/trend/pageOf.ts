import { ApiError } from '../../../shared/errors/ApiError.ts'
import { decodeKeyset, encodeKeyset } from '../../../shared/store/keyset.ts'

interface Query {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

type Key = readonly [time: number, id: string]

const DEFAULT_LIMIT = 50

/**
 * A page of the list `scope`, whose rows are told apart by a time and an id, and where the next page begins. `read` returns
 * at most as many as it is told, after a row if one is given. Throws invalid_request for a cursor of another list.
 */
export async function pageOf<T>(
  scope: string,
  { limit = DEFAULT_LIMIT, cursor }: Query,
  read: (page: { after: Key | undefined; limit: number }) => Promise<readonly T[]>,
  keyOf: (row: T) => Key,
): Promise<{ rows: readonly T[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeKeyset(scope, ['number', 'string'], cursor)
  if (after === null) throw new ApiError('invalid_request', 'cursor: is not a nextCursor of this list')
  const found = await read({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, nextCursor: last === undefined ? null : encodeKeyset(scope, keyOf(last)) }
}
