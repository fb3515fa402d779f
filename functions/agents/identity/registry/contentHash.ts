import { type Hex, keccak256, zeroHash } from 'viem'
import { ApiError } from '../../../../shared/errors/ApiError.ts'

/**
 * The hash that goes on chain beside a URI: keccak-256 of the content, never of the URI (ERC-8004, "Giving Feedback").
 * Computed for a `data:` URI; zero unless given where there is no URI, or the URI is itself a hash of the content (ipfs).
 * `given` is in lower case; `field` is its name in the request.
 *
 * Throws invalid_request if the hash is missing, or is not that of a `data:` URI's content.
 */
export function contentHash(uri: string, given: Hex | undefined, field: string): Hex {
  if (/^data:/i.test(uri)) {
    const bytes = dataUriBytes(uri)
    if (!bytes)
      throw new ApiError(
        'invalid_request',
        `${field.replace('Hash', 'URI')}: is not a valid data: URI (RFC 2397); write # as %23`,
      )
    const hash = keccak256(bytes)
    if (given !== undefined && given !== hash)
      throw new ApiError('invalid_request', `${field}: must be the hash of the content of the data: URI, ${hash}`)
    return hash
  }
  if (uri === '' || /^ipfs:/i.test(uri)) return given ?? zeroHash
  if (given === undefined || BigInt(given) === 0n)
    throw new ApiError(
      'invalid_request',
      `${field}: is required for a URI whose content can change; send the keccak-256 of the bytes at ${field.replace('Hash', 'URI')}`,
    )
  return given
}

const DATA_URI = /^data:([^,#]*),([^#]*)$/is
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * The bytes in a `data:` URI (RFC 2397; WHATWG Fetch, "data: URL processor"); null if it is malformed, or has a `#`,
 * after which some readers drop the rest.
 *
 * @example
 * dataUriBytes('data:,a%20b') // the bytes of "a b"
 */
function dataUriBytes(uri: string): Uint8Array | null {
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
