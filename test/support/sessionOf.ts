import type { SessionPrincipal } from '../../shared/auth/findSession.ts'
import type { Address } from 'viem'

/** The principal of a session that a wallet began with its key. */
export const sessionOf = (address: Address, expiresAt = 9e9): SessionPrincipal => ({
  kind: 'session',
  id: `${'0'.repeat(32)}00`,
  address,
  expiresAt,
  scope: 'full',
  method: 'key',
  by: address,
  profileId: null,
  proofs: [],
})
