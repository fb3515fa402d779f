import type { build } from '../../../schema/build.ts'
import { voteEscrowAbi } from '../../../shared/abi/voteEscrow.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { type Issue, unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { timeText } from '../../../shared/calldata/wording.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { endTooNear, noLock } from './escrowIssues.ts'
import { floorToWeek, latestEnd, lateWarnings, SEASON_WARNING, votingPower } from './lockTime.ts'
import { type Escrow, readEscrow } from './readEscrow.ts'

/**
 * Builds `extendLock(newEnd)` of the vote escrow. `newEnd` is a time, not a duration, and is rounded down to a week; a lock
 * that has ended is revived.
 */
export const buildVetokenExtend: Handler<typeof build.buildVetokenExtend, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { newEnd } = body
  const from = senderOf(principal, body.from)
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const end = floorToWeek(newEnd)
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: veToken,
        abi: voteEscrowAbi,
        functionName: 'extendLock',
        args: [newEnd],
        describe: ([newEnd]) =>
          `Extend the lock in the vote escrow ${veToken} to ${timeText(floorToWeek(newEnd))} (${newEnd} rounded down to a week).`,
      }),
      approvals: [],
      issues: escrow
        ? [...noLock(escrow), ...tooLong(newEnd, escrow), ...notLater(end, escrow), ...endTooNear(end, escrow)]
        : [],
      warnings: escrow ? [...revival(escrow), ...lateWarnings(end, escrow.now), SEASON_WARNING] : [SEASON_WARNING],
      asOf: escrow?.asOf ?? null,
      extra: {
        effectiveEnd: String(end),
        votingPower: escrow && String(votingPower(escrow.lock.amount, end, escrow.now)),
      },
    },
    context,
  )
}

function tooLong(newEnd: bigint, { now }: Escrow): Issue[] {
  const latest = latestEnd(now)
  if (newEnd <= latest) return []
  const message = `newEnd: at most ${latest} (${timeText(latest)}) is accepted`
  return [{ code: 'lock_too_long', message, reverts: 'InvalidLockDuration', latestEnd: String(latest) }]
}

function notLater(end: bigint, { lock }: Escrow): Issue[] {
  if (lock.amount === 0n || end > lock.end) return []
  const message = `newEnd: rounded down to ${timeText(end)}, which is not after the present end ${timeText(lock.end)}`
  return [
    {
      code: 'end_not_later',
      message,
      reverts: 'LockDurationTooShort',
      currentEnd: String(lock.end),
      effectiveEnd: String(end),
    },
  ]
}

const revival = ({ lock, now }: Escrow): string[] =>
  lock.amount > 0n && lock.end <= now
    ? [`The lock ended at ${timeText(lock.end)} and could be unlocked; this binds its tokens again.`]
    : []
