import type { BuildHandler } from '../context.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/** Builds `setAutoFeeTier(autoFeeTier)` of a liquidity strategy; the current generation does not have it. */
export const buildLpSetAutoFeeTier: BuildHandler<'buildLpSetAutoFeeTier'> = defineBuilder(
  async ({ body, from }, context) => {
    const read = await readStrategy(context, body.strategy, (_, { own }) => ({ current: own('autoFeeTier') }))
    const changes = [settingChange('autoFeeTier', read?.more.current, body.autoFeeTier)]
    return strategyCall({
      from,
      to: body.strategy,
      strategy: read?.strategy,
      names: ['setAutoFeeTier'],
      args: [body.autoFeeTier],
      describe: (args) => strategyTexts.setAutoFeeTier(body.strategy, args),
      warnings: unchangedWarnings(changes),
      extra: { changes },
    })
  },
)
