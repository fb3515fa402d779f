import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { baseUnits, countedUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { paymentChanges } from '../../../shared/calldata/changes.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import type { BuildHandler } from '../context.ts'
import { requireProven } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { readVault, refuseLosing, vaultProvenance } from './readVault.ts'
import { vaultActionsAbi } from './vaultActionsAbi.ts'
import { DEPOSIT_REFUSALS, depositIssues } from './vaultIssues.ts'
import { gains } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

/**
 * Builds `deposit(assets, receiver)` of a creator vault (ERC-4626), with the approval of the creator coin if the
 * allowance is too small.
 *
 * Throws demo_vault, what requireProven and readVault throw, and what baseUnits refuses.
 */
export const buildVaultDeposit: BuildHandler<'buildVaultDeposit'> = defineBuilder(async ({ body, from }, { chain }) => {
  const { vault: address, receiver = from } = body
  const given = givenIn(body.amount, body.amountDecimal)
  refuseDemoVaults({ vault: address, receiver }, chain.config)
  const read = await readVault(chain, { vault: address, from, owner: from }, (describe, { own, asset }) => ({
    most: own('maxDeposit', [receiver]),
    shares: own('previewDeposit', [countedUnits(describe, given, asset.decimals)]),
    fees: feeCalls(describe, address),
  }))
  const vault = read?.vault
  refuseLosing(receiver, [address, vault?.asset.address])
  refuseDemoVaults({ vault: address, receiver }, chain.config, vault?.demoShares)
  const provenance = vaultProvenance(chain, address, vault)
  const unproven = requireProven({ field: 'vault', address, provenance }, body.allowUnproven)
  const { most = null, shares = null, fees = NO_FEES } = read?.more ?? {}
  const assets = baseUnits(given, vault?.asset ?? null)
  const call = boundedCall({
    action: encodeStep({
      to: address,
      abi: vaultActionsAbi,
      functionName: 'deposit',
      args: [assets, receiver],
      describe: (args) => vaultTexts.deposit(address, vault?.asset ?? null, args),
    }),
    vault: address,
    amount: assets,
    token: vault?.asset ?? null,
    expected: shares,
    expectedToken: vault?.share ?? null,
    maxAmount: most,
    limit: body.limitAmount ?? body.limitAmountDecimal,
    more: fees,
  })
  return {
    ...call,
    approvals: vault
      ? approveErc20({ token: vault.asset, spender: address, amount: assets, allowance: vault.allowance })
      : [],
    issues: [...unproven, ...(vault ? depositIssues(vault, { assets, shares, most }) : []), ...call.issues],
    changes: vault
      ? [
          ...paymentChanges({
            spending: { token: vault.asset, spender: address, amount: assets, allowance: vault.allowance },
            from,
          }),
          gains(vault.share, receiver),
        ]
      : [],
    meanings: DEPOSIT_REFUSALS,
    asOf: vault?.asOf,
  }
})

const NO_FEES = { performanceFeeBps: null, managementFeeBps: null }

const feeCalls = ({ at }: Describe, vault: Address) => ({
  performanceFeeBps: at(vault, creatorVaultAbi)('performanceFee'),
  managementFeeBps: at(vault, creatorVaultAbi)('managementFee'),
})
