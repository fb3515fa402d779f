import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { BuildHandler } from '../context.ts'
import { unprovenIssue } from '../requireProven.ts'
import { boundedCall } from './boundedCall.ts'
import { queuedIn, readVault } from './readVault.ts'
import { vaultActionsAbi } from './vaultActionsAbi.ts'
import { claimIssues, EXIT_REFUSALS } from './vaultIssues.ts'
import { gains } from './vaultChanges.ts'
import { vaultTexts } from './vaultWording.ts'

/**
 * Builds `claimQueuedWithdrawal()` of a creator vault, which pays all that the sender has in the queue to the receiver
 * that was named there. Throws what readVault and boundedCall throw.
 */
export const buildVaultClaimQueuedWithdrawal: BuildHandler<'buildVaultClaimQueuedWithdrawal'> = defineBuilder(
  async ({ body, from }, { chain }) => {
    const { vault: address } = body
    const read = await readVault(chain, { vault: address, from, owner: from }, (describe, { own }) => {
      const queued = own('queuedWithdrawals', [from])
      return { queued, assets: own('convertToAssets', [describe.word<bigint>(queued, 0)]) }
    })
    const vault = read?.vault
    const queued = queuedIn(read?.more.queued ?? null)
    const receiver = queued && knownAddress(queued.receiver)
    const call = boundedCall({
      action: encodeStep({
        to: address,
        abi: vaultActionsAbi,
        functionName: 'claimQueuedWithdrawal',
        args: [],
        describe: () => vaultTexts.claim(address, receiver),
      }),
      vault: address,
      amount: queued?.shares ?? null,
      token: vault?.share ?? null,
      expected: read?.more.assets ?? null,
      expectedToken: vault?.asset ?? null,
      limit: body.limitAmount ?? body.limitAmountDecimal,
      more: { receiver, unlockBlock: decimal(queued && queued.shares > 0n ? queued.unlockBlock : null) },
    })
    return {
      ...call,
      issues: [
        ...unprovenIssue({ field: 'vault', address, provenance: vault?.provenance ?? null }),
        ...(vault ? claimIssues(vault, queued) : []),
        ...call.issues,
      ],
      changes: vault && receiver ? [gains(vault.asset, receiver)] : [],
      meanings: EXIT_REFUSALS,
      asOf: vault?.asOf,
    }
  },
)
