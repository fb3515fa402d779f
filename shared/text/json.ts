import canonicalize from 'canonicalize'

/**
 * The canonical text of a JSON value (RFC 8785, JCS). Properties that are undefined are left out.
 *
 * Throws an Error for a value without such a text: an infinite number (`1e999` is read as one), a lone surrogate.
 *
 * @example
 * canonicalJson({ b: [1, 2.0], a: 'é' }) // '{"a":"é","b":[1,2]}'
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return text
}

/** A value as JSON carries it: without what is undefined, and with integers of any size as decimal strings. */
export const plainJson = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)))

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The value of a JSON text in UTF-8 (RFC 8259). Throws an Error for anything else. */
export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(UTF8.decode(bytes))

/** The value of a JSON text in UTF-8; undefined if it is not JSON. */
export function jsonOrNothing(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}
