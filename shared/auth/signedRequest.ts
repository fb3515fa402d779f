import type { VerifyFailReason } from '@slicekit/erc8128'
import type { Address, Hex } from 'viem'
import { bytesToHex, hashMessage, hexToBytes, isAddressEqual } from 'viem/utils'
import type { NonceStore } from '../durable/nonces.ts'
import { ApiError } from '../errors/ApiError.ts'
import { unauthenticated } from '../errors/unauthenticated.ts'
import { RECEIPT_HEADER } from './credentialHeaders.ts'
import type { Signed } from './signature.ts'

/** Longest window between `created` and `expires`, and the tolerated clock difference, in seconds. */
const MAX_WINDOW_SECONDS = 300
const SKEW_SECONDS = 30
const MAX_FIELD_LENGTH = 4096
const MAX_NONCE_LENGTH = 128

export interface SignedRequestRules {
  readonly chainId: number
  /** The required signer: the address in the receipt. */
  readonly address: Address
  readonly nonces: NonceStore
  readonly signerOf: (signed: Signed) => Promise<'key' | 'contract' | null>
  /** Milliseconds. */
  readonly now: number
}

/** The signer of a request, and the signature as sent, with the hash that it signs (EIP-191). */
export interface SignedBy extends Pick<Signed, 'hash' | 'signature'> {
  readonly by: 'key' | 'contract'
}

/** Whether a request carries a signature of this standard; other uses of RFC 9421 do not concern it. */
export const hasRequestSignature = (headers: Headers): boolean =>
  /;keyid="(erc8128|eip155):/.test(headers.get('signature-input') ?? '')

/**
 * Verifies that the owner of a receipt signed exactly this request, with ERC-8128 (RFC 9421 with Ethereum accounts):
 * method, authority, path, query, body digest (RFC 9530) and the receipt header are covered, the window is at most 300
 * s, and the nonce has not been used. The nonce is consumed last. Returns whether a key signed, or the contract at the address,
 * and what it signed.
 *
 * Throws unauthenticated and invalid_request; the first with the standard's error code, for `WWW-Authenticate`; and what the
 * node and the nonce store throw.
 */
export async function verifySignedRequest(
  request: Request,
  body: Uint8Array,
  rules: SignedRequestRules,
): Promise<SignedBy> {
  const url = new URL(request.url)
  const input = request.headers.get('signature-input') ?? ''
  if (input.length > MAX_FIELD_LENGTH || (request.headers.get('signature')?.length ?? 0) > 4 * MAX_FIELD_LENGTH) {
    throw malformed('the signature fields are too long')
  }
  const { headers, restore } = respell(request.headers, url)
  // The library swallows what its callbacks throw; an outage must not look like a bad signature.
  let outage: unknown
  let otherSigner = false
  let signer: SignedBy | null = null
  const guarded = async (ask: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await ask()
    } catch (error) {
      outage = error
      throw error
    }
  }

  const { verifyRequest } = await import('./erc8128.ts')
  const result = await verifyRequest({
    request: new Request(url, { method: request.method, headers, body: body.length > 0 ? body : null }),
    verifyMessage: ({ address, message, signature }) => {
      otherSigner = !isAddressEqual(address, rules.address)
      return otherSigner
        ? false
        : guarded(async () => {
            const hash = hashMessage({ raw: restore(message.raw) })
            const by = await rules.signerOf({ address, hash, signature })
            signer = by && { by, hash, signature }
            return by !== null
          })
    },
    // The library reserves a nonce until `expires`; with the clock skew the request is valid for longer than that.
    nonceStore: { consume: (key, ttl) => guarded(() => rules.nonces.consume(key, ttl + 2 * SKEW_SECONDS)) },
    policy: {
      // The SIWA client capitalises the header name; RFC 9421 section 2.1 requires lower case.
      additionalRequestBoundComponents: [/"(x-siwa-receipt)"/i.exec(input)?.[1] ?? RECEIPT_HEADER],
      nonceKey: (_keyid, nonce) => `${rules.address} ${nonce}`,
      clockSkewSec: SKEW_SECONDS,
      maxValiditySec: MAX_WINDOW_SECONDS,
      now: () => Math.floor(rules.now / 1000),
    },
  }).catch(() => undefined)

  if (outage !== undefined) throw outage
  if (result === undefined) throw malformed('the signature covers a component that the request does not have')
  if (!result.ok) {
    if (otherSigner) throw refused('bad_signature', 'the signer is not the address in the receipt')
    const code = CODES[result.reason]
    throw code === 'malformed' ? malformed(result.reason) : refused(code, result.reason)
  }
  if (result.chainId !== rules.chainId) throw refused('unsupported_chain', `keyid must have chain id ${rules.chainId}`)
  if ((result.params.nonce ?? '').length > MAX_NONCE_LENGTH)
    throw refused('invalid_nonce', `nonce: must have at most ${MAX_NONCE_LENGTH} characters`)
  if (signer === null) throw refused('bad_signature', 'the signature could not be checked')
  return signer
}

