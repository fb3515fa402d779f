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

/** Builds `setActive(active)` of a liquidity strategy: whether it puts deposits to work. */
export const buildLpSetActive: Handler<typeof build.buildLpSetActive, BuildContext> = async (
  { body, principal },
  context,
) => {
  const from = senderOf(principal, body.from)
  const { strategy } = (await readStrategy(context, body.strategy, () => ({}))) ?? {}
  const { issues } = strategyFunction(['setActive'], strategy)
  const changes = [settingChange('active', strategy?.active, body.active)]
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: 'setActive',
        args: [body.active],
        describe: ([active]) => `Make the liquidity strategy ${body.strategy} ${active ? 'active' : 'inactive'}.`,
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
