import { parseJson } from '../../../shared/text/json.ts'

/** The content of a `data:` URI. */
interface DataUri {
  /** Lower case, without parameters; `text/plain` if the URI does not give one. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A document that contains a picture of the largest accepted size, both in base64, is shorter than this. */
const maxLength = 2_621_440
/** Media type and parameters; real ones are never longer. */
const maxHeader = 256

/** Decodes a `data:` URI, base64 or percent-encoded; null for anything else, also for a
 * broken or overlong one. Source: RFC 2397. */
export function parseDataUri(uri: string): DataUri | null {
  const comma = uri.indexOf(',')
  if (!/^data:/i.test(uri) || comma < 0 || comma > maxHeader || uri.length > maxLength) return null
  const [type = '', ...parameters] = uri
    .slice(5, comma)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const content = uri.slice(comma + 1)
  try {
    const text = parameters.includes('base64')
      ? decodeBase64(content)
      : // Documents kept onchain are often not percent-encoded at all; a stray "%" is then taken literally.
        new TextEncoder().encode(/%(?![0-9a-f]{2})/i.test(content) ? content : decodeURIComponent(content))
    return { mediaType: type || 'text/plain', bytes: text }
  } catch {
    return null
  }
}

/** Character by character: `Uint8Array.from` takes ten times as long over a megabyte. */
function decodeBase64(content: string): Uint8Array {
  const text = atob(content)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** The fields of a coin's ERC-7572 document that this service uses; null if absent or of another type. */
interface CoinDocument {
  readonly name: string | null
  readonly symbol: string | null
  readonly description: string | null
  readonly image: string | null
}

/** Parses an ERC-7572 document; null if the bytes are not a JSON object. */
export function parseCoinDocument(bytes: Uint8Array): CoinDocument | null {
  try {
    const value: unknown = parseJson(bytes)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const text = (key: string): string | null => {
      const found: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
      return typeof found === 'string' && found !== '' ? found : null
    }
    return { name: text('name'), symbol: text('symbol'), description: text('description'), image: text('image') }
  } catch {
    return null
  }
}

/** The document that a `contractURI` itself contains (a `data:` URI of JSON); null if it only points to one. */
export function readCoinDocument(contractUri: string): CoinDocument | null {
  const data = parseDataUri(contractUri)
  return data?.mediaType === 'application/json' ? parseCoinDocument(data.bytes) : null
}
