import type { BuildHandler } from '../context.ts'
import { isAddressEqual, zeroAddress, type Address } from 'viem'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi, uniswapV3RouterAbi } from '../../../shared/abi/uniswapV3.ts'
import { wrongPair } from './strategyIssues.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Issue } from '../../../schema/issues.ts'
import { notProven } from '../../../shared/domain/provenance/provenance.ts'
import { unprovenIssue } from '../requireProven.ts'
import type { Ref } from '../../../shared/chain/calls.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/** Builds `setSwapPool(swapPool)` of a liquidity strategy; the zero address removes its pool. */
export const buildLpSetSwapPool: BuildHandler<'buildLpSetSwapPool'> = defineBuilder(async ({ body, from }, context) => {
  const { swapPool } = body
  const read = await readStrategy(
    context,
    body.strategy,
    ({ at }, { own }) => {
      const pool = at(swapPool, uniswapV3PoolAbi)
      const [token0, token1, fee] = [pool('token0'), pool('token1'), pool('fee')]
      const { dexFactory } = context.chain.config.contracts
      const poolOf = (factory: Address | Ref<Address>) =>
        at(factory, uniswapV3FactoryAbi)('getPool', [token0, token1, fee])
      return {
        current: own('swapPool'),
        currentFee: own('swapPoolFee'),
        fee,
        slot0: pool('slot0'),
        ofRouter: poolOf(at(own('UNISWAP_ROUTER'), uniswapV3RouterAbi)('factory')),
        ofConfigured: dexFactory ? poolOf(dexFactory) : null,
        pair: { token0, token1 },
      }
    },
    { swapPool },
  )
  const { strategy, more } = read ?? {}
  if (more && swapPool !== zeroAddress && (!more.pair.token0 || !more.pair.token1))
    throw new ApiError('invalid_request', `swapPool: ${swapPool} does not answer token0() and token1() as a pool does`)
  const changes = [settingChange('swapPool', more?.current, swapPool)]
  return strategyCall({
    from,
    to: body.strategy,
    strategy,
    names: ['setSwapPool'],
    args: [swapPool],
    describe: (args) => strategyTexts.setSwapPool(body.strategy, args),
    issues: (strategy) =>
      more && swapPool !== zeroAddress
        ? [...notOfFactory(swapPool, more), ...wrongPair('swapPool', more.pair, strategy)]
        : [],
    warnings: [
      ...(swapPool === zeroAddress
        ? ['Without a swap pool the strategy cannot swap between the creator coin and USDC.']
        : []),
      ...(more && swapPool !== zeroAddress ? notAPool(swapPool, more) : []),
      ...otherFee(more?.fee ?? null, more?.currentFee ?? null),
      ...unchangedWarnings(changes),
    ],
    extra: { changes },
  })
})

interface PoolReads {
  readonly fee: number | null
  readonly slot0: unknown
  /** The pool that the factory of the strategy's router, and the configured one, have for the tokens and the fee. */
  readonly ofRouter: Address | null
  readonly ofConfigured: Address | null
}

/** The strategy checks only the two tokens of a pool, which other contracts have too. */
const notAPool = (swapPool: Address, { fee, slot0 }: PoolReads): string[] =>
  fee === null || slot0 === null
    ? [
        `swapPool: ${swapPool} does not answer fee() and slot0() as a Uniswap v3 pool does; the strategy accepts it, but cannot read a price from it.`,
      ]
    : []

/** The strategy trusts any price that its pool reports. */
const notOfFactory = (swapPool: Address, { ofRouter, ofConfigured }: PoolReads): Issue[] =>
  [ofRouter, ofConfigured].some((pool) => pool !== null && isAddressEqual(pool, swapPool))
    ? []
    : unprovenIssue({
        field: 'swapPool',
        address: swapPool,
        provenance: notProven(
          'the factory of the strategy’s router, or the configured one, created it; the strategy trusts any price that it reports',
        ),
      })

/** Prices come from this pool, while swaps use the one that the fee selects. */
const otherFee = (fee: number | null, swapPoolFee: number | null): string[] =>
  fee === null || swapPoolFee === null || fee === swapPoolFee
    ? []
    : [`The pool has a fee of ${fee}, but the strategy's swapPoolFee is ${swapPoolFee}, so it swaps in another pool.`]
