import type { Address, Hex } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { TokenLabel } from '../../text/wording.ts'
import { lendpoolAbi, lendpoolFactoryAbi, lendpoolInfoAbi } from './lendpoolAbi.ts'
import { loanCalls, loanOf, type Lup, lupOf, pairCalls } from './loanCalls.ts'
import type { Loan } from './loanMath.ts'

/** All pools of ERC-20 tokens belong to this subset: the hash of `ERC20_NON_SUBSET_HASH`. */
export const SUBSET: Hex = '0x2263c4378b4920f0bef611a3ff22c506afa4745b3319c50b6d704a874990b8b2'

export interface Parties {
  readonly pool: Address
  readonly borrower: Address
  readonly sender: Address
}

/** The pool of a pair of ERC-20 tokens, by its factory; the zero address if there is none. */
export const poolCall = (
  { at }: Pick<Describe, 'at'>,
  factory: Address,
  { collateral, quote }: Readonly<Record<'collateral' | 'quote', Address | Ref<Address>>>,
) => at(factory, lendpoolFactoryAbi)('deployedPools', [SUBSET, collateral, quote])

interface Contracts {
  readonly factory: Address
  readonly info: Address
}

/**
 * The reads behind everything that a sender may do with a loan: the pool's terms, whether its factory made it
 * (`deployedPools`), the loan, and the sender's holdings of the two tokens.
 */
export const lendpoolCalls = (
  describe: Describe,
  { pool: address, borrower, sender }: Omit<Parties, 'pool'> & { readonly pool: Address | Ref<Address> },
  { factory, info: infoAddress }: Contracts,
) => {
  const { at } = describe
  const pool = at(address, lendpoolAbi)
  const info = at(infoAddress, lendpoolInfoAbi)
  const { quote, collateral } = pairCalls(describe, address)
  const token = (of: Ref<Address>, scale: Ref<bigint>) => {
    const call = at(of, erc20Abi)
    return {
      address: of,
      scale,
      symbol: call('symbol'),
      decimals: call('decimals'),
      balance: call('balanceOf', [sender]),
      allowance: call('allowance', [sender, address]),
    }
  }
  return {
    made: poolCall(describe, factory, { collateral, quote }),
    quote: token(quote, pool('quoteTokenScale')),
    collateral: token(collateral, pool('collateralScale')),
    loan: loanCalls(describe, infoAddress, address, borrower),
    available: info('availableQuoteTokenAmount', [address]),
    feeRate: info('borrowFeeRate', [address]),
    debtInfo: pool('debtInfo'),
    loansInfo: pool('loansInfo'),
    rateInfo: pool('interestRateInfo'),
    auction: pool('auctionInfo', [borrower]),
  }
}

type LendpoolReads = Resolved<ReturnType<typeof lendpoolCalls>>

/** A token of a pool, and the sender's balance of it in base units; null if it was not read. */
export interface PoolToken extends TokenLabel {
  /** WAD in one base unit. */
  readonly scale: bigint
  readonly balance: bigint | null
  /** The allowance that the sender has given the pool. */
  readonly allowance: bigint | null
}

/** A lending pool and one borrower's loan in it at one block. Amounts and prices are in WAD; null means not known. */
export interface Lendpool {
  readonly quote: PoolToken
  readonly collateral: PoolToken
  readonly loan: Loan
  readonly isInAuction: boolean
  readonly lup: Lup | null
  /** Amount that can be borrowed. */
  readonly available: bigint | null
  /** The fraction of a borrowed amount that is owed at once. */
  readonly feeRate: bigint | null
  /** Yearly interest rate. */
  readonly rate: bigint | null
  readonly poolDebt: bigint | null
  readonly loanCount: bigint | null
}

/**
 * The pool as it was read. Throws invalid_request, naming the request's field `pool`, if the factory did not make it,
 * and role_not_configured if the configured factory or information contract does not answer as one.
 */
export function lendpoolOf(pool: Address, { factory, info }: Contracts, reads: LendpoolReads): Lendpool {
  const { made, available, feeRate, debtInfo, loansInfo, rateInfo, auction } = reads
  const [quote, collateral] = [toToken(reads.quote), toToken(reads.collateral)]
  if (quote && collateral && made === null)
    throw new ApiError(
      'role_not_configured',
      `lendpoolFactory ${factory} does not answer as a factory of lending pools`,
    )
  if (!quote || !collateral || made !== pool)
    throw new ApiError('invalid_request', `pool: ${pool} is not a lending pool that the factory ${factory} created`)
  const loan = loanOf(reads.loan)
  if (!loan)
    throw new ApiError(
      'role_not_configured',
      `lendpoolInfo ${info} does not answer as the information contract of lending pools`,
    )
  return {
    quote,
    collateral,
    loan,
    isInAuction: auction !== null && auction[3] > 0n,
    lup: lupOf(reads.loan),
    available,
    feeRate,
    rate: rateInfo && rateInfo[0],
    poolDebt: debtInfo && debtInfo[0],
    loanCount: loansInfo && loansInfo[2],
  }
}

/** Null if the contract is not a pool. */
const toToken = ({ address, scale, ...others }: LendpoolReads['quote']): PoolToken | null =>
  address && scale ? { address, scale, ...others } : null
