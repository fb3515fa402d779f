import { Unread } from './ReadOutside.ts'

export interface DataDocument {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Media type and parameters; real ones are never longer. */
const MAX_HEADER = 256
/** RFC 2397 section 2. */
const DEFAULT_TYPE = 'text/plain;charset=US-ASCII'

/**
 * Decodes a `data:` URI, base64 or percent-encoded (RFC 2397, with the tolerance of the Fetch Standard's "data: URL
 * processor"; besides, `#` begins no fragment of a text, since documents kept onchain are often not percent-encoded). Data that
 * would decode to more than `maxBytes` is not decoded. Throws Unread (`refused`, `too_large`).
 */
export function readDataUri(uri: string, maxBytes: number): DataDocument {
  const comma = uri.slice(0, MAX_HEADER).indexOf(',')
  if (comma < 0) throw new Unread('refused', 'the data URI has no comma after its media type')
  const header = uri.slice('data:'.length, comma).trim()
  const isBase64 = /; *base64$/i.test(header)
  const given = header.replace(/; *base64$/i, '').trim()
  // The longest text is one that is percent-encoded throughout, possibly over base64.
  if (uri.length - comma > maxBytes * (isBase64 ? 5 : 3) + MAX_HEADER) throw tooLarge(maxBytes)
  const content = uri.slice(comma + 1)
  const bytes = isBase64 ? base64Decode(percentDecode(content.replace(/#.*$/s, '')), maxBytes) : percentDecode(content)
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes)
  return { contentType: given.startsWith(';') ? `text/plain${given}` : given || DEFAULT_TYPE, bytes }
}

/** Bytes of a text in UTF-8, with `%xx` as one byte; a stray `%` is taken literally. */
function percentDecode(text: string): Uint8Array {
  const raw = new TextEncoder().encode(text)
  let length = 0
  for (let at = 0; at < raw.length; at++) {
    const pair = raw[at] === 0x25 ? hexAt(raw, at + 1) : undefined
    raw[length++] = pair ?? raw[at] ?? 0
    if (pair !== undefined) at += 2
  }
  return raw.subarray(0, length)
}

function hexAt(raw: Uint8Array, at: number): number | undefined {
  const pair = String.fromCharCode(raw[at] ?? 0, raw[at + 1] ?? 0)
  return /^[0-9a-f]{2}$/i.test(pair) ? Number.parseInt(pair, 16) : undefined
}

function base64Decode(content: Uint8Array, maxBytes: number): Uint8Array {
  const text = new TextDecoder('latin1').decode(content).replace(/[\t\n\f\r ]/g, '')
  if (Math.floor((text.replace(/={1,2}$/, '').length * 3) / 4) > maxBytes) throw tooLarge(maxBytes)
  try {
    const decoded = atob(text)
    const bytes = new Uint8Array(decoded.length)
    // Character by character: `Uint8Array.from` takes ten times as long.
    for (let at = 0; at < decoded.length; at++) bytes[at] = decoded.charCodeAt(at)
    return bytes
  } catch {
    throw new Unread('refused', 'the data URI is not base64')
  }
}

const tooLarge = (maxBytes: number): Unread => new Unread('too_large', `the document is longer than ${maxBytes} bytes`)
