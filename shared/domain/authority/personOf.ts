import type { Address } from 'viem'
import type { Account } from '../../store/accounts.ts'
import { accountNode, walletNode } from '../../store/persons.ts'
import type { Claim } from './claimOf.ts'

/**
 * What shows that two principals are one person, as nodes that joins connect (shared/store/persons.ts): the keys behind the
 * credential, and the account with its keys and smart wallets of one owner. Where the key is known, neither a smart wallet with
 * several owners nor the account of such a wallet is among them: its owners are different people.
 */
export function personOf({ address, keys, own, account: stored }: Claim, account: Account | null): string[] {
  const proofs = [...own, ...(stored?.proofs ?? [])]
  const isCoOwned = (one: Address | null): boolean =>
    keys.length > 0 && proofs.some(({ wallet, singleOwner }) => wallet === one && !singleOwner)
  const wallets = [...keys, ...(isCoOwned(address) ? [] : [address])]
  if (!account || isCoOwned(account.madeBy)) return nodesOf(wallets)
  const ofAccount = account.wallets.flatMap((one) => (isCoOwned(one.address) ? [] : [one.address]))
  return [accountNode(account.profileId), ...nodesOf([...wallets, ...ofAccount])]
}

const nodesOf = (wallets: readonly Address[]): string[] => [...new Set(wallets.map(walletNode))]
