import { keccak256, zeroHash, type Hex } from 'viem'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { dataUriBytes } from '../dataUriBytes.ts'

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
