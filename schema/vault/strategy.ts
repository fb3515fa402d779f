import { z } from '@hono/zod-openapi'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'

/** Exact, without exponent. */
export const Decimal = (description: string, example?: string) =>
  z
    .string()
    .nullable()
    .openapi({ description, ...(example === undefined ? {} : { example }) })

export const Bps = (description: string) =>
  z
    .int()
    .nullable()
    .openapi({ description: `${description}, in basis points` })

export const Flag = (description: string) => z.boolean().nullable().openapi({ description })

export const address = (description: string) => EvmAddress.nullable().openapi({ description })

export const amount = (description: string) => Amount.nullable().openapi({ description })

export const StrategyKind = z.enum(['lendpool', 'lpstrat', 'svm', 'unknown']).openapi('VaultStrategyKind', {
  description:
    'lendpool: lends in a pool through an inner vault; lpstrat: provides liquidity through an LP vault; svm: bridges to an SVM chain',
})

export const VaultStrategy = z
  .object({
    address: address('The strategy; null if the vault does not name it'),
    kind: StrategyKind,
    owner: address('Owner of the strategy'),
    asset: address('Token that the strategy accepts; anything but the vault’s asset is an error'),
    isActive: Flag('Its own switch'),
    activeInVault: Flag('The vault’s switch for it'),
    impaired: Flag('The vault counts an impaired strategy as nothing'),
    isValuationReady: Flag('The strategy can report its value now'),
    weight: amount('Weight, relative to totalStrategyWeight'),
    weightBps: Bps('Its part of totalStrategyWeight, rounded down'),
    debt: amount('What it owes the vault, in base units of the asset'),
    maxAssets: amount('Most that the vault counts for it, in base units of the asset; 0 means its debt'),
    totalAssets: amount('Value that it reports, in base units of the asset'),
    realizableAssets: amount(
      'What it could return at once, in base units of the asset; only lending strategies report it',
    ),
    lendpool: z
      .object({
        pool: address('The lending pool'),
        collateralToken: address('Token that borrowers of the pool pledge'),
        idleBufferBps: amount('Part of all assets that the strategy keeps out of the inner vault, in basis points'),
        innerVault: address('ERC-4626 vault between the strategy and the pool'),
        auth: address('Rule book of the inner vault'),
        authAdmin: address('Who may change the rules'),
        bufferRatioBps: amount('Part that the inner vault keeps for exits, in basis points'),
        minBucketIndex: amount('Lowest bucket (highest price) in which the inner vault may lend'),
        paused: Flag('The inner vault neither lends nor pays out'),
      })
      .nullable()
      .openapi({ description: 'Only of kind lendpool' }),
    lpstrat: z
      .object({
        lpVault: address('Vault of two tokens that holds the liquidity'),
        swapPool: address('Pool in which the strategy swaps'),
        swapPoolFee: amount('Fee of that pool in hundredths of a basis point: 3000 is 0.3 %'),
        swapSlippageBps: amount('Most that a swap may lose, in basis points, at most 2000'),
        depositSlippageBps: amount('Most that a deposit or rebalance may lose, in basis points, at most 2000'),
        maxSwapPercent: amount('Largest part of the idle assets that one deposit sells, in percent'),
        autoFeeTier: Flag(
          'Whether it chooses the fee tier itself; null if this generation of the contract has no such switch',
        ),
      })
      .nullable()
      .openapi({ description: 'Only of kind lpstrat' }),
    svm: z
      .object({
        bridgeAdapter: address('Contract that hands tokens to the bridge'),
        bridge: address('The bridge itself, where an older generation names it'),
        destination: z.string().nullable().openapi({ description: '32 bytes of an SVM account, hex' }),
      })
      .nullable()
      .openapi({ description: 'Only of kind svm' }),
  })
  .openapi('VaultStrategy')

export const VaultStrategies = atOneBlock('VaultStrategies', {
  vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
  prelaunch: z.boolean().openapi({ description: 'A demonstration vault: not a place to deposit to yet' }),
  asset: EvmAddress.openapi({ description: 'The creator coin' }),
  assetDecimals: z.int().nullable().openapi({ description: 'Decimals of every amount here', example: 18 }),
  strategyCount: Amount.openapi({
    description: 'How many strategies the vault has; the first 64 are listed',
    example: '2',
  }),
  totalStrategyWeight: Amount.nullable().openapi({
    description: 'Sum that the weights are relative to, a plain number',
  }),
  strategies: z.array(VaultStrategy),
})
