/** What a `data:` URI holds. */
export interface DataUri {
  /** Lower case, without parameters; `text/plain` where the URI names none. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A document that holds a picture of the largest size accepted, both in base64, is well below this. */
const maxLength = 4_194_304

/** Decodes a `data:` URI, base64 or percent-encoded; null for anything else, also for a
 * broken or overlong one. Source: RFC 2397. */
export function parseDataUri(uri: string): DataUri | null {
  const comma = uri.indexOf(',')
  if (!/^data:/i.test(uri) || comma < 0 || uri.length > maxLength) return null
  const [type = '', ...parameters] = uri
    .slice(5, comma)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const content = uri.slice(comma + 1)
  try {
    const text = parameters.includes('base64')
      ? Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
      : // Documents kept onchain are often not percent-encoded at all; a stray "%" is then a plain character.
        new TextEncoder().encode(/%(?![0-9a-f]{2})/i.test(content) ? content : decodeURIComponent(content))
    return { mediaType: type || 'text/plain', bytes: text }
  } catch {
    return null
  }
}
