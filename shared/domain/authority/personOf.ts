import type { Address } from 'viem'
import { accountNode, keyNodes, UNKNOWN_KEY, walletNode } from '../../store/persons.ts'
import type { Claim } from './claimOf.ts'
import type { SigningKey } from './readSigners.ts'

/**
 * Evidence that two principals are one person, as nodes that joins connect (shared/store/persons.ts): the keys that signed, the
 * wallet that they act as, the account, and all its wallets as they are linked, with several owners or one.
 *
 * The contract that owns the vault is not among them, nor an account of its own: its actors are the keys that signed, so
 * that two of its owners are two people. Unidentified keys are UNKNOWN_KEY.
 */
export function personOf(
  { address, key, account: stored, isAccount }: Claim,
  keys: readonly SigningKey[],
  owner: Address | null,
): string[] {
  const account = isAccount ? stored : null
  const acting = { address, kind: key === address ? ('owner' as const) : ('smart' as const) }
  const wallets = [...(account?.wallets ?? []), acting].filter((one) => one.kind === 'owner' || one.address !== owner)
  return [
    ...new Set([
      ...(keys.length > 0 ? keys.flatMap(keyNodes) : [UNKNOWN_KEY]),
      ...(account && account.madeBy !== owner ? [accountNode(account.profileId)] : []),
      ...wallets.map((one) => walletNode(one.address)),
    ]),
  ]
}
