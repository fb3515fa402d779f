import type { BuildHandler } from '../context.ts'
import { zeroAddress, type Address } from 'viem'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { uniswapV3FactoryAbi, uniswapV3RouterAbi } from '../../../shared/abi/uniswapV3.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/** Fee tiers that Uniswap v3 factories start with or added early, in hundredths of a basis point. */
const USUAL_FEES: readonly bigint[] = [100n, 500n, 3000n, 10_000n]

/**
 * Builds `setParameters(maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee)` of a liquidity strategy. The
 * contract sets all four at once: what the request leaves out is filled in from the chain.
 *
 * Throws invalid_request if there is nothing to set; read_needed if something is left out and no node answers.
 */
export const buildLpSetParameters: BuildHandler<'buildLpSetParameters'> = defineBuilder(
  async ({ body, from }, context) => {
    const { maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee } = body
    const given = { maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee }
    if (Object.values(given).every((value) => value === undefined))
      throw new ApiError('invalid_request', `body: must have at least one of ${Object.keys(given).join(', ')}`)
    const read = await readStrategy(context, body.strategy, ({ at }, { own, asset, usdc }) => {
      const fee = swapPoolFee === undefined ? own('swapPoolFee') : Number(swapPoolFee)
      const factory = at(own('UNISWAP_ROUTER'), uniswapV3RouterAbi)('factory')
      return {
        maxSwapPercent: own('maxSwapPercent'),
        swapSlippageBps: own('swapSlippageBps'),
        depositSlippageBps: own('depositSlippageBps'),
        swapPoolFee: own('swapPoolFee'),
        pool: at(factory, uniswapV3FactoryAbi)('getPool', [asset, usdc, fee]),
      }
    })
    const { strategy, more } = read ?? {}
    const next = (name: keyof typeof given): bigint => {
      const value = given[name] ?? more?.[name] ?? null
      if (value !== null) return BigInt(value)
      throw more
        ? new ApiError(
            'invalid_request',
            `${name}: is required, because the strategy does not report its current value`,
          )
        : new ApiError(
            'read_needed',
            `${name}: no node answered, so its current value is unknown; pass a value, or try again`,
          )
    }
    const fee = next('swapPoolFee')
    const args = [next('maxSwapPercent'), next('swapSlippageBps'), next('depositSlippageBps'), Number(fee)] as const
    const changes = [
      settingChange('maxSwapPercent', more?.maxSwapPercent, args[0]),
      settingChange('swapSlippageBps', more?.swapSlippageBps, args[1]),
      settingChange('depositSlippageBps', more?.depositSlippageBps, args[2]),
      settingChange('swapPoolFee', more?.swapPoolFee, args[3]),
    ]
    return strategyCall({
      from,
      to: body.strategy,
      strategy,
      names: ['setParameters'],
      args,
      describe: (own) => strategyTexts.setParameters(body.strategy, own),
      warnings: [
        ...unusualFee(fee, more?.pool ?? null),
        ...noSlippage('swapSlippageBps', args[1]),
        ...noSlippage('depositSlippageBps', args[2]),
        ...unchangedWarnings(changes),
      ],
      extra: { changes },
    })
  },
)

/** `pool` is the router's factory's pool for the fee; null if that was not read. */
function unusualFee(fee: bigint, pool: Address | null): string[] {
  if (pool === zeroAddress)
    return [
      `unusual_fee_tier: the factory of the strategy’s router has no pool of the creator coin and USDC with a fee of ${fee}; the contract accepts this setting, but swaps will fail.`,
    ]
  return pool !== null || USUAL_FEES.includes(fee)
    ? []
    : [
        `unusual_fee_tier: swapPoolFee ${fee} is not one of ${USUAL_FEES.join(', ')}, and it is unknown whether a pool with this fee exists; without one swaps fail.`,
      ]
}

const noSlippage = (name: string, bps: bigint): string[] =>
  bps === 0n ? [`${name} is 0, so nearly every step of the strategy that it limits will fail.`] : []
