import { fromBase64url, toBase64url } from '../text/bytes.ts'

/** The kinds of a key's parts, in order. */
type Shape = readonly ('string' | 'number')[]
type Key<S extends Shape> = { readonly [I in keyof S]: S[I] extends 'number' ? number : string }

const MAX_LENGTH = 512

/**
 * A page's end as an opaque base64url text (RFC 4648 section 5). `scope` names the list and its order, so that a cursor
 * of one list is refused by another.
 */
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
  return (
    key.length === shape.length &&
    key.every((part, i) => typeof part === shape[i] && (typeof part !== 'number' || Number.isSafeInteger(part)))
  )
}