/** Maps the library's reasons to the error codes of ERC-8128. */
const CODES: Record<VerifyFailReason, string> = {
  missing_headers: 'signature_missing',
  label_not_found: 'signature_missing',
  bad_signature_input: 'malformed',
  bad_signature_bytes: 'malformed',
  bad_signature: 'bad_signature',
  bad_signature_check: 'bad_signature',
  alg_not_allowed: 'bad_signature',
  bad_keyid: 'invalid_keyid',
  bad_time: 'invalid_time',
  not_yet_valid: 'request_not_yet_valid',
  expired: 'request_expired',
  validity_too_long: 'validity_too_long',
  nonce_required: 'invalid_nonce',
  nonce_window_too_long: 'invalid_nonce',
  replayable_not_allowed: 'invalid_nonce',
  replayable_invalidation_required: 'invalid_nonce',
  replayable_not_before: 'invalid_nonce',
  replayable_invalidated: 'invalid_nonce',
  replay: 'nonce_reused',
  class_bound_not_allowed: 'insufficient_coverage',
  not_request_bound: 'insufficient_coverage',
  digest_mismatch: 'bad_content_digest',
  digest_required: 'bad_content_digest',
}

const refused = (error: string, text: string) =>
  unauthenticated(`signature: ${text}; sign this request again`, { scheme: 'ERC8128', error })

const malformed = (text: string) =>
  new ApiError(
    'invalid_request',
    `Signature-Input: ${text}`,
    {},
    { refusal: { scheme: 'ERC8128', error: 'malformed' } },
  )

/** A header that stands in for the derived component `@scheme` (RFC 9421 section 2.2.4) inside the library. */
const SCHEME_STAND_IN = 'x-derived-scheme'
const NEW_KEYID = /;keyid="eip155:(\d+:0x[0-9a-fA-F]{40})"/
/** Members of a structured-field dictionary: up to a comma outside quotes (RFC 8941 section 3.2). An open quote ends with the text. */
const MEMBER = /(?:[^,"]|"(?:\\.|[^"\\])*(?:"|\\?$))+/g

interface Respelled {
  readonly headers: Headers
  /** The signature base (RFC 9421 section 2.5) that the library built, in the spelling that the client signed. */
  restore(signatureBase: Hex): Hex
}

/**
 * ERC-8128 has two spellings: `keyid="erc8128:<chain>:<address>"`, which the library knows, and the later draft's
 * `keyid="eip155:<chain>:<address>"`, which also covers `@scheme` and writes an absent query as `?` (RFC 9421 section
 * 2.2.7). The later one is translated into the library's form on the way in, and the text whose signature is checked is
 * translated back; parsing, coverage, times, digest and nonce remain the library's job.
 */
function respell(given: Headers, url: URL): Respelled {
  const headers = new Headers(given)
  headers.set(SCHEME_STAND_IN, url.protocol.slice(0, -1))
  const originals = new Map<string, string>()
  const members = (given.get('signature-input') ?? '').match(MEMBER) ?? []
  const respelled = members.map((member) => {
    const at = member.indexOf('=') + 1
    const original = member.slice(at).trim()
    if (at === 0 || !NEW_KEYID.test(original)) return member
    const params = original
      .replace(NEW_KEYID, ';keyid="erc8128:$1"')
      .replace(/^\([^)]*\)/, (components) => components.replace('"@scheme"', `"${SCHEME_STAND_IN}"`))
    originals.set(params, original)
    return member.slice(0, at) + params
  })
  if (originals.size > 0) headers.set('signature-input', respelled.join(','))

  return {
    headers,
    restore(signatureBase) {
      const lines = new TextDecoder().decode(hexToBytes(signatureBase)).split('\n')
      const last = lines.pop() ?? ''
      const label = '"@signature-params": '
      const original = originals.get(last.slice(label.length))
      if (original === undefined) return signatureBase
      const restored = lines.map((line) => {
        if (line.startsWith(`"${SCHEME_STAND_IN}": `)) return line.replace(SCHEME_STAND_IN, '@scheme')
        return line === '"@query": ' ? `${line}?` : line
      })
      return bytesToHex(new TextEncoder().encode([...restored, label + original].join('\n')))
    },
  }
}
