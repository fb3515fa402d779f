import * as z from 'zod'
import { Provenance } from '../provenance.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, textOrNull } from '../fields.ts'

/** Exact, without exponent. */
export const Decimal = (description: string, example?: string) =>
  z
    .string()
    .nullable()
    .meta({ description, ...(example === undefined ? {} : { example }) })

export const BucketPrice = (bucket: string) =>
  Decimal(`Price of ${bucket}, in creator coins for one USDC; null without a bucket of the pool`, '49.9')

export const Bps = (description: string) => z.int().nullable().describe(`${description}, in basis points`)

export const StrategyKind = z.enum(['lendpool', 'lpstrat', 'svm', 'unknown']).meta({
  id: 'VaultStrategyKind',
  description:
    'lendpool: lends in a lending pool through an inner vault; lpstrat: provides liquidity through an LP vault; svm: bridges to an SVM chain; unknown: another kind',
})

export const VaultStrategy = z
  .object({
    address: addressOrNull('The strategy; null if the vault does not name it'),
    kind: StrategyKind,
    owner: addressOrNull('Owner of the strategy'),
    asset: addressOrNull('Token that the strategy accepts; a misconfiguration if it is not the vault’s asset'),
    isActive: flagOrNull('Whether the strategy itself is active'),
    activeInVault: flagOrNull('Whether the strategy is active in the vault'),
    impaired: flagOrNull('Whether the strategy is impaired; the vault counts it as zero'),
    isValuationReady: flagOrNull('Whether the strategy can report its value now'),
    weight: amountOrNull('Weight, relative to `totalStrategyWeight`'),
    weightBps: Bps('Share of `totalStrategyWeight`, rounded down'),
    debt: amountOrNull('Debt to the vault, in base units of the asset'),
    maxAssets: amountOrNull(
      'Maximum value that the vault counts for it, in base units of the asset; 0: its debt is the maximum',
    ),
    totalAssets: amountOrNull('Value that the strategy reports, in base units of the asset'),
    realizableAssets: amountOrNull(
      'Value that it could return at once, in base units of the asset; null unless it is a lending strategy',
    ),
    lendpool: z
      .object({
        pool: addressOrNull('The lending pool'),
        collateralToken: addressOrNull('Collateral token of the pool'),
        idleBufferBps: amountOrNull(
          'Share of the assets that the strategy keeps out of the inner vault, in basis points',
        ),
        innerVault: addressOrNull('ERC-4626 vault between the strategy and the pool'),
        auth: addressOrNull('Contract with the rules of the inner vault'),
        authAdmin: addressOrNull('Account that may change the rules'),
        bufferRatioBps: amountOrNull('Share of the assets that the inner vault keeps for withdrawals, in basis points'),
        minBucketIndex: amountOrNull('Lowest bucket (highest price) in which the inner vault may lend'),
        minBucketPrice: BucketPrice('`minBucketIndex`'),
        paused: flagOrNull('Whether the inner vault is paused: no lending and no withdrawals'),
      })
      .nullable()
      .describe('Details of a lending strategy; null for other kinds'),
    lpstrat: z
      .object({
        lpVault: addressOrNull('LP vault that holds the liquidity'),
        swapPool: addressOrNull('Pool through which the strategy swaps'),
        swapPoolFee: amountOrNull('Fee of the swap pool, in hundredths of a basis point: 3000 is 0.3 %'),
        swapSlippageBps: amountOrNull('Maximum slippage of a swap, in basis points, at most 2000'),
        depositSlippageBps: amountOrNull('Maximum slippage of a deposit or rebalance, in basis points, at most 2000'),
        maxSwapPercent: amountOrNull('Maximum share of the idle assets that one deposit swaps, in percent'),
        autoFeeTier: flagOrNull(
          'Whether the strategy chooses the fee tier itself; null if this version of the contract has no such setting',
        ),
      })
      .nullable()
      .describe('Details of an LP strategy; null for other kinds'),
    svm: z
      .object({
        bridgeAdapter: addressOrNull('Contract that sends tokens to the bridge'),
        bridge: addressOrNull('Address of the bridge; null unless an older version of the contract names it'),
        destination: textOrNull('Destination account on the SVM chain, 32 bytes in hex'),
      })
      .nullable()
      .describe('Details of an SVM bridge strategy; null for other kinds'),
  })
  .meta({ id: 'VaultStrategy' })

export const VaultStrategies = atOneBlock('VaultStrategies', {
  vault: EvmAddress.describe('The requested vault'),
  provenance: Provenance,
  prelaunch: z
    .boolean()
    .describe('Whether this is a demonstration vault that has not launched: no deposit is built for it'),
  asset: EvmAddress.describe('The creator coin'),
  assetDecimals: z.int().nullable().meta({ description: 'Decimals of the amounts in this answer', example: 18 }),
  strategyCount: Amount.meta({
    description: 'Number of the vault’s strategies; the first 64 are listed',
    example: '2',
  }),
  totalStrategyWeight: amountOrNull('Sum of all strategy weights, without a unit'),
  strategies: z.array(VaultStrategy),
})
