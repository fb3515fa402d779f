import type { BuildHandler } from '../context.ts'
import { isAddressEqual } from 'viem'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { strategyBalanceTooLow, tokenInUse } from './strategyIssues.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { sentChanges } from './strategyChanges.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `ownerEmergencyWithdraw(token, to, amount)` of a liquidity strategy, which pays only to the strategy's own
 * vault.
 *
 * Throws invalid_request if `to` is another address, or `token` is not a token; read_needed when no node answers.
 */
export const buildLpOwnerEmergencyWithdraw: BuildHandler<'buildLpOwnerEmergencyWithdraw'> = defineBuilder(
  async ({ body, from }, context) => {
    const { token, to } = body
    const read = await readStrategy(
      context,
      body.strategy,
      ({ at }) => {
        const erc20 = at(token, erc20Abi)
        return {
          symbol: erc20('symbol'),
          decimals: erc20('decimals'),
          balance: erc20('balanceOf', [body.strategy]),
        }
      },
      { to },
    )
    if (!read)
      throw new ApiError(
        'read_needed',
        'to: no node answered, so the creator vault of the strategy is unknown; try again',
      )
    const {
      strategy,
      more: { balance, ...unit },
    } = read
    if (!isAddressEqual(to, strategy.vault))
      throw new ApiError('invalid_request', `to: must be the creator vault of the strategy, ${strategy.vault}`)
    if (balance === null) throw new ApiError('invalid_request', `token: ${token} does not answer as an ERC-20 token`)
    const label = { ...unit, address: token }
    const amount = baseUnits(givenIn(body.amount, body.amountDecimal), label)
    return strategyCall({
      from,
      to: strategy.address,
      strategy,
      names: ['ownerEmergencyWithdraw'],
      args: [token, to, amount],
      describe: (args) => strategyTexts.withdraw(strategy.address, args, unit),
      issues: () => [...tokenInUse(token, strategy), ...strategyBalanceTooLow(amount, balance, label)],
      warnings: amount === 0n ? ['The amount is zero, so the call moves nothing.'] : [],
      effects: () => ({ changes: sentChanges(strategy, label, amount) }),
      extra: { balance: String(balance) },
    })
  },
)
