import { zeroAddress } from 'viem'
import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { lpVaultAbi, lpVaultFactoryAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { readStrategy, type Strategy } from './readStrategy.ts'
import { requireRecognized } from './requireRecognized.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyFunction } from './strategyFunction.ts'
import { isOtherPair, notOwner, type Pair } from './strategyIssues.ts'

/**
 * Builds `setLpVault(lpVault)` of a liquidity strategy, or `setCharmVault(lpVault)` where its generation calls it so. The
 * factory of LP vaults must know the vault; the zero address takes the present one away.
 *
 * Throws read_needed when no node answers: only the factory tells a genuine LP vault from one made to drain approvals.
 */
export const buildLpSetVault: Handler<typeof build.buildLpSetVault, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { lpVault } = body
  const { chain } = context
  const from = senderOf(principal, body.from)
  const { demoVaults } = chain.config
  refuseDemoVaults('lpVault', [lpVault], demoVaults, {})
  const factory = lpVault === zeroAddress ? null : chain.role('lpVaultFactory')
  const read = await readStrategy(context, body.strategy, ({ at }) => {
    const candidate = at(lpVault, lpVaultAbi)
    return {
      recognized: factory && at(factory, lpVaultFactoryAbi)('isVault', [lpVault]),
      pair: { token0: candidate('token0'), token1: candidate('token1') },
    }
  })
  if (!read && factory)
    throw new ApiError('read_needed', 'lpVault: no node answered to tell whether the factory knows it; try again')
  const { strategy, more } = read ?? {}
  if (strategy) refuseDemoVaults('lpVault', [lpVault], demoVaults, strategy.demoShares)
  if (more && factory) requireRecognized('lpVault', lpVault, more.recognized, factory)
  const { name, issues } = strategyFunction(['setLpVault', 'setCharmVault'], strategy)
  const changes = [settingChange('lpVault', strategy && (strategy.lpVault ?? zeroAddress), lpVault)]
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: name,
        args: [lpVault],
        describe: ([next]) =>
          next === zeroAddress
            ? `Take the LP vault of the liquidity strategy ${body.strategy} away (set it to ${next}).`
            : `Set the LP vault of the liquidity strategy ${body.strategy} to ${next}.`,
      }),
      approvals: [],
      issues:
        strategy && more
          ? [...notOwner(strategy, from), ...issues, ...sharesLeft(strategy), ...wrongPair(more.pair, strategy)]
          : [],
      warnings: [
        factory === null
          ? 'Without an LP vault the strategy keeps its coins and dollars idle, and they earn nothing.'
          : 'The strategy lets the new LP vault take any amount of its coins and dollars.',
        ...unchangedWarnings(changes),
      ],
      asOf: strategy?.asOf ?? null,
      extra: { changes },
    },
    context,
  )
}

function sharesLeft({ lpVault, shares }: Strategy): Issue[] {
  if (lpVault === null || shares === null || shares === 0n) return []
  return [
    {
      code: 'lp_shares_outstanding',
      message: `the strategy holds ${shares} shares of its present LP vault ${lpVault}; withdraw them first`,
      reverts: 'CharmSharesOutstanding',
      lpVault,
      shares: String(shares),
    },
  ]
}

function wrongPair(pair: Pair, strategy: Strategy): Issue[] {
  if (!isOtherPair(pair, strategy)) return []
  return [
    {
      code: 'invalid_lp_vault',
      message: `lpVault: it is of ${pair.token0} and ${pair.token1}, the strategy of ${strategy.asset} and ${strategy.usdc}`,
      reverts: 'InvalidCharmVault',
      ...pair,
    },
  ]
}
