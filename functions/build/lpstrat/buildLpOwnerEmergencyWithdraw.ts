import { isAddressEqual, type Address } from 'viem'
import type { build } from '../../../schema/build.ts'
import { lpStrategyActionsAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { tokenText, type TokenLabel } from '../../../shared/calldata/wording.ts'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { readStrategy, type Strategy } from './readStrategy.ts'
import { strategyFunction } from './strategyFunction.ts'
import { notOwner } from './strategyIssues.ts'

/**
 * Builds `ownerEmergencyWithdraw(token, to, amount)` of a liquidity strategy, which pays to the strategy's own vault alone.
 *
 * Throws invalid_request where `to` is another address, or `token` no token; read_needed when no node answers to tell.
 */
export const buildLpOwnerEmergencyWithdraw: Handler<typeof build.buildLpOwnerEmergencyWithdraw, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { token, to, amount } = body
  const from = senderOf(principal, body.from)
  const { demoVaults } = context.chain.config
  refuseDemoVaults('to', [to], demoVaults, {})
  const read = await readStrategy(context, body.strategy, ({ at }) => {
    const erc20 = at(token, erc20Abi)
    return {
      symbol: erc20('symbol'),
      decimals: erc20('decimals'),
      balance: erc20('balanceOf', [body.strategy]),
    }
  })
  if (!read) throw new ApiError('read_needed', 'to: no node answered to tell the vault of the strategy; try again')
  const { strategy, more } = read
  refuseDemoVaults('to', [to], demoVaults, strategy.demoShares)
  if (!isAddressEqual(to, strategy.vault))
    throw new ApiError('invalid_request', `to: must be ${strategy.vault}, the vault of the strategy`)
  if (more.balance === null) throw new ApiError('invalid_request', `token: ${token} does not answer as an ERC-20 token`)
  const label = { address: token, symbol: more.symbol, decimals: more.decimals }
  const { issues } = strategyFunction(['ownerEmergencyWithdraw'], strategy)
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: strategy.address,
        abi: lpStrategyActionsAbi,
        functionName: 'ownerEmergencyWithdraw',
        args: [token, to, amount],
        describe: ([token, to, amount]) =>
          `Send ${tokenText(amount, { ...label, address: token })} from the liquidity strategy ${strategy.address} to its vault ${to}.`,
      }),
      approvals: [],
      issues: [
        ...notOwner(strategy, from),
        ...issues,
        ...whileActive(token, strategy),
        ...balanceTooLow(amount, more.balance, label),
      ],
      warnings: amount === 0n ? ['The amount is zero: nothing moves.'] : [],
      asOf: strategy.asOf,
      extra: { balance: String(more.balance) },
    },
    context,
  )
}

function whileActive(token: Address, { active, asset, usdc, lpVault }: Strategy): Issue[] {
  const isCore = [asset, usdc, lpVault].some((core) => core !== null && isAddressEqual(core, token))
  if (!active || !isCore) return []
  return [
    {
      code: 'strategy_active',
      message: `token: an active strategy does not give out ${token}, which it works with; set it inactive first`,
      reverts: 'EmergencyWithdrawRestrictedToken',
    },
  ]
}

function balanceTooLow(amount: bigint, balance: bigint, token: TokenLabel): Issue[] {
  if (balance >= amount) return []
  return [
    {
      code: 'strategy_balance_too_low',
      message: `amount: the strategy holds ${tokenText(balance, token)}`,
      reverts: 'ERC20InsufficientBalance',
      balance: String(balance),
      needed: String(amount),
    },
  ]
}
