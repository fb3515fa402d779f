import type { BuildHandler } from '../context.ts'
import { isAddressEqual, type Address } from 'viem'
import { lpVaultActionsAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { notManager } from './lpVaultIssues.ts'
import { lpVaultNames } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { lpVaultTexts } from './strategyWording.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { readLpVault } from './readLpVault.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'

/**
 * Builds `setRebalanceDelegate(strategy)` of an LP vault that the configured factory knows, or with `mode` manager
 * `setManager(strategy)`, which takes effect once the new manager accepts.
 */
export const buildLpVaultSetStrategy: BuildHandler<'buildLpVaultSetStrategy'> = defineBuilder(
  async ({ body, from }, context) => {
    const { strategy, mode } = body
    const { chain } = context
    refuseDemoVaults({ strategy }, chain.config)
    const { lpVault, more } = await readLpVault(chain, body.vault, (describe) => lpVaultNames(describe, strategy))
    refuseDemoVaults({ strategy }, chain.config, lpVault.demoShares)
    const changes = [
      mode === 'manager'
        ? settingChange('pendingManager', lpVault.pendingManager, strategy)
        : settingChange('rebalanceDelegate', lpVault.rebalanceDelegate, strategy),
    ]
    return {
      action: encodeStep({
        to: lpVault.address,
        abi: lpVaultActionsAbi,
        functionName: mode === 'manager' ? 'setManager' : 'setRebalanceDelegate',
        args: [strategy],
        describe: (args) =>
          mode === 'manager'
            ? lpVaultTexts.setManager(lpVault.address, args)
            : lpVaultTexts.setRebalanceDelegate(lpVault.address, args),
      }),
      issues: notManager(lpVault.address, lpVault.manager, from),
      warnings: [
        ...(mode === 'manager'
          ? [
              `The change takes effect when ${strategy} calls acceptManager() of the LP vault; a contract that cannot make this call never becomes manager.`,
            ]
          : []),
        ...otherLpVault(more.charmVault ?? more.lpVault, lpVault.address),
        ...unchangedWarnings(changes),
      ],
      changes: [],
      asOf: lpVault.asOf,
      extra: { changes },
    }
  },
)

/** `current` is the LP vault of the named strategy; null if that is not a liquidity strategy. */
function otherLpVault(current: Address | null, lpVault: Address): string[] {
  if (current === null) return ['strategy: this address does not answer as an LP strategy.']
  return isAddressEqual(current, lpVault) ? [] : [`strategy: this strategy uses another LP vault, ${current}.`]
}
