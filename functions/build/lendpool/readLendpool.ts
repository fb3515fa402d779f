import { keccak256, stringToHex, type Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { lendpoolAbi, lendpoolFactoryAbi, lendpoolInfoAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { TokenLabel } from '../../../shared/calldata/wording.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { describeDemoShares, refuseDemoVaults } from '../demoVaults.ts'

/** Pools of ERC-20 tokens are all of this subset. */
const SUBSET = keccak256(stringToHex('ERC20_NON_SUBSET_HASH'))

/** A token of a pool, and what its sender has of it in base units; null where it was not read. */
export interface PoolToken extends TokenLabel {
  /** WAD in one base unit. */
  readonly scale: bigint
  readonly balance: bigint | null
  /** What the pool may take from the sender. */
  readonly allowance: bigint | null
}

/** A loan with interest up to the block, in WAD. */
export interface Loan {
  readonly debt: bigint
  readonly collateral: bigint
}

/** A lending pool and one borrower's standing in it at one block. Amounts and prices are in WAD; null is not known. */
export interface Lendpool {
  readonly asOf: AsOf
  readonly quote: PoolToken
  readonly collateral: PoolToken
  readonly loan: Loan
  readonly isInAuction: boolean
  /** Price and bucket of the lowest deposit that is lent. */
  readonly lup: { readonly price: bigint; readonly index: bigint } | null
  /** What can be borrowed. */
  readonly available: bigint | null
  /** Part of a borrowed amount that is owed at once. */
  readonly feeRate: bigint | null
  /** Interest of a year. */
  readonly rate: bigint | null
  readonly poolDebt: bigint | null
  readonly loanCount: bigint | null
  readonly demoShares: Readonly<Record<string, Address | null>>
}

interface Parties {
  readonly pool: Address
  readonly borrower: Address
  readonly sender: Address
}

/**
 * Reads a pool, whether its factory made it (`deployedPools`), the borrower's loan and what the sender has, in one upstream
 * request; null when no node answers.
 *
 * Throws demo_vault for a pool that is a vault which has not launched or its share token, invalid_request for one that the
 * factory did not make, role_not_configured where the configured factory or
 * information contract is none.
 */
export async function readLendpool(chain: Chain, parties: Parties): Promise<Lendpool | null> {
  refuseDemoVaults('pool', [parties.pool], chain.config.demoVaults, {})
  const [factory, info] = [chain.role('lendpoolFactory'), chain.role('lendpoolInfo')]
  const read = await readIfReachable(chain, (describe) => ({
    ...poolCalls(describe, { ...parties, factory, info }),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  if (!read) return null
  refuseDemoVaults('pool', [parties.pool], chain.config.demoVaults, read.value.demoShares)
  const { made, quote, collateral, borrower, prices, debtInfo, loansInfo, rateInfo, auction, ...others } = read.value
  const [quoteToken, collateralToken] = [toToken(quote), toToken(collateral)]
  if (quoteToken && collateralToken && made === null)
    throw new ApiError(
      'role_not_configured',
      `lendpoolFactory ${factory} does not answer as a factory of lending pools`,
    )
  if (!quoteToken || !collateralToken || made !== parties.pool)
    throw new ApiError(
      'invalid_request',
      `pool: ${parties.pool} is not a lending pool that the factory ${factory} made`,
    )
  if (!borrower) throw new ApiError('role_not_configured', `lendpoolInfo ${info} does not tell of lending pools`)
  return {
    asOf: read.asOf,
    quote: quoteToken,
    collateral: collateralToken,
    loan: { debt: borrower[0], collateral: borrower[1] },
    isInAuction: auction !== null && auction[3] > 0n,
    lup: prices && { price: prices[4], index: prices[5] },
    rate: rateInfo && rateInfo[0],
    poolDebt: debtInfo && debtInfo[0],
    loanCount: loansInfo && loansInfo[2],
    ...others,
  }
}

interface Contracts extends Parties {
  readonly factory: Address
  readonly info: Address
}

function poolCalls({ at }: Describe, { pool: address, borrower, sender, factory, info: infoAddress }: Contracts) {
  const pool = at(address, lendpoolAbi)
  const info = at(infoAddress, lendpoolInfoAbi)
  const [quote, collateral] = [pool('quoteTokenAddress'), pool('collateralAddress')]
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
    made: at(factory, lendpoolFactoryAbi)('deployedPools', [SUBSET, collateral, quote]),
    quote: token(quote, pool('quoteTokenScale')),
    collateral: token(collateral, pool('collateralScale')),
    borrower: info('borrowerInfo', [address, borrower]),
    prices: info('poolPricesInfo', [address]),
    available: info('availableQuoteTokenAmount', [address]),
    feeRate: info('borrowFeeRate', [address]),
    debtInfo: pool('debtInfo'),
    loansInfo: pool('loansInfo'),
    rateInfo: pool('interestRateInfo'),
    auction: pool('auctionInfo', [borrower]),
  }
}

type TokenReads = Resolved<ReturnType<typeof poolCalls>['quote']>

/** Null where the contract that was asked is no pool. */
const toToken = ({ address, scale, ...others }: TokenReads): PoolToken | null =>
  address && scale ? { address, scale, ...others } : null
