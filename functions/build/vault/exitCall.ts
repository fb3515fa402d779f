import type { Address } from 'viem'
import type { GivenAmount } from '../../../schema/tokenAmount.ts'
import { baseUnits, countedUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { allowanceChange } from '../../../shared/calldata/changes.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import type { BuildContext } from '../context.ts'
import { unprovenIssue } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { readVault, refuseLosing, type VaultRefs } from './readVault.ts'
import { vaultActionsAbi } from './vaultActionsAbi.ts'
import { EXIT_REFUSALS, exitIssues } from './vaultIssues.ts'
import { exactly, gains, loses, RATE_DECIDES } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

interface ExitRequest {
  readonly body: {
    readonly vault: Address
    readonly amount?: bigint | undefined
    readonly amountDecimal?: GivenAmount | undefined
    readonly receiver?: Address | undefined
    readonly owner?: Address | undefined
    readonly limitAmount?: bigint | undefined
    readonly limitAmountDecimal?: GivenAmount | undefined
  }
  readonly from: Address
}

/**
 * A withdrawal from a creator vault. A vault that has not launched pays out like any other; only a receiver that the
 * request names is not to be one.
 *
 * Throws demo_vault for such a receiver, what readVault throws, and what baseUnits refuses.
 */
export async function exitCall(
  functionName: 'withdraw' | 'redeem',
  { body, from }: ExitRequest,
  { chain }: BuildContext,
) {
  const { vault: address, receiver = from, owner = from } = body
  const isByAssets = functionName === 'withdraw'
  const given = givenIn(body.amount, body.amountDecimal)
  const named = body.receiver ? { receiver: body.receiver } : {}
  refuseDemoVaults(named, chain.config)
  const read = await readVault(chain, { vault: address, from, owner }, (describe, vault) =>
    exitReads(describe, vault, { isByAssets, owner, given }),
  )
  const vault = read?.vault
  refuseLosing(receiver, [address, vault?.asset.address])
  refuseDemoVaults(named, chain.config, vault?.demoShares)
  const { most = null, other = null } = read?.more ?? {}
  const { asset = null, share = null } = vault ?? {}
  const [token, expectedToken] = isByAssets ? [asset, share] : [share, asset]
  const amount = baseUnits(given, token)
  const [assets, shares] = isByAssets ? [amount, other] : [other, amount]
  const call = boundedCall({
    action: encodeStep({
      to: address,
      abi: vaultActionsAbi,
      functionName,
      args: [amount, receiver, owner],
      describe: (args) => vaultTexts[functionName](address, token, args),
    }),
    vault: address,
    amount,
    token,
    expected: other,
    expectedToken,
    maxAmount: most,
    limit: body.limitAmount ?? body.limitAmountDecimal,
    ...(isByAssets ? { isCost: true } : {}),
    more: {},
  })
  const isAboveMost = most !== null && amount > most
  return {
    ...call,
    issues: [
      ...unprovenIssue({ field: 'vault', address, provenance: vault?.provenance ?? null }),
      ...(vault ? exitIssues(vault, { from, owner, assets, shares, isAboveMost }) : []),
      ...call.issues,
    ],
    changes: vault
      ? [
          ...(isByAssets
            ? [loses(vault.share, owner), exactly(vault.asset, receiver, amount)]
            : [exactly(vault.share, owner, -amount), gains(vault.asset, receiver)]),
          ...(owner === from
            ? []
            : [
                allowanceChange({
                  spending: {
                    token: vault.share,
                    spender: from,
                    amount: isByAssets ? (vault.ownerAllowance ?? 0n) : amount,
                    allowance: null,
                  },
                  from: owner,
                  takes: isByAssets ? { least: 0n, because: RATE_DECIDES } : undefined,
                }),
              ]),
        ]
      : [],
    meanings: EXIT_REFUSALS,
    asOf: vault?.asOf,
  }
}

interface Wanted {
  readonly isByAssets: boolean
  readonly owner: Address
  readonly given: GivenAmount
}

/** The most that a vault pays out, or takes, and what the amount is worth. */
function exitReads(
  describe: Describe,
  { own, asset, share }: VaultRefs,
  { isByAssets, owner, given }: Wanted,
): Record<'most' | 'other', Ref<bigint>> {
  const amount = countedUnits(describe, given, (isByAssets ? asset : share).decimals)
  return isByAssets
    ? { most: own('maxWithdraw', [owner]), other: own('previewWithdraw', [amount]) }
    : { most: own('maxRedeem', [owner]), other: own('previewRedeem', [amount]) }
}
