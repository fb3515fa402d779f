import type { Address } from 'viem'
import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { knownAddress } from '../../../shared/chain/knownAddress.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BuildContext } from '../BuildContext.ts'
import { readStrategy, type Strategy } from './readStrategy.ts'
import { strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'

/**
 * Builds `initializeApprovals()` of a liquidity strategy: its router, LP vault and lending pool may take any amount of its
 * coins and dollars from then on. `grants` says who that is and what they may take now.
 */
export const buildLpInitializeApprovals: Handler<typeof build.buildLpInitializeApprovals, BuildContext> = async (
  { body, principal },
  context,
) => {
  const from = senderOf(principal, body.from)
  const read = await readStrategy(context, body.strategy, ({ at }, { own, asset, usdc, lpVaults }) => {
    const grant = (spender: (typeof lpVaults)[number]) => ({
      spender,
      asset: at(asset, erc20Abi)('allowance', [body.strategy, spender]),
      usdc: at(usdc, erc20Abi)('allowance', [body.strategy, spender]),
    })
    return {
      router: grant(own('UNISWAP_ROUTER')),
      charmVault: grant(lpVaults[0]),
      lpVault: grant(lpVaults[1]),
      lendingPool: grant(own('ajnaPool')),
    }
  })
  const { strategy, more } = read ?? {}
  const grants = strategy && more ? Object.values(more).flatMap((grant) => grantsOf(grant, strategy)) : null
  const { issues } = strategyFunction(['initializeApprovals'], strategy)
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: body.strategy,
        abi: lpStrategyActionsAbi,
        functionName: 'initializeApprovals',
        args: [],
        describe: () =>
          `Let the router, LP vault and lending pool of the liquidity strategy ${body.strategy} take any amount of its coins and dollars.`,
      }),
      approvals: [],
      issues: strategy ? [...notOwner(strategy, from), ...issues] : [],
      warnings: ['The approvals are unlimited, and stay until the strategy changes them: see grants.'],
      asOf: strategy?.asOf ?? null,
      extra: { grants },
    },
    context,
  )
}

interface Allowances {
  readonly spender: Address | null
  readonly asset: bigint | null
  readonly usdc: bigint | null
}

/** What a spender will be granted of coins and dollars; nothing where there is no such spender. */
function grantsOf({ spender, asset, usdc }: Allowances, strategy: Strategy) {
  const known = knownAddress(spender)
  if (known === null) return []
  const grant = (token: Address, allowance: bigint | null) => ({ token, spender: known, allowance: decimal(allowance) })
  return [grant(strategy.asset, asset), ...(strategy.usdc ? [grant(strategy.usdc, usdc)] : [])]
}
