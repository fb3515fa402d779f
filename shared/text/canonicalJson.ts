import canonicalize from 'canonicalize'

/**
 * The one text of a JSON value (RFC 8785, JCS). Properties that are undefined are left out.
 *
 * Throws an Error for what has no such text: an infinite number (as `1e999` is read), a lone surrogate.
 *
 * @example
 * canonicalJson({ b: [1, 2.0], a: 'é' }) // '{"a":"é","b":[1,2]}'
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('not a JSON value')
  return text
}
