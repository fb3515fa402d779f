import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { readStrategy } from './readStrategy.ts'
import { strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'

/**
 * Builds `ownerEmergencyWithdrawFromCharm()` of a liquidity strategy, or `ownerEmergencyWithdrawFromLp()` where its
 * generation calls it so: all of its LP shares become coins and dollars, which go with all others to its vault.
 */
export const buildLpOwnerEmergencyWithdrawFromLp: Handler<
  typeof build.buildLpOwnerEmergencyWithdrawFromLp,
  BuildContext
> = async ({ body, principal }, context) => {
  const from = senderOf(principal, body.from)
  const { strategy } = (await readStrategy(context, body.strategy, () => ({}))) ?? {}
  if (strategy) refuseDemoVaults('strategy', [strategy.vault], context.chain.config.demoVaults, strategy.demoShares)
  const { name, issues } = strategyFunction(
    ['ownerEmergencyWithdrawFromCharm', 'ownerEmergencyWithdrawFromLp'],
    strategy,
  )
  const vault = strategy ? ` ${strategy.vault}` : ''
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: name,
        args: [],
        describe: () =>
          `Take everything of the liquidity strategy ${body.strategy} out of its LP vault, and send all of its coins and dollars to its vault${vault}.`,
      }),
      approvals: [],
      issues: strategy ? [...notOwner(strategy, from), ...issues] : [],
      warnings: [
        'The dollars go to the vault too, which counts coins alone.',
        ...(strategy?.active ? ['The strategy stays active: what the vault gives it next goes to work again.'] : []),
        ...(strategy?.lpVault === null ? ['The strategy has no LP vault: this changes nothing.'] : []),
      ],
      asOf: strategy?.asOf ?? null,
      extra: { shares: strategy?.shares?.toString() ?? null },
    },
    context,
  )
}
