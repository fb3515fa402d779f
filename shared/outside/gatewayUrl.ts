import { CID } from 'multiformats/cid'
import { Unread } from './ReadOutside.ts'

/** Base URLs of gateways for content-addressed documents. */
export interface Gateways {
  readonly ipfs: string
  readonly arweave: string
}

const MAX_LENGTH = 2048
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{1,128})(\/[^?#]*)?(?:[?#].*)?$/i
/** A transaction's id is 32 bytes in base64url. Names (ArNS) are not ids: the owner of one can change what it means. */
const ARWEAVE = /^ar:\/\/([A-Za-z0-9_-]{43})(\/[^?#]*)?(?:[?#].*)?$/i

/**
 * The URL at which a gateway serves an `ipfs://` or `ar://` URI; null for any other URI. A query and a fragment name
 * nothing within content, and are dropped.
 *
 * The gateway is trusted to serve what the URI names; who must know compares a hash. Throws Unread for a malformed URI.
 */
export function gatewayUrl(uri: string, { ipfs, arweave }: Gateways): string | null {
  const scheme = /^(ipfs|ar):/i.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined) return null
  if (uri.length > MAX_LENGTH) throw new Unread('refused', `URIs are at most ${MAX_LENGTH} characters long`)
  const [, id = '', path = ''] = (scheme === 'ipfs' ? IPFS : ARWEAVE).exec(uri) ?? []
  if (scheme === 'ipfs' ? !isCid(id) : id === '')
    throw new Unread('refused', `the ${scheme} URI does not name any content`)
  const base = scheme === 'ipfs' ? `${ipfs}/ipfs` : arweave
  return `${base}/${id}${path.split('/').map(safeSegment).join('/')}`
}

/** CIDv0, or CIDv1 in base32, base36 or base58btc. */
function isCid(text: string): boolean {
  try {
    return CID.parse(text).multihash.size > 0
  } catch {
    return false
  }
}

/** A segment as it is sent: none leads out of the content, whatever its encoding. */
function safeSegment(segment: string): string {
  const text = decode(segment)
  if (text === null || text === '.' || text === '..' || /[\p{Cc}/\\]/u.test(text))
    throw new Unread('refused', 'the path of the URI is malformed')
  return encodeURIComponent(text)
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
