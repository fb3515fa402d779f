const DATA_URI = /^data:([^,#]*),([^#]*)$/is
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The bytes in a `data:` URI (RFC 2397; WHATWG Fetch, "data: URL processor"); null if it is malformed, or has a `#`,
 * after which some readers drop the rest.
 *
 * @example
 * dataUriBytes('data:,a%20b') // the bytes of "a b"
 */
export function dataUriBytes(uri: string): Uint8Array | null {
  const [, mediaType = '', data] = DATA_URI.exec(uri) ?? []
  if (data === undefined) return null
  const bytes = percentDecoded(data)
  return bytes && /; *base64 *$/i.test(mediaType) ? fromBase64(new TextDecoder().decode(bytes)) : bytes
}

/** The bytes of a text in UTF-8, in which %XX stands for a byte; null if a % stands for nothing. */
function percentDecoded(text: string): Uint8Array | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null
  const parts = text.split(/(%[0-9a-f]{2})/i)
  const encoder = new TextEncoder()
  const bytes = parts.flatMap((part) =>
    /^%[0-9a-f]{2}$/i.test(part) ? [Number.parseInt(part.slice(1), 16)] : [...encoder.encode(part)],
  )
  return Uint8Array.from(bytes)
}

function fromBase64(text: string): Uint8Array | null {
  const unpadded = text.replace(/={1,2}$/, '')
  if (!BASE64.test(text) || unpadded.length % 4 === 1) return null
  return Uint8Array.from(atob(unpadded), (character) => character.charCodeAt(0))
}
