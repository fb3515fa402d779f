import type { BuildHandler } from '../context.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { lockNotEnded, noLock } from './escrowIssues.ts'
import { lockChanges } from './lockChanges.ts'
import { describeUnlock } from './lockWording.ts'
import { readEscrow } from './readEscrow.ts'

/** Builds `unlock()` of the vote escrow, which returns the whole amount once the lock has ended. */
export const buildVetokenUnlock: BuildHandler<'buildVetokenUnlock'> = defineBuilder(async ({ from }, context) => {
  const { chain } = context
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const amount = escrow?.lock.amount ?? 0n
  return {
    action: encodeStep({
      to: veToken,
      abi: voteEscrowAbi,
      functionName: 'unlock',
      args: [],
      describe: () => describeUnlock(veToken, escrow?.token ?? null, amount > 0n ? amount : null),
    }),
    issues: escrow ? [...noLock(escrow), ...lockNotEnded(escrow)] : [],
    changes: escrow ? lockChanges(escrow, { veToken, from, delta: -amount }) : [],
    asOf: escrow?.asOf,
    expires: escrow ? { times: [escrow.lock.end] } : undefined,
    extra: {},
  }
})
