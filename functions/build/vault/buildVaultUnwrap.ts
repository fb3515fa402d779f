import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { insufficientBalance } from '../../../shared/domain/token/insufficientBalance.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BuildHandler } from '../context.ts'
import { unprovenIssue } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { readWrapper, requireWrapper } from './readWrapper.ts'
import { wrapperActionsAbi } from './vaultActionsAbi.ts'
import { tooSoon } from './vaultIssues.ts'
import { exactly, gains } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

/**
 * Builds `unwrap(amount)` of a vault's wrapper, which burns share tokens of the sender and returns vault shares.
 *
 * Throws invalid_request for a vault without a wrapper, and what readWrapper and baseUnits throw.
 */
export const buildVaultUnwrap: BuildHandler<'buildVaultUnwrap'> = defineBuilder(async ({ body, from }, { chain }) => {
  const given = givenIn(body.amount, body.amountDecimal)
  const { vault, wrapper: found } = await readWrapper(chain, { vault: body.vault, from, given, direction: 'unwrap' })
  const { address, provenance, share, asOf } = vault
  const wrapper = requireWrapper(vault, found)
  const amount = baseUnits(given, wrapper.shareToken)
  const call = boundedCall({
    action: encodeStep({
      to: wrapper.address,
      abi: wrapperActionsAbi,
      functionName: 'unwrap',
      args: [amount],
      describe: (args) => vaultTexts.unwrap(wrapper.address, wrapper.shareToken, args),
    }),
    vault: address,
    amount,
    token: wrapper.shareToken,
    expected: wrapper.expected,
    expectedToken: share,
    limit: body.limitAmount ?? body.limitAmountDecimal,
    more: { wrapper: wrapper.address, feeBps: decimal(wrapper.feeBps) },
  })
  return {
    ...call,
    issues: [
      ...unprovenIssue({ field: 'vault', address, provenance }),
      ...insufficientBalance(amount, wrapper.held, wrapper.shareToken),
      ...tooSoon(vault, wrapper.lastBlock, wrapper.delay, 'WrapperWithdrawTooSoon'),
      ...call.issues,
    ],
    changes: [exactly(wrapper.shareToken, from, -amount), gains(share, from)],
    asOf,
  }
})
