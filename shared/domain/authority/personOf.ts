import type { Account } from '../../store/accounts.ts'
import { accountNode, walletNode } from '../../store/persons.ts'
import type { Claim } from './claimOf.ts'

/**
 * What shows that two principals are one person, as nodes that joins connect (shared/store/persons.ts): the account, its
 * wallets with a key, smart wallets with one owner, and the keys that the credential comes from. A smart wallet with several
 * owners is none of them where the key behind it is known: its owners are different people.
 */
export function personOf({ address, keys, own, account: stored }: Claim, account: Account | null): string[] {
  const single = [...own, ...(account?.proofs ?? [])].filter(({ singleOwner }) => singleOwner)
  const isShared = own.length > 0 && keys.length > 0 && own.some(({ wallet }) => wallet === address)
  const isMany = stored?.proofs.some(({ wallet, singleOwner }) => wallet === address && !singleOwner) === true
  // Its account is every owner's, so it joins none of them to another.
  const isCoOwned = account?.madeBy === address && (isShared ? !single.some(({ wallet }) => wallet === address) : isMany)
  return [
    ...new Set([
      ...(account && !isCoOwned ? [accountNode(account.profileId)] : []),
      ...keys.map(walletNode),
      ...single.map(({ wallet }) => walletNode(wallet)),
      ...(account?.wallets ?? [])
        .filter(({ kind }) => kind === 'owner')
        .map(({ address: wallet }) => walletNode(wallet)),
      ...(keys.length === 0 || !(isShared || isMany) ? [walletNode(address)] : []),
    ]),
  ]
}
