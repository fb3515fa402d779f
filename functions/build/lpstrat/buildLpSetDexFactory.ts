import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { uniswapV3FactoryAbi } from '../../../shared/abi/uniswapV3.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'

/**
 * Builds `setDexFactory(dexFactory)` of a liquidity strategy, or `setUniFactory(dexFactory)` where its generation calls it
 * so; the current one has neither.
 */
export const buildLpSetDexFactory: Handler<typeof build.buildLpSetDexFactory, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { dexFactory } = body
  const from = senderOf(principal, body.from)
  const { demoVaults } = context.chain.config
  refuseDemoVaults('dexFactory', [dexFactory], demoVaults, {})
  const read = await readStrategy(context, body.strategy, ({ at }, { own, asset, usdc }) => ({
    dexFactory: own('dexFactory'),
    uniFactory: own('uniFactory'),
    pool: at(dexFactory, uniswapV3FactoryAbi)('getPool', [asset, usdc, own('swapPoolFee')]),
  }))
  const { strategy, more } = read ?? {}
  if (strategy) refuseDemoVaults('dexFactory', [dexFactory], demoVaults, strategy.demoShares)
  if (more && more.pool === null)
    throw new ApiError('invalid_request', `dexFactory: ${dexFactory} does not answer as a Uniswap v3 factory`)
  const { name, issues } = strategyFunction(['setDexFactory', 'setUniFactory'], strategy)
  const changes = [settingChange('dexFactory', more?.dexFactory ?? more?.uniFactory, dexFactory)]
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: name,
        args: [dexFactory],
        describe: ([factory]) => `Set the dex factory of the liquidity strategy ${body.strategy} to ${factory}.`,
      }),
      approvals: [],
      issues: strategy ? [...notOwner(strategy, from), ...issues] : [],
      warnings: [
        ...(more && knownAddress(more.pool) === null
          ? ['That factory has no pool of the coin and dollars with the fee of the strategy.']
          : []),
        ...unchangedWarnings(changes),
      ],
      asOf: strategy?.asOf ?? null,
      extra: { changes },
    },
    context,
  )
}
