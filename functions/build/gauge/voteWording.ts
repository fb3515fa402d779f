import { formatUnits, type Address } from 'viem'
import { bpsOf } from '../../../shared/domain/dex/Ratio.ts'
import { tokenName } from '../../../shared/text/wording.ts'
import { sumOf } from './mergeVotes.ts'

type VoteArgs = readonly [vaults: readonly Address[], weights: readonly bigint[]]

/** Describes `vote`; `symbols` has the vaults' known symbols. */
export const describeVote = (
  gauge: Address,
  [vaults, weights]: VoteArgs,
  symbols: Readonly<Record<Address, string | null | undefined>>,
): string =>
  `Divide the sender's voting power in the gauge ${gauge}: ${vaults.map((vault, i) => shareText(vault, weights[i] ?? 0n, sumOf(weights), symbols[vault] ?? null)).join(', ')}.`

function shareText(vault: Address, weight: bigint, sum: bigint, symbol: string | null): string {
  const name = symbol === null ? vault : tokenName({ address: vault, symbol, decimals: null })
  return `${sum === 0n ? '0' : formatUnits(BigInt(bpsOf(weight, sum)), 2)} % to ${name}, weight ${weight}`
}

export const describeReset = (gauge: Address): string =>
  `Withdraw the sender's votes of the current epoch in the gauge ${gauge}.`

/** Describes `claimAllOutstanding`; `power` in tokens, null if unknown. */
export const describeClaim = (utility: Address, power: string | null): string =>
  `Claim all free voting power${power === null ? '' : ` (now ${power})`} for votes at the utility contract ${utility}.`
