import type { BuildHandler } from '../context.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import type { Escrow } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import {
  type Ending,
  endingOf,
  learnedEnding,
  jumpAt,
  jumpWarnings,
  lastStart,
  lateWarnings,
  SEASON_WARNING,
} from './ending.ts'
import { alreadyLocked, balanceTooLow, endTooFar, endTooNear } from './escrowIssues.ts'
import { lockChanges } from './lockChanges.ts'
import { describeLock } from './lockWording.ts'
import { readEscrow } from './readEscrow.ts'

/**
 * Builds `lock(token, amount, duration)` of the vote escrow, with the approval of the token if the allowance is too
 * small. The end is the chain's time plus the duration, which the current generation rounds down to a week: the
 * simulation shows whether this one does.
 */
export const buildVetokenLock: BuildHandler<'buildVetokenLock'> = defineBuilder(async ({ body, from }, context) => {
  const { chain } = context
  const { durationSec } = body
  const veToken = chain.role('veToken')
  const escrow = await readEscrow(chain, veToken, from)
  const token = body.token ?? escrow?.token.address
  if (!token)
    throw new ApiError(
      'read_needed',
      'token: no node answered, so the token of the escrow is unknown; pass it, or try again',
    )
  refuseDemoVaults({ token: [token, escrow?.vaultOfToken ?? null] }, chain.config, escrow?.demoShares)
  if (escrow && token !== escrow.token.address)
    throw new ApiError(
      'invalid_request',
      `token: must be ${escrow.token.address}, the only token that the vote escrow accepts`,
    )

  const amount = baseUnits(givenIn(body.amount, body.amountDecimal), escrow?.token ?? null)
  const label = escrow?.token ?? { address: token, symbol: null, decimals: null }
  const requested = escrow ? escrow.now + durationSec : 0n
  /** The parts that depend on the end of the lock. */
  const ends = (ending: Ending | null) => ({
    action: encodeStep({
      to: veToken,
      abi: voteEscrowAbi,
      functionName: 'lock',
      args: [token, amount, durationSec],
      describe: (args) => describeLock(veToken, label, args, ending?.end ?? null),
    }),
    warnings: [...(escrow && ending ? endWarnings(durationSec, ending, escrow) : []), SEASON_WARNING],
    expires: escrow && ending ? { times: lockTimes(durationSec, ending, escrow) } : undefined,
    extra: { effectiveEnd: decimal(ending?.end ?? null), votingPower: decimal(ending?.power ?? null) },
  })
  return {
    ...ends(escrow && endingOf(escrow, requested, amount)),
    approvals: escrow ? approveErc20({ ...escrow, spender: veToken, amount }) : [],
    issues: escrow
      ? [
          ...alreadyLocked(escrow),
          ...endTooNear(requested, escrow),
          ...endTooFar('durationSec', requested, escrow),
          ...balanceTooLow(amount, escrow),
        ]
      : [],
    changes: escrow ? lockChanges(escrow, { veToken, from, delta: amount }) : [],
    asOf: escrow?.asOf,
    ...(escrow ? { learned: (returned) => ends(learnedEnding(escrow, requested, amount, returned)) } : {}),
  }
})

/** Times at which the outcome of a later block differs: the end jumps by a week, or is too near. */
const lockTimes = (duration: bigint, { end, weekFloored }: Ending, escrow: Escrow): bigint[] =>
  weekFloored === 'no' ? [] : [jumpAt(duration, escrow.now), ...(end === null ? [] : [lastStart(end, escrow)])]

/** Without rounding an end moves with the time of mining: it gets no closer, and does not jump. */
const endWarnings = (duration: bigint, { end, weekFloored }: Ending, escrow: Escrow): string[] => [
  ...(end !== null && weekFloored === 'yes' ? lateWarnings(end, escrow) : []),
  ...jumpWarnings(duration, escrow.now, weekFloored),
]
