import { encodeFunctionData, isAddressEqual, maxUint256, zeroAddress, type Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { balanceChange, type Change } from '../../../shared/calldata/changes.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import type { Strategy } from './readStrategy.ts'

/** The reads that label a token. */
const labelCalls = ({ at }: Describe, token: Address | Ref<Address>) => ({
  address: token,
  symbol: at(token, erc20Abi)('symbol'),
  decimals: at(token, erc20Abi)('decimals'),
})

/** The reads that label the creator coin and the dollars of a strategy, or both tokens of an LP vault. */
export const pairLabels = (
  describe: Describe,
  [first, second]: readonly [Address | Ref<Address>, Address | Ref<Address>],
) => ({ first: labelCalls(describe, first), second: labelCalls(describe, second) })

export type PairLabels = Resolved<ReturnType<typeof pairLabels>>

/** The tokens that have an address. */
const tokensOf = ({ first, second }: PairLabels): TokenLabel[] =>
  [first, second].flatMap(({ address, ...label }) => (address === null ? [] : { ...label, address }))

const INVESTED =
  'deposits to the creator vault, and withdrawals from it, change what the strategy holds before this call'
const PLACED = 'the positions follow the price, which moves with every trade before this call'
const KEPT = 'generations of the strategy differ in whether they end the allowances of the LP vault that they leave'

/** The allowances of a strategy for each spender: without limit, or ended. */
export function grantChanges(
  strategy: Address,
  labels: PairLabels,
  spenders: readonly (Address | null)[],
  kind: 'granted' | 'left' = 'granted',
): Change[] {
  const known = spenders.flatMap((spender) => (spender === null || spender === zeroAddress ? [] : spender))
  return known.flatMap((spender) =>
    tokensOf(labels).map((token) => ({
      kind: 'allowance',
      address: strategy,
      spender,
      token,
      contract: token.address,
      view: {
        to: token.address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [strategy, spender] }),
      },
      expected: (before) => (kind === 'granted' ? maxUint256 - before : { least: -before, most: 0n, because: KEPT }),
    })),
  )
}

/** The allowances of a strategy that gets another LP vault, or none. */
export const vaultChanges = ({ address, lpVault }: Strategy, labels: PairLabels, next: Address): Change[] => [
  ...grantChanges(address, labels, [next]),
  ...(lpVault === null || isAddressEqual(lpVault, next) ? [] : grantChanges(address, labels, [lpVault], 'left')),
]

/** The changes of a transfer from a strategy to its creator vault. */
export const sentChanges = ({ address, vault }: Strategy, token: TokenLabel, amount: bigint): Change[] => [
  balanceChange({ token, address, expected: -amount }),
  balanceChange({ token, address: vault, expected: amount }),
]

/** The changes of a strategy that leaves its LP vault: it gives all shares for tokens, and sends all tokens to its creator vault. */
export function leaveChanges({ address, vault, lpVault }: Strategy, labels: PairLabels): Change[] {
  if (lpVault === null) return []
  const given = { most: 0n, because: INVESTED }
  const shares = { address: lpVault, symbol: null, decimals: null }
  return [
    balanceChange({ token: shares, address, expected: given }),
    ...tokensOf(labels).flatMap((token) => [
      balanceChange({ token, address, expected: given }),
      balanceChange({ token, address: vault, expected: { least: 0n, because: INVESTED } }),
    ]),
  ]
}

/** The changes of what an LP vault keeps outside of its positions, when it places them again. */
export const placedChanges = (lpVault: Address, labels: PairLabels): Change[] =>
  tokensOf(labels).map((token) => balanceChange({ token, address: lpVault, expected: { because: PLACED } }))
