import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'

/** Builds `setAutoFeeTier(autoFeeTier)` of a liquidity strategy; the current generation does not have it. */
export const buildLpSetAutoFeeTier: Handler<typeof build.buildLpSetAutoFeeTier, BuildContext> = async (
  { body, principal },
  context,
) => {
  const from = senderOf(principal, body.from)
  const read = await readStrategy(context, body.strategy, (_, { own }) => ({ current: own('autoFeeTier') }))
  const { strategy, more } = read ?? {}
  const { issues } = strategyFunction(['setAutoFeeTier'], strategy)
  const changes = [settingChange('autoFeeTier', more?.current, body.autoFeeTier)]
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: 'setAutoFeeTier',
        args: [body.autoFeeTier],
        describe: ([on]) =>
          `Switch the automatic fee tier of the liquidity strategy ${body.strategy} ${on ? 'on' : 'off'}.`,
      }),
      approvals: [],
      issues: strategy ? [...notOwner(strategy, from), ...issues] : [],
      warnings: unchangedWarnings(changes),
      asOf: strategy?.asOf ?? null,
      extra: { changes },
    },
    context,
  )
}
