import type { build } from '../../../schema/build.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { timeText, tokenText } from '../../../shared/calldata/wording.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { noLock } from './escrowIssues.ts'
import { type Escrow, readEscrow } from './readEscrow.ts'

/** Builds `unlock()` of the vote escrow, which gives the whole amount back once the lock has ended. */
export const buildVetokenUnlock: Handler<typeof build.buildVetokenUnlock, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const from = senderOf(principal, body.from)
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const amount =
    escrow && escrow.lock.amount > 0n ? tokenText(escrow.lock.amount, escrow.token) : 'the whole locked amount'
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: veToken,
        abi: voteEscrowAbi,
        functionName: 'unlock',
        args: [],
        describe: () => `Take ${amount} out of the vote escrow ${veToken}.`,
      }),
      approvals: [],
      issues: escrow ? [...noLock(escrow), ...notEnded(escrow)] : [],
      warnings: [],
      asOf: escrow?.asOf ?? null,
      extra: {},
    },
    context,
  )
}

function notEnded({ lock, now }: Escrow): Issue[] {
  if (lock.amount === 0n || lock.end <= now) return []
  const message = `the lock ends at ${timeText(lock.end)}, in ${lock.end - now} seconds`
  return [
    {
      code: 'lock_not_expired',
      message,
      reverts: 'LockNotExpired',
      end: String(lock.end),
      remainingSec: String(lock.end - now),
    },
  ]
}
