import type { BuildHandler } from '../context.ts'
import type { Address } from 'viem'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Ref } from '../../../shared/chain/calls.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { forEachName } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { STRATEGY } from '../../../shared/domain/provenance/kinds.ts'
import { configuredAs } from '../../../shared/domain/provenance/provenance.ts'
import { requireProven } from '../requireProven.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { grantChanges, pairLabels } from './strategyChanges.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy, type Strategy } from './readStrategy.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `initializeApprovals()` of a liquidity strategy: its router, LP vault and lending pool may then take any
 * amount of its creator coins and USDC. `grants` lists them with their current allowances. The strategy must be proven,
 * since it names the spenders.
 *
 * Throws contract_not_proven, and without a node read_needed.
 */
export const buildLpInitializeApprovals: BuildHandler<'buildLpInitializeApprovals'> = defineBuilder(
  async ({ body, from }, context) => {
    const read = await readStrategy(context, body.strategy, (describe, { own, asset, usdc, lpVaults }) => {
      const { at } = describe
      const grant = (spender: Ref<Address>) => ({
        spender,
        asset: at(asset, erc20Abi)('allowance', [body.strategy, spender]),
        usdc: at(usdc, erc20Abi)('allowance', [body.strategy, spender]),
      })
      return {
        labels: pairLabels(describe, [asset, usdc]),
        grants: {
          router: grant(own('UNISWAP_ROUTER')),
          ...forEachName(lpVaults, grant),
          lendingPool: grant(own('ajnaPool')),
        },
      }
    })
    const { strategy, more } = read ?? {}
    const provenance = strategy?.provenance ?? configuredAs(context.chain.config, STRATEGY.roles, body.strategy)
    const unproven = requireProven({ field: 'strategy', address: body.strategy, provenance }, body.allowUnproven)
    const grants = strategy && more ? Object.values(more.grants).flatMap((grant) => grantsOf(grant, strategy)) : null
    return strategyCall({
      from,
      to: body.strategy,
      strategy,
      names: ['initializeApprovals'],
      args: [],
      describe: () => strategyTexts.initializeApprovals(body.strategy),
      unproven,
      warnings: ['The approvals in `grants` are unlimited and stay until the strategy changes them.'],
      effects: ({ address }) => ({
        changes: more
          ? grantChanges(
              address,
              more.labels,
              Object.values(more.grants).map(({ spender }) => spender),
            )
          : [],
      }),
      extra: { grants },
    })
  },
)

interface Allowances {
  readonly spender: Address | null
  readonly asset: bigint | null
  readonly usdc: bigint | null
}

/** The approvals that a spender gets, of creator coins and USDC; empty if there is no such spender. */
function grantsOf({ spender, asset, usdc }: Allowances, strategy: Strategy) {
  const known = knownAddress(spender)
  if (known === null) return []
  const grant = (token: Address, allowance: bigint | null) => ({ token, spender: known, allowance: decimal(allowance) })
  return [grant(strategy.asset, asset), ...(strategy.usdc ? [grant(strategy.usdc, usdc)] : [])]
}
