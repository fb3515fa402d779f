import { baseUnits, countedUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { BuildHandler } from '../context.ts'
import { unprovenIssue } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { nextBlock, queuedIn, readVault, refuseLosing } from './readVault.ts'
import { vaultActionsAbi } from './vaultActionsAbi.ts'
import { queueIssues } from './vaultIssues.ts'
import { exactly } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

/**
 * Builds `queueWithdrawal(shares, receiver)` of a creator vault, for withdrawals that it does not pay at once. It takes
 * the shares, and values them when they are claimed.
 *
 * Throws demo_vault for such a receiver, what readVault throws, and what baseUnits refuses.
 */
export const buildVaultQueueWithdrawal: BuildHandler<'buildVaultQueueWithdrawal'> = defineBuilder(
  async ({ body, from }, { chain }) => {
    const { vault: address, receiver = from } = body
    const given = givenIn(body.amount, body.amountDecimal)
    const named = body.receiver ? { receiver: body.receiver } : {}
    refuseDemoVaults(named, chain.config)
    const read = await readVault(chain, { vault: address, from, owner: from }, (describe, { own, share }) => ({
      assets: own('convertToAssets', [countedUnits(describe, given, share.decimals)]),
      queued: own('queuedWithdrawals', [from]),
      delay: own('largeWithdrawalDelayBlocks'),
    }))
    const vault = read?.vault
    refuseLosing(receiver, [address, vault?.asset.address])
    refuseDemoVaults(named, chain.config, vault?.demoShares)
    const { assets = null, delay = null } = read?.more ?? {}
    const queued = queuedIn(read?.more.queued ?? null)
    const shares = baseUnits(given, vault?.share ?? null)
    const fresh = vault && delay !== null ? nextBlock(vault) + delay : null
    const call = boundedCall({
      action: encodeStep({
        to: address,
        abi: vaultActionsAbi,
        functionName: 'queueWithdrawal',
        args: [shares, receiver],
        describe: (args) => vaultTexts.queue(address, vault?.share ?? null, args),
      }),
      vault: address,
      amount: shares,
      token: vault?.share ?? null,
      expected: assets,
      expectedToken: vault?.asset ?? null,
      more: { receiver, unlockBlock: decimal(queued && queued.shares > 0n ? queued.unlockBlock : queued && fresh) },
    })
    return {
      ...call,
      issues: [
        ...unprovenIssue({ field: 'vault', address, provenance: vault?.provenance ?? null }),
        ...(vault ? queueIssues(vault, { assets, shares, queued, receiver }) : []),
      ],
      changes: vault ? [exactly(vault.share, from, -shares)] : [],
      asOf: vault?.asOf,
    }
  },
)
