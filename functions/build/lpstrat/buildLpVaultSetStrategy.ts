import { isAddressEqual, type Address } from 'viem'
import type { build } from '../../../schema/build.ts'
import { lpVaultActionsAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { type LpVault, readLpVault } from './readLpVault.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'

/**
 * Builds `setRebalanceDelegate(strategy)` of an LP vault that the configured factory knows, or with `mode` manager
 * `setManager(strategy)`, which counts once the new manager accepts.
 */
export const buildLpVaultSetStrategy: Handler<typeof build.buildLpVaultSetStrategy, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { strategy, mode } = body
  const { chain } = context
  const from = senderOf(principal, body.from)
  const { demoVaults } = chain.config
  refuseDemoVaults('strategy', [strategy], demoVaults, {})
  const { lpVault, more } = await readLpVault(chain, body.vault, ({ at }) => {
    const own = at(strategy, lpStrategyAbi)
    return { charmVault: own('charmVault'), lpVault: own('lpVault') }
  })
  refuseDemoVaults('strategy', [strategy], demoVaults, lpVault.demoShares)
  const changes = [
    mode === 'manager'
      ? settingChange('pendingManager', lpVault.pendingManager, strategy)
      : settingChange('rebalanceDelegate', lpVault.rebalanceDelegate, strategy),
  ]
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: lpVault.address,
        abi: lpVaultActionsAbi,
        functionName: mode === 'manager' ? 'setManager' : 'setRebalanceDelegate',
        args: [strategy],
        describe: ([strategy]) =>
          mode === 'manager'
            ? `Name ${strategy} as the next manager of the LP vault ${lpVault.address}.`
            : `Let ${strategy} rebalance the LP vault ${lpVault.address}.`,
      }),
      approvals: [],
      issues: notManager(lpVault, from),
      warnings: [
        ...(mode === 'manager'
          ? [
              `It counts once ${strategy} calls acceptManager() of the LP vault; a strategy that cannot call it never does.`,
            ]
          : []),
        ...otherLpVault(more.charmVault ?? more.lpVault, lpVault.address),
        ...unchangedWarnings(changes),
      ],
      asOf: lpVault.asOf,
      extra: { changes },
    },
    context,
  )
}

function notManager({ address, manager }: LpVault, from: Address): Issue[] {
  if (manager === null || isAddressEqual(manager, from)) return []
  return [
    {
      code: 'not_manager',
      message: `the LP vault ${address} takes it from its manager ${manager} alone, not from ${from}; a manager that is a contract must wrap the call`,
      reverts: 'manager',
      manager,
    },
  ]
}

/** `current` is the LP vault that the named strategy works with; null where it is no liquidity strategy. */
function otherLpVault(current: Address | null, lpVault: Address): string[] {
  if (current === null) return ['strategy: that address does not answer as a liquidity strategy.']
  return isAddressEqual(current, lpVault) ? [] : [`strategy: it works with another LP vault, ${current}.`]
}
