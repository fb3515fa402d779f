import type { BuildHandler } from '../context.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { leaveChanges, pairLabels } from './strategyChanges.ts'
import { strategyTexts } from './strategyWording.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { readStrategy } from './readStrategy.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `ownerEmergencyWithdrawFromCharm()` of a liquidity strategy, or `ownerEmergencyWithdrawFromLp()` if its
 * generation uses that name: all of its LP shares are redeemed for coins and dollars, which go to its vault with all
 * others.
 */
export const buildLpOwnerEmergencyWithdrawFromLp: BuildHandler<'buildLpOwnerEmergencyWithdrawFromLp'> = defineBuilder(
  async ({ body, from }, context) => {
    const { strategy, more } =
      (await readStrategy(context, body.strategy, (describe, { asset, usdc }) =>
        pairLabels(describe, [asset, usdc]),
      )) ?? {}
    if (strategy) refuseDemoVaults({ strategy: strategy.vault }, context.chain.config, strategy.demoShares)
    return strategyCall({
      from,
      to: body.strategy,
      strategy,
      names: ['ownerEmergencyWithdrawFromCharm', 'ownerEmergencyWithdrawFromLp'],
      args: [],
      describe: () => strategyTexts.withdrawFromLp(body.strategy, strategy?.vault ?? null),
      warnings: [
        'The vault also receives the USDC, but counts only creator coins as assets.',
        ...(strategy?.active
          ? ['The strategy stays active, so it invests the next allocation of the vault again.']
          : []),
        ...(strategy?.lpVault === null ? ['The strategy has no LP vault, so the call changes nothing.'] : []),
      ],
      effects: (found) => ({ changes: more ? leaveChanges(found, more) : [] }),
      extra: { shares: strategy?.shares?.toString() ?? null },
    })
  },
)
