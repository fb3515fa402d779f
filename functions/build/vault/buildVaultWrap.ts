import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { paymentChanges } from '../../../shared/calldata/changes.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BuildHandler } from '../context.ts'
import { requireProven } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { readWrapper, requireWrapper } from './readWrapper.ts'
import { wrapperActionsAbi } from './vaultActionsAbi.ts'
import { wrapIssues } from './vaultIssues.ts'
import { gains } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

/**
 * Builds `wrap(amount)` of a vault's wrapper, which turns vault shares into share tokens, with the approval of the
 * vault shares if the allowance is too small.
 *
 * Throws demo_vault, invalid_request for a vault without a wrapper, and what requireProven, readWrapper and baseUnits
 * throw.
 */
export const buildVaultWrap: BuildHandler<'buildVaultWrap'> = defineBuilder(async ({ body, from }, { chain }) => {
  const given = givenIn(body.amount, body.amountDecimal)
  refuseDemoVaults({ vault: body.vault }, chain.config)
  const { vault, wrapper: found } = await readWrapper(chain, { vault: body.vault, from, given, direction: 'wrap' })
  const { address, provenance, share, demoShares, asOf } = vault
  refuseDemoVaults({ vault: [address, found?.shareToken.address ?? null] }, chain.config, demoShares)
  const unproven = requireProven({ field: 'vault', address, provenance }, body.allowUnproven)
  const wrapper = requireWrapper(vault, found)
  const amount = baseUnits(given, share)
  const call = boundedCall({
    action: encodeStep({
      to: wrapper.address,
      abi: wrapperActionsAbi,
      functionName: 'wrap',
      args: [amount],
      describe: (args) => vaultTexts.wrap(wrapper.address, share, args),
    }),
    vault: address,
    amount,
    token: share,
    expected: wrapper.expected,
    expectedToken: wrapper.shareToken,
    limit: body.limitAmount ?? body.limitAmountDecimal,
    more: { wrapper: wrapper.address, feeBps: decimal(wrapper.feeBps) },
  })
  return {
    ...call,
    approvals: approveErc20({ token: share, spender: wrapper.address, amount, allowance: wrapper.allowance }),
    issues: [...unproven, ...wrapIssues(vault, amount, wrapper.expected), ...call.issues],
    changes: [
      ...paymentChanges({
        spending: { token: share, spender: wrapper.address, amount, allowance: wrapper.allowance },
        from,
      }),
      gains(wrapper.shareToken, from),
    ],
    asOf,
  }
})
