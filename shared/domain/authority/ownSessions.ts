import type { Address } from 'viem'
import type { NamedSession, SessionStore } from '../../durable/sessions.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { Claimant } from './Claimant.ts'
import { claimOf } from './claimOf.ts'
import type { Authority } from './createAuthority.ts'

interface Parts {
  readonly accounts: AccountStore
  readonly authority: Pick<Authority, 'confirm'>
  readonly sessions: Pick<SessionStore, 'list'>
}

/**
 * The sessions that a claimant may see and end, the newest first: those of the account’s own keys, its hand-offs, and those of
 * smart wallets that one of these keys signed. A session of a smart wallet only has those that the same owner signed.
 *
 * No node is needed. Where a contract does not confirm the claimant, or cannot be read, what is left are the sessions that the
 * same owner signed, and the claimant's own: a former owner ends nobody else's. Throws unauthenticated, store_unavailable.
 */
export async function ownSessions(
  claimant: Extract<Claimant, { id: string }>,
  { accounts, authority, sessions }: Parts,
): Promise<NamedSession[]> {
  const { address, keys, account: stored, isAccount, byContract } = await claimOf(claimant, accounts)
  const isConfirmed = byContract.length === 0 || (await isStill(claimant, authority))
  const account = isAccount && isConfirmed ? stored : null
  const signers = new Set<Address>([
    ...keys,
    ...(account?.wallets ?? []).flatMap((one) => (one.kind === 'owner' ? [one.address] : [])),
  ])
  const isOwn = ({ id, method, address: of, profileId, proofs }: NamedSession): boolean => {
    if (id === claimant.id) return true
    if (method === 'handoff') return account !== null && profileId === account.profileId
    if (method === 'key') return signers.has(of)
    const isSigner = ({ wallet, owner }: (typeof proofs)[number]) =>
      owner ? signers.has(owner) : isConfirmed && wallet === address
    return of === account?.madeBy || proofs.every(isSigner)
  }
  const wallets = new Set([address, ...(account?.wallets ?? []).map((one) => one.address)])
  return (await sessions.list([...wallets])).filter(isOwn)
}

/** Whether the contract confirms a claimant now; false where it does not, and where nobody knows. */
async function isStill(claimant: Claimant, authority: Pick<Authority, 'confirm'>): Promise<boolean> {
  try {
    await authority.confirm(claimant)
    return true
  } catch (error) {
    if (error instanceof ApiError && ['unauthenticated', 'authority_unknown'].includes(error.code)) return false
    throw error
  }
}
