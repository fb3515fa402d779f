import type { BuildHandler } from '../context.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { uniswapV3FactoryAbi } from '../../../shared/abi/uniswapV3.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { configuredAs, notProven } from '../../../shared/domain/provenance/provenance.ts'
import { unprovenIssue } from '../requireProven.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `setDexFactory(dexFactory)` of a liquidity strategy, or `setUniFactory(dexFactory)` if its generation uses
 * that name; the current generation has neither.
 */
export const buildLpSetDexFactory: BuildHandler<'buildLpSetDexFactory'> = defineBuilder(
  async ({ body, from }, context) => {
    const { dexFactory } = body
    const read = await readStrategy(
      context,
      body.strategy,
      ({ at }, { own, asset, usdc }) => ({
        dexFactory: own('dexFactory'),
        uniFactory: own('uniFactory'),
        pool: at(dexFactory, uniswapV3FactoryAbi)('getPool', [asset, usdc, own('swapPoolFee')]),
      }),
      { dexFactory },
    )
    const { strategy, more } = read ?? {}
    if (more && more.pool === null)
      throw new ApiError(
        'invalid_request',
        `dexFactory: ${dexFactory} does not answer getPool() as a Uniswap v3 factory does`,
      )
    const changes = [settingChange('dexFactory', more?.dexFactory ?? more?.uniFactory, dexFactory)]
    return strategyCall({
      from,
      to: body.strategy,
      strategy,
      names: ['setDexFactory', 'setUniFactory'],
      args: [dexFactory],
      describe: (args) => strategyTexts.setDexFactory(body.strategy, args),
      issues: () =>
        unprovenIssue({
          field: 'dexFactory',
          address: dexFactory,
          provenance:
            configuredAs(context.chain.config, ['dexFactory'], dexFactory) ??
            notProven('the configuration of this deployment names it as dexFactory'),
        }),
      warnings: [
        ...(more && knownAddress(more.pool) === null
          ? ['This factory has no pool of the creator coin and USDC with the swapPoolFee of the strategy.']
          : []),
        ...unchangedWarnings(changes),
      ],
      extra: { changes },
    })
  },
)
