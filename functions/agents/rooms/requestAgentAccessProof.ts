import { proofContext, proofText, proofTypedData } from './membership/accessProof.ts'
import { findRule, requireQualified } from './membership/requireQualified.ts'
import type { RoomsHandler } from './context.ts'
import { requireOwnWallet } from './requireOwnWallet.ts'

/**
 * A proof for a wallet of the caller to sign, as text (EIP-191) and as typed data (EIP-712), if the wallet qualifies now.
 * Its nonce seals its times, the wallet, the chain, the share token and the room, so asking stores nothing.
 *
 * Throws rooms_not_configured, wallet_authority_mismatch, room_not_found, not_qualified, hold_time_unreadable,
 * store_unavailable, and what a chain read throws.
 */
export const requestAgentAccessProof: RoomsHandler<'requestAgentAccessProof'> = async (
  { body: { wallet, shareToken, roomKey, nonceTtlMs }, principal },
  { chain, now, authority, rooms },
) => {
  const sealer = rooms.sealer()
  const [rule] = await Promise.all([
    findRule(rooms.reader, roomKey),
    requireOwnWallet(authority, principal, wallet, 'wallet'),
  ])
  const { asOf } = await requireQualified(rooms.reader, { wallet, shareToken, roomKey }, rule)
  const issuedAt = Math.floor(now() / 1000)
  const expiresAt = issuedAt + Math.ceil(nonceTtlMs / 1000)
  const bound = { wallet, chainId: chain.config.chainId, shareToken, roomKey, expiresAt }
  const nonce = await sealer.seal(issuedAt * 1000, proofContext(bound))
  const proof = { ...bound, nonce, issuedAt }
  return {
    asOf,
    data: {
      schema: 'agent-access-proof-request-v1',
      ...proof,
      issuedAt: new Date(issuedAt * 1000).toISOString(),
      expiresAt: new Date(expiresAt * 1000).toISOString(),
      message: proofText(proof),
      typedData: proofTypedData(proof),
    },
  }
}
