import type { BuildHandler } from '../context.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/** Builds `setActive(active)` of a liquidity strategy: whether it puts deposits to work. */
export const buildLpSetActive: BuildHandler<'buildLpSetActive'> = defineBuilder(async ({ body, from }, context) => {
  const { strategy } = (await readStrategy(context, body.strategy, () => ({}))) ?? {}
  const changes = [settingChange('active', strategy?.active, body.active)]
  return strategyCall({
    from,
    to: body.strategy,
    strategy,
    names: ['setActive'],
    args: [body.active],
    describe: (args) => strategyTexts.setActive(body.strategy, args),
    warnings: unchangedWarnings(changes),
    extra: { changes },
  })
})
