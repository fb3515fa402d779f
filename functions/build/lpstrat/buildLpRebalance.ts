import { isAddressEqual, type Address } from 'viem'
import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { lpVaultAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { strategyAbi } from '../../../shared/domain/vault/strategyAbi.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { readStrategy, type Strategy } from './readStrategy.ts'
import { strategyFunction } from './strategyFunction.ts'
import { cannotRebalance } from './strategyIssues.ts'

/**
 * Builds `rebalance()` of a liquidity strategy: its LP vault places its positions anew, and the strategy refuses to lose
 * more than depositSlippageBps by that.
 */
export const buildLpRebalance: Handler<typeof build.buildLpRebalance, BuildContext> = async (
  { body, principal },
  context,
) => {
  const from = senderOf(principal, body.from)
  const read = await readStrategy(context, body.strategy, ({ at }, { lpVaults }) => {
    const rebalancing = (address: (typeof lpVaults)[number]) => {
      const lp = at(address, lpVaultAbi)
      return {
        manager: lp('manager'),
        rebalanceDelegate: lp('rebalanceDelegate'),
        lastTimestamp: lp('lastTimestamp'),
        period: lp('period'),
      }
    }
    return {
      totalAssets: at(body.strategy, strategyAbi)('getTotalAssets'),
      charmVault: rebalancing(lpVaults[0]),
      lpVault: rebalancing(lpVaults[1]),
    }
  })
  const { strategy, more } = read ?? {}
  const { issues } = strategyFunction(['rebalance'], strategy)
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: 'rebalance',
        args: [],
        describe: () => `Have the liquidity strategy ${body.strategy} place the positions of its LP vault anew.`,
      }),
      approvals: [],
      issues:
        strategy && more
          ? [
              ...notOwnerOrVault(strategy, from),
              ...issues,
              ...worthNothing(more.totalAssets),
              ...lpVaultIssues(strategy, more.charmVault.manager === null ? more.lpVault : more.charmVault),
            ]
          : [],
      warnings: strategy?.lpVault === null ? ['The strategy has no LP vault: this changes nothing.'] : [],
      asOf: strategy?.asOf ?? null,
      extra: {},
    },
    context,
  )
}

const lpVaultIssues = (
  { address, lpVault, asOf }: Strategy,
  rebalancing: Parameters<typeof cannotRebalance>[1],
): Issue[] => (lpVault === null ? [] : cannotRebalance(lpVault, rebalancing, address, BigInt(asOf.timestamp)))

function notOwnerOrVault({ address, owner, vault }: Strategy, from: Address): Issue[] {
  if (owner === null || isAddressEqual(owner, from) || isAddressEqual(vault, from)) return []
  return [
    {
      code: 'not_owner',
      message: `${address} takes it from its owner ${owner} and its vault ${vault} alone, not from ${from}; an owner that is a contract must wrap the call`,
      reverts: 'Only owner or vault',
      owner,
    },
  ]
}

function worthNothing(totalAssets: bigint | null): Issue[] {
  if (totalAssets === null || totalAssets > 0n) return []
  return [
    {
      code: 'valuation_unavailable',
      message: 'the strategy says that it is worth nothing: it is empty, or has a debt and no fresh price',
      reverts: 'RebalanceValuationUnavailable',
    },
  ]
}
