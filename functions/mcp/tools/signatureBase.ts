import { signRequest } from '@slicekit/erc8128'
import { getAddress } from 'viem/utils'
import { RECEIPT_HEADER } from '../../../shared/auth/credentialHeaders.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Args } from '../calls/Args.ts'
import { buildRequest } from '../calls/buildRequest.ts'
import type { CallableOperation } from '../calls/CallableOperation.ts'

interface Wanted {
  readonly args: Args
  readonly receipt: string
  readonly address: string
}

/** A chain as a receipt's registry names it (CAIP-10): `eip155:<id>:<address>`. */
const REGISTRY = /"agentRegistry":"eip155:(\d{1,15}):/

/**
 * The request of an operation, and what its agent signs of it (ERC-8128, RFC 9421 section 2.5): `message` as EIP-191, whose
 * signature is sent with `signatureInput`, `contentDigest` and exactly this `body`.
 *
 * Throws invalid_request for a receipt that names no chain, and for arguments that the operation does not have.
 */
export async function signatureBase(operation: CallableOperation, { args, receipt, address }: Wanted, baseUrl: string) {
  const chainId = chainOf(receipt)
  const caller = { headers: {}, signal: new AbortController().signal }
  const request = buildRequest(operation, args, { accessToken: receipt }, caller, baseUrl)
  const body = request.body === null ? undefined : await request.clone().text()
  let message = ''
  const signed = await signRequest(
    request,
    {
      address: getAddress(address),
      chainId,
      async signMessage(raw: Uint8Array) {
        message = new TextDecoder().decode(raw)
        return `0x${'00'.repeat(65)}` as const
      },
    },
    { components: [RECEIPT_HEADER, ...(body === undefined ? [] : ['content-digest'])] },
  )
  const signatureInput = signed.headers.get('signature-input') ?? ''
  const contentDigest = signed.headers.get('content-digest')
  return {
    message,
    how: 'Sign message as EIP-191 (personal_sign). Call call_write with the same args, this body, accessToken: the receipt, and signed: the signature in hex with signatureInput and contentDigest.',
    url: request.url,
    method: request.method,
    ...(body === undefined ? {} : { body }),
    signed: { signature: '0x…', signatureInput, ...(contentDigest === null ? {} : { contentDigest }) },
  }
}

function chainOf(receipt: string): number {
  try {
    const text = atob(receipt.split('.', 1)[0]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')
    const chain = REGISTRY.exec(text)?.[1]
    if (chain !== undefined) return Number(chain)
  } catch {
    // Below.
  }
  throw new ApiError('invalid_request', 'sign.receipt: must be the receipt of sign_in with agentId')
}
