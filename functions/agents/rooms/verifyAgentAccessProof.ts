import { isAddressEqual } from 'viem'
import type { rooms } from '../../../schema/agents/rooms.ts'
import { isSignedByKey, type Signed } from '../../../shared/auth/signature.ts'
import { proofHash } from './membership/accessProof.ts'
import { capabilitiesOf } from './membership/capabilitiesOf.ts'
import { findRule, requireQualified } from './membership/requireQualified.ts'
import { requireChain } from '../../../shared/http/readInput.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import type { RoomsContext } from './context.ts'
import { requireOwnWallet } from './requireOwnWallet.ts'
import { readProof } from './readProof.ts'

/**
 * A room token for a signed proof (EOA, ERC-1271, ERC-6492), after the membership has been read again. The token's id is
 * derived from the proof's nonce and recorded once, which is what uses the proof up: of concurrent requests one gets the
 * token, and one that fails before that can be repeated.
 *
 * Throws rooms_not_configured, unsupported_chain, wallet_authority_mismatch, invalid_message, invalid_nonce,
 * message_expired, invalid_signature, rate_limited, room_not_found, not_qualified, hold_time_unreadable, nonce_used,
 * store_unavailable, and what the node throws.
 */
export const verifyAgentAccessProof: Handler<typeof rooms.verifyAgentAccessProof, RoomsContext> = async (
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
