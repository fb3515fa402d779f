import type { build } from '../../../schema/build.ts'
import { voteEscrowAbi } from '../../../shared/abi/voteEscrow.ts'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import { type Issue, unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { timeText, tokenText } from '../../../shared/calldata/wording.ts'
import { ApiError } from '../../../shared/http/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { refuseDemoVaults } from '../demoVaults.ts'
import { balanceTooLow, endTooNear } from './escrowIssues.ts'
import { floorToWeek, jumpWarnings, lateWarnings, SEASON_WARNING, votingPower } from './lockTime.ts'
import { type Escrow, readEscrow } from './readEscrow.ts'

/**
 * Builds `lock(token, amount, duration)` of the vote escrow, with the approval of the token where it is short. The end is
 * the chain's time plus the duration, rounded down to a week.
 */
export const buildVetokenLock: Handler<typeof build.buildVetokenLock, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { amount, durationSec } = body
  const from = senderOf(principal, body.from)
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const token = body.token ?? escrow?.token.address
  if (!token)
    throw new ApiError(
      'read_needed',
      'token: no node answered to tell which token the escrow takes; name it, or try again',
    )
  refuseDemoVaults('token', [token, escrow?.vaultOfToken ?? null], chain.config.demoVaults, escrow?.demoShares ?? {})
  if (escrow && token !== escrow.token.address)
    throw new ApiError('invalid_request', `token: the escrow takes ${escrow.token.address} only`)

  const end = escrow && floorToWeek(escrow.now + durationSec)
  const label = escrow?.token ?? { address: token, symbol: null, decimals: null }
  const until = end ? `, until ${timeText(end)}` : ''
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: veToken,
        abi: voteEscrowAbi,
        functionName: 'lock',
        args: [token, amount, durationSec],
        describe: ([token, amount, duration]) =>
          `Lock ${tokenText(amount, { ...label, address: token })} in the vote escrow ${veToken} for ${duration} seconds${until}.`,
      }),
      approvals: escrow ? approveErc20({ ...escrow, spender: veToken, amount }) : [],
      issues:
        escrow && end ? [...alreadyLocked(escrow), ...endTooNear(end, escrow), ...balanceTooLow(amount, escrow)] : [],
      warnings: [
        ...(escrow && end ? [...lateWarnings(end, escrow.now), ...jumpWarnings(durationSec, end, escrow.now)] : []),
        SEASON_WARNING,
      ],
      asOf: escrow?.asOf ?? null,
      extra: {
        effectiveEnd: end ? String(end) : null,
        votingPower: escrow && end ? String(votingPower(amount, end, escrow.now)) : null,
      },
    },
    context,
  )
}

function alreadyLocked({ lock, now, token }: Escrow): Issue[] {
  if (lock.amount === 0n) return []
  const ended = lock.end <= now
  return [
    {
      code: 'already_locked',
      message: `the sender has a lock of ${tokenText(lock.amount, token)} that ${ended ? 'ended' : 'ends'} at ${timeText(lock.end)}; ${ended ? 'unlock or extend it' : 'increase or extend it'} instead`,
      reverts: 'AlreadyLocked',
      amount: String(lock.amount),
      end: String(lock.end),
    },
  ]
}
