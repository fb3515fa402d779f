import { parseDataUri } from './parseDataUri.ts'
import { parseJson } from '../../../shared/text/json.ts'

/** The fields of a coin's ERC-7572 document that this service uses; null if absent or of another type. */
export interface CoinDocument {
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
