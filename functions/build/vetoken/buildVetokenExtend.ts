import type { BuildHandler } from '../context.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import type { Escrow } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { timeText } from '../../../shared/text/wording.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { type Ending, endingOf, learnedEnding, lastStart, lateWarnings, SEASON_WARNING } from './ending.ts'
import { endNotLater, endTooFar, endTooNear, noLock } from './escrowIssues.ts'
import { lockChanges } from './lockChanges.ts'
import { describeExtend } from './lockWording.ts'
import { readEscrow } from './readEscrow.ts'

/**
 * Builds `extendLock(newEnd)` of the vote escrow. `newEnd` is a time, not a duration, and the current generation rounds
 * it down to a week: the simulation shows whether this one does. A lock that has ended is revived.
 */
export const buildVetokenExtend: BuildHandler<'buildVetokenExtend'> = defineBuilder(async ({ body, from }, context) => {
  const { chain } = context
  const { newEnd } = body
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const amount = escrow?.lock.amount ?? 0n
  /** The parts that depend on the end of the lock. */
  const ends = (ending: Ending | null) => ({
    action: encodeStep({
      to: veToken,
      abi: voteEscrowAbi,
      functionName: 'extendLock',
      args: [newEnd],
      describe: (args) => describeExtend(veToken, args, ending?.end ?? null),
    }),
    warnings: [
      ...(escrow ? revival(escrow) : []),
      ...(escrow && ending?.end ? lateWarnings(ending.end, escrow) : []),
      SEASON_WARNING,
    ],
    expires: escrow && ending?.end ? { times: [lastStart(ending.end, escrow)] } : undefined,
    extra: { effectiveEnd: decimal(ending?.end ?? null), votingPower: decimal(ending?.power ?? null) },
  })
  return {
    ...ends(escrow && endingOf(escrow, newEnd, amount)),
    issues: escrow
      ? [
          ...noLock(escrow),
          ...endTooFar('newEnd', newEnd, escrow),
          ...endNotLater(newEnd, escrow),
          ...endTooNear(newEnd, escrow),
        ]
      : [],
    changes: escrow ? lockChanges(escrow, { veToken, from, delta: 0n }) : [],
    asOf: escrow?.asOf,
    ...(escrow ? { learned: (returned) => ends(learnedEnding(escrow, newEnd, amount, returned)) } : {}),
  }
})

const revival = ({ lock, now }: Escrow): string[] =>
  lock.amount > 0n && lock.end <= now
    ? [`The lock ended at ${timeText(lock.end)}, and its tokens could be withdrawn; this call locks them again.`]
    : []
