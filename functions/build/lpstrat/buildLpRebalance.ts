import type { BuildHandler } from '../context.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { currentOf, forEachName } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { lpVaultAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { rebalancingCalls } from '../../../shared/domain/lpstrat/lpVaultCalls.ts'
import { cannotRebalance } from './lpVaultIssues.ts'
import { notOwnerOrVault, worthNothing } from './strategyIssues.ts'
import { strategyAbi } from '../../../shared/domain/vault/strategyAbi.ts'
import { pairLabels, placedChanges } from './strategyChanges.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `rebalance()` of a liquidity strategy: its LP vault moves its positions to the current price, and the strategy
 * reverts if that loses more than depositSlippageBps.
 */
export const buildLpRebalance: BuildHandler<'buildLpRebalance'> = defineBuilder(async ({ body, from }, context) => {
  const read = await readStrategy(context, body.strategy, (describe, { asset, usdc, lpVaults }) => ({
    totalAssets: describe.at(body.strategy, strategyAbi)('getTotalAssets'),
    names: lpVaults,
    labels: pairLabels(describe, [asset, usdc]),
    pools: forEachName(lpVaults, (lpVault) => ({ pool: describe.at(lpVault, lpVaultAbi)('pool') })),
    rebalancing: forEachName(lpVaults, (lpVault) => rebalancingCalls(describe, lpVault)),
  }))
  const { strategy, more } = read ?? {}
  return strategyCall({
    from,
    to: body.strategy,
    strategy,
    names: ['rebalance'],
    args: [],
    describe: () => strategyTexts.rebalance(body.strategy),
    sender: notOwnerOrVault,
    issues: ({ address, lpVault, asOf }) =>
      more
        ? [
            ...worthNothing(more.totalAssets),
            ...(lpVault === null
              ? []
              : cannotRebalance(lpVault, currentOf(more.names, more.rebalancing), address, BigInt(asOf.timestamp))),
          ]
        : [],
    warnings: strategy?.lpVault === null ? ['The strategy has no LP vault, so the call changes nothing.'] : [],
    effects: ({ lpVault }) => ({
      changes: more && lpVault !== null ? placedChanges(lpVault, more.labels) : [],
      payees: more ? Object.values(more.pools).flatMap(({ pool }) => pool ?? []) : [],
    }),
    extra: {},
  })
})
