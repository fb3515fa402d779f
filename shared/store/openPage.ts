import { desc, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { ApiError } from '../errors/ApiError.ts'
import { fromBase64url, toBase64url } from '../text/bytes.ts'

/** The kinds of a key's parts, in order: an integer from 0 on, any text, or text of a form. */
type Shape = readonly ('number' | 'string' | RegExp)[]
type Part<F> = F extends 'number' ? number : string
type Key<S extends Shape> = { readonly [I in keyof S]: Part<S[I]> }

/** A page that a request asks for. */
export interface OpenPage<S extends Shape> {
  /** The key of the last row of the page before; undefined on the first page. */
  readonly after: Key<S> | undefined
  /** Number of rows to read: one more than are shown, so that it is known whether there is a next page. */
  readonly limit: number
  /** The rows that are shown, and the cursor of the next page; null on the last one. */
  cut<T>(
    found: readonly T[],
    keyOf: (row: T) => Key<S>,
  ): { readonly rows: readonly T[]; readonly nextCursor: string | null }
  /** The cursor of the page after a key. */
  cursorOf(key: Key<S>): string
}

const DEFAULT_LIMIT = 50
const MAX_LENGTH = 512

/**
 * The page of a list after a cursor. `scope` names the list, its filters and its order, so that a cursor of one list is
 * refused by another; `shape` is that of the values by which it is ordered. Throws invalid_request for any other cursor.
 */
export function openPage<const S extends Shape>(
  scope: string,
  shape: S,
  { cursor, limit = DEFAULT_LIMIT }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): OpenPage<S> {
  const after = cursor === undefined ? undefined : decodeKeyset(scope, shape, cursor)
  if (after === null)
    throw new ApiError(
      'invalid_request',
      'cursor: is not a nextCursor of this list with these filters and this order; omit it to start over',
    )
  const cursorOf = (key: Key<S>) => encodeKeyset(scope, key)
  return {
    after,
    limit: limit + 1,
    cut(found, keyOf) {
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      return { rows, nextCursor: last === undefined ? null : cursorOf(keyOf(last)) }
    },
    cursorOf,
  }
}

/** The order of a list by some columns, all falling, and the condition of the rows after a key of theirs. */
export const fallingBy = (
  columns: readonly SQLiteColumn[],
  after: readonly (string | number)[] | undefined,
): { order: SQL[]; rest: SQL | undefined } => ({
  order: columns.map((column) => desc(column)),
  rest:
    after &&
    sql`(${sql.join([...columns], sql`, `)}) < (${sql.join(
      after.map((part) => sql`${part}`),
      sql`, `,
    )})`,
})

/** A key as an opaque base64url text (RFC 4648 section 5). */
export function encodeKeyset(scope: string, key: readonly (string | number)[]): string {
  return toBase64url(new TextEncoder().encode(JSON.stringify([scope, ...key])))
}

/** The key in a cursor, or null if `encodeKeyset` did not write it for this scope and shape. */
export function decodeKeyset<const S extends Shape>(scope: string, shape: S, cursor: string): Key<S> | null {
  if (cursor.length > MAX_LENGTH || !/^[A-Za-z0-9_-]+$/.test(cursor)) return null
  try {
    const bytes = fromBase64url(cursor)
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    if (!Array.isArray(value) || value[0] !== scope) return null
    const key: unknown[] = value.slice(1)
    return hasShape(key, shape) && encodeKeyset(scope, key) === cursor ? key : null
  } catch {
    return null
  }
}

function hasShape<const S extends Shape>(key: unknown[], shape: S): key is (string | number)[] & Key<S> {
  return key.length === shape.length && shape.every((form, i) => fits(key[i], form))
}

const fits = (part: unknown, form: Shape[number]): boolean =>
  form === 'number'
    ? Number.isSafeInteger(part) && Number(part) >= 0
    : typeof part === 'string' && (form === 'string' || form.test(part))
