import { ApiError } from '../../../shared/errors/ApiError.ts'
import { decodeKeyset, encodeKeyset } from '../../../shared/store/keyset.ts'

interface Query {
  readonly status?: 'pending' | 'approved' | 'denied' | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** The items of a page of a list that is ordered by id, the newest first, and where the next page begins. */
interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

const DEFAULT_LIMIT = 50

/**
 * A page of the list `name`. `read` returns at most as many items as it is told, with ids below `before`. Throws
 * invalid_request for a cursor that is not of this list with this status, and what `read` throws.
 */
export async function readPage<T extends { readonly id: number }>(
  name: string,
  { status, limit = DEFAULT_LIMIT, cursor }: Query,
  read: (page: { status: Query['status']; before: number | undefined; limit: number }) => Promise<T[]>,
): Promise<Page<T>> {
  const scope = `${name} ${status ?? 'all'}`
  const key = cursor === undefined ? [] : decodeKeyset(scope, ['number'], cursor)
  if (key === null) throw new ApiError('invalid_request', 'cursor: is not a nextCursor of this list')
  const found = await read({ status, before: key[0], limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeKeyset(scope, [last.id]) : null }
}
