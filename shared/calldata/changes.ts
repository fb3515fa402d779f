import { encodeFunctionData, maxUint256, zeroAddress, type Address, type Hex } from 'viem'
import type * as z from 'zod'
import type { Effect as Schema } from '../../schema/effects.ts'
import { multicall3Abi } from '../abi/multicall3.ts'
import { erc20Abi } from '../abi/standards.ts'
import type { ChainConfig } from '../chain/config.ts'
import type { Provenance } from '../domain/provenance/provenance.ts'
import { NATIVE_LABEL, type TokenLabel } from '../text/wording.ts'
import type { Spending } from './approveErc20.ts'
import type { View } from './createSimulator.ts'

export type Effect = z.output<typeof Schema>

/**
 * The delta of calls that succeed, in base units: exactly this much; or at least and at most as much as given, and why it is
 * not certain. Without bounds it is unknown. A null reason means that nothing it depends on can change: the simulation shows
 * the exact delta.
 */
export type Expected = bigint | { readonly least?: bigint; readonly most?: bigint; readonly because: string | null }

/** An amount that the calls of a build change, and the view that reads it. */
export interface Change {
  readonly kind: Effect['kind']
  /** Account whose amount it is. */
  readonly address: Address
  /** Unit of the amount. */
  readonly token: Omit<TokenLabel, 'address'>
  /** Contract that keeps the amount; the token of an allowance; the zero address for the native currency. */
  readonly contract: Address
  readonly spender?: Address
  /** Vault of a vote, or bid. */
  readonly id?: string
  /** Undefined if this deployment has no contract that could read it. */
  readonly view: View | undefined
  /** The amount in the result of the view; by default its first word. Null for anything else. */
  readonly amountIn?: (returned: Hex) => bigint | null
  /** End of an allowance of Permit2 in the result of the view, unix seconds. */
  readonly untilIn?: (returned: Hex) => bigint | null
  /** The latest such end that the action needs. */
  readonly endsBy?: bigint
  readonly expected: Expected | ((before: bigint) => Expected)
  /** Proof of the contract; by default the configuration, if it names it. */
  readonly provenance?: Provenance | null
}

/** The views of changes, each once: changes that share one are read by one call. */
export const viewsOf = (changes: readonly Change[]): readonly View[] => [
  ...new Set(changes.flatMap(({ view }) => view ?? [])),
]

type Known = Pick<Change, 'address' | 'expected' | 'provenance'>

/** The change of an ERC-20 balance, or of a number of ERC-721 tokens (`balanceOf`). */
export const balanceChange = ({ token, ...known }: Known & { readonly token: TokenLabel }): Change => ({
  ...known,
  kind: 'token',
  token,
  contract: token.address,
  view: {
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [known.address] }),
  },
})

/** The change of a balance of the native currency; gas is not part of it. */
export const nativeChange = (
  { contracts: { multicall3 } }: Pick<ChainConfig, 'contracts'>,
  known: Omit<Known, 'provenance'>,
): Change => ({
  ...known,
  kind: 'native',
  token: NATIVE_LABEL,
  contract: zeroAddress,
  view: multicall3 && {
    to: multicall3,
    data: encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [known.address] }),
  },
})

/** A payment in tokens by an ERC-20 allowance, of `spending.amount` at most. */
export interface Payment {
  readonly spending: Spending
  readonly from: Address
  /** Base units that the call takes: exactly the amount by default. */
  readonly takes?: { readonly least: bigint; readonly because: string } | undefined
  readonly provenance?: Provenance | null
}

/** The changes of a payment: the balance of the payer, and the allowance that approveErc20 leaves to the spender. */
export const paymentChanges = ({ spending, from, takes, provenance = null }: Payment): Change[] => [
  balanceChange({ token: spending.token, address: from, expected: paid(spending.amount, takes), provenance }),
  allowanceChange({ spending, from, takes, provenance }),
]

const paid = (amount: bigint, takes: Payment['takes']): Expected =>
  takes === undefined || takes.least === amount
    ? -amount
    : { least: -amount, most: -takes.least, because: takes.because }

/** The change of an ERC-20 allowance by an approval of exactly the amount, if it is too low, and by what the spender takes. */
export function allowanceChange({ spending, from, takes, provenance = null }: Payment): Change {
  const { token, spender, amount, allowance } = spending
  const left = amount - (takes?.least ?? amount)
  return {
    kind: 'allowance',
    address: from,
    spender,
    token,
    contract: token.address,
    view: {
      to: token.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [from, spender] }),
    },
    expected: (before) => {
      const because = takes?.because ?? 'some tokens do not reduce an unlimited allowance'
      if (allowance !== null && allowance < amount)
        return left === 0n ? -before : { least: -before, most: left - before, because }
      // By convention, many tokens do not reduce an unlimited allowance.
      if (takes !== undefined || before >= maxUint256 / 2n) return { least: -amount, most: 0n, because }
      return -amount
    },
    provenance,
  }
}
