import type { BuildHandler } from '../context.ts'
import { lpVaultAbi, lpVaultActionsAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { pairLabels, placedChanges } from './strategyChanges.ts'
import { lpVaultTexts } from './strategyWording.ts'
import { readLpVault } from './readLpVault.ts'
import { cannotRebalance, nextRebalance } from './lpVaultIssues.ts'

/** Builds `rebalance()` of an LP vault that the configured factory knows: its positions are moved. */
export const buildLpVaultRebalance: BuildHandler<'buildLpVaultRebalance'> = defineBuilder(
  async ({ body, from }, context) => {
    const { lpVault, more } = await readLpVault(context.chain, body.vault, (describe) => {
      const own = describe.at(body.vault, lpVaultAbi)
      return { pool: own('pool'), labels: pairLabels(describe, [own('token0'), own('token1')]) }
    })
    return {
      action: encodeStep({
        to: lpVault.address,
        abi: lpVaultActionsAbi,
        functionName: 'rebalance',
        args: [],
        describe: () => lpVaultTexts.rebalance(lpVault.address),
      }),
      issues: cannotRebalance(lpVault.address, lpVault, from, BigInt(lpVault.asOf.timestamp)),
      warnings: ['The call has no slippage limit: if somebody moves the price just before it, the loss is unbounded.'],
      changes: placedChanges(lpVault.address, more.labels),
      payees: more.pool === null ? [] : [more.pool],
      asOf: lpVault.asOf,
      extra: {},
      expires: { times: [nextRebalance(lpVault)] },
    }
  },
)
