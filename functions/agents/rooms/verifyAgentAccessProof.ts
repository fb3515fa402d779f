import { isAddressEqual } from 'viem'
import type * as z from 'zod'
import type { AccessProofSubmission } from '../../../schema/agents/roomBodies.ts'
import type { Sealer } from '../../../shared/auth/seal.ts'
import { isSignedByKey, type Signed } from '../../../shared/auth/signature.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { requireChain } from '../../../shared/http/readInput.ts'
import type { RoomType } from '../../../shared/store/roomRules.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import type { RoomsHandler } from './context.ts'
import { type AccessProof, proofContext, proofHash, proofText } from './membership/accessProof.ts'
import { findRule, requireQualified } from './membership/requireQualified.ts'
import { requireOwnWallet } from './requireOwnWallet.ts'

/**
 * A room token for a signed proof (EOA, ERC-1271, ERC-6492), after the membership has been read again. The token's id is
 * derived from the proof's nonce and recorded once, which is what uses the proof up: of concurrent requests one gets the
 * token, and one that fails before that can be repeated.
 *
 * Throws rooms_not_configured, unsupported_chain, wallet_authority_mismatch, invalid_message, invalid_nonce,
 * message_expired, invalid_signature, rate_limited, room_not_found, not_qualified, hold_time_unreadable, nonce_used,
 * store_unavailable, and what the node throws.
 */
export const verifyAgentAccessProof: RoomsHandler<'verifyAgentAccessProof'> = async (
  { body, principal, spend },
  { chain, now, authority, rooms },
) => {
  const { proofRequest, signature, signatureType } = body
  const { wallet } = proofRequest
  const [sealer, signer] = [rooms.sealer(), rooms.signer()]
  requireChain(proofRequest.chainId, chain.config.chainId)
  await requireOwnWallet(authority, principal, wallet, 'proofRequest.wallet')
  const proof = await readProof(proofRequest, sealer, now())
  const signed: Signed = { address: wallet, hash: proofHash(proof, signatureType), signature }
  const byKey = await isSignedByKey(signed)
  if (byKey === null) {
    // A node runs the wallet's own code, for a client that may cause such work.
    await spend('contractSignIn')
    await spend('contractSignInWallet', wallet)
  }
  const isSigned = byKey ?? (await rooms.isSignedByContract(signed))
  const isSigner = !byKey || body.signer === undefined || isAddressEqual(body.signer, wallet)
  if (!isSigned || !isSigner) throw new ApiError('invalid_signature')

  const { membership, asOf } = await requireQualified(rooms.reader, proof, await findRule(rooms.reader, proof.roomKey))
  const { shareToken, roomKey, chainId } = proof
  const issuedAt = Math.floor(now() / 1000)
  const expiresAt = issuedAt + Math.floor(body.tokenTtlMs / 1000)
  const jti = (await sha256(proof.nonce)).slice(0, 32)
  if (!(await rooms.tokens.issue({ jti, wallet, chainId, shareToken, roomKey, issuedAt, expiresAt })))
    throw new ApiError('nonce_used', 'proofRequest: was already exchanged for a room token; request a new one')
  const capabilities = capabilitiesOf(membership.type)
  const claims = { jti, sub: wallet, chainId, shareToken, roomKey, capabilities, iat: issuedAt, exp: expiresAt }
  return {
    asOf,
    data: {
      proofVerified: true,
      signer: wallet,
      recoveredSigner: byKey ? wallet : null,
      membership,
      roomAccess: {
        schema: 'agent-room-access-token-v1',
        sub: wallet,
        chainId,
        shareToken,
        roomKey,
        issuedAt: new Date(issuedAt * 1000).toISOString(),
        expiresAt: new Date(expiresAt * 1000).toISOString(),
        accessToken: await signer.sign(claims),
        tokenType: 'bearer',
        capabilities,
        jti,
      },
    },
  }
}

const CAPABILITIES = {
  msgnet: ['join', 'read', 'write', 'react', 'view-members'],
  chatapp: ['join', 'read', 'write', 'react'],
  governance: ['read', 'write'],
  'vault-ui': ['read'],
} as const satisfies Record<RoomType, readonly string[]>

const capabilitiesOf = (type: RoomType) => [...CAPABILITIES[type]]

type Given = z.output<typeof AccessProofSubmission>['proofRequest']

/**
 * The proof that was issued here exactly as it is given back, and has not expired at `now` (milliseconds); not that it is
 * signed, or used for the first time. Throws invalid_message, invalid_nonce, message_expired.
 */
async function readProof({ message, ...given }: Given, sealer: Sealer, now: number): Promise<AccessProof> {
  const proof = {
    ...given,
    issuedAt: secondsOf('issuedAt', given.issuedAt),
    expiresAt: secondsOf('expiresAt', given.expiresAt),
  }
  if (message !== undefined && message !== proofText(proof))
    throw new ApiError('invalid_message', 'proofRequest.message: must be exactly the issued message')
  const issuedAt = proof.issuedAt * 1000
  const opened = await sealer.open(proof.nonce, issuedAt, proofContext(proof))
  if (!opened.ok || opened.issuedAt !== issuedAt)
    throw new ApiError('invalid_nonce', 'proofRequest.nonce: was not issued for this proof; request a new one')
  if (now >= proof.expiresAt * 1000)
    throw new ApiError('message_expired', 'proofRequest: has expired; request a new one')
  return proof
}

function secondsOf(field: string, time: string): number {
  const seconds = Date.parse(time) / 1000
  if (!Number.isInteger(seconds) || new Date(seconds * 1000).toISOString() !== time)
    throw new ApiError('invalid_message', `proofRequest.${field}: must be exactly as issued`)
  return seconds
}
