import type { Address } from 'viem'
import type { NamedSession, SessionStore } from '../../durable/sessions.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { Claimant } from './Claimant.ts'
import { claimOf } from './claimOf.ts'

/**
 * The sessions that a claimant may see and end, the newest first: those of the account’s own keys, its hand-offs, and those of
 * smart wallets that one of these keys signed. A session of a smart wallet only has those that the same owner signed. No node is
 * asked. Throws unauthenticated, store_unavailable.
 */
export async function ownSessions(
  claimant: Claimant,
  { accounts, sessions }: { readonly accounts: AccountStore; readonly sessions: Pick<SessionStore, 'list'> },
): Promise<NamedSession[]> {
  const { address, keys, account: stored, isAccount } = await claimOf(claimant, accounts)
  const account = isAccount ? stored : null
  const signers = new Set<Address>([
    ...keys,
    ...(account?.wallets ?? []).flatMap((one) => (one.kind === 'owner' ? [one.address] : [])),
  ])
  const isOwn = ({ method, address: of, profileId, proofs }: NamedSession): boolean => {
    if (method === 'handoff') return account !== null && profileId === account.profileId
    if (method === 'key') return signers.has(of)
    return (
      of === account?.madeBy || proofs.every(({ wallet, owner }) => (owner ? signers.has(owner) : wallet === address))
    )
  }
  const wallets = new Set([address, ...(account?.wallets ?? []).map((one) => one.address)])
  return (await sessions.list([...wallets])).filter(isOwn)
}
