import type { vetoken } from '../../schema/vetoken/index.ts'
import { veUtilityAbi, voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import type { Describe } from '../../shared/chain/calls.ts'
import { knownAddress } from '../../shared/text/address.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { lockCalls, requireEscrow } from '../../shared/domain/vetoken/escrowCalls.ts'
import { effectiveEnd, flooringOfEnd, flooringProbe, floorToWeek } from '../../shared/domain/vetoken/weekFlooring.ts'
import { bpsOf } from '../../shared/domain/dex/Ratio.ts'
import { decimal } from '../../shared/text/decimal.ts'

/**
 * The lock, voting power and utility of an address, from the vote escrow (getLock, getVotingPower, hasActiveLock,
 * getRemainingLockTime, getTotalVotingPower, MAX_LOCK_DURATION, wrappedShareOFT; extendLock simulated) and, if
 * configured, the utility contract (previewUtilities, freeCapacityOf). An address that has never locked has a zero lock.
 */
export const getVetokenUser: Handler<typeof vetoken.getVetokenUser> = async (
  { params: { address: user }, query: { block } },
  { chain, now },
) => {
  const veToken = chain.role('veToken')
  const { veUtility } = chain.config.contracts
  const description = (describe: Describe) => {
    const escrow = describe.at(veToken, voteEscrowAbi)
    return {
      ...lockCalls(describe, veToken, user),
      votingPower: escrow('getVotingPower', [user]),
      hasActiveLock: escrow('hasActiveLock', [user]),
      remaining: escrow('getRemainingLockTime', [user]),
      total: escrow('getTotalVotingPower'),
      utility: veUtility
        ? {
            preview: describe.at(veUtility, veUtilityAbi)('previewUtilities', [user]),
            free: describe.at(veUtility, veUtilityAbi)('freeCapacityOf', [user]),
          }
        : null,
    }
  }
  // The clock shows about the time of the newest block; that of another is read first.
  const clock = block === undefined ? Math.floor(now() / 1000) : (await chain.read(description)).asOf.timestamp
  const probe = flooringProbe(veToken, user, BigInt(clock))
  const {
    value,
    asOf,
    carried: [simulated],
  } = await chain.read(description, [probe.call])
  const { hasActiveLock, remaining, total, maxDuration } = value
  const [lock, votingPower] = [requireEscrow(veToken, value.lock), requireEscrow(veToken, value.votingPower)]
  const time = BigInt(asOf.timestamp)
  const left = lock.end > time ? lock.end - time : 0n
  const shown = lock.amount === 0n ? 'unknown' : flooringOfEnd(lock.end)
  const weekFloored =
    shown === 'unknown' && maxDuration !== null
      ? probe.read(simulated, { amount: lock.amount, now: time, maxDuration })
      : shown
  const latest = maxDuration === null ? null : time + maxDuration
  return {
    asOf,
    data: {
      chainId: chain.config.chainId,
      veToken,
      user,
      lockToken: knownAddress(value.lockToken),
      lockTokenDecimals: value.decimals,
      votingPower: String(votingPower),
      hasActiveLock: hasActiveLock ?? (lock.amount > 0n && left > 0n),
      remainingLockTimeSec: String(remaining ?? left),
      unlockable: lock.amount > 0n && lock.end <= time,
      lock: {
        amount: String(lock.amount),
        start: String(lock.start),
        end: String(lock.end),
        lockedToken: knownAddress(lock.lockedToken),
        underlyingValue: lock.amount === 0n ? null : String(lock.underlyingValue),
      },
      totalVotingPower: total === null ? null : String(total),
      powerShareBps: total === null || total === 0n ? null : bpsOf(votingPower, total),
      weekFloored,
      maxLockEnd: decimal(latest && (effectiveEnd(latest, weekFloored) ?? floorToWeek(latest))),
      utility: value.utility?.preview
        ? {
            ve33: String(value.utility.preview[0]),
            veLottery: String(value.utility.preview[1]),
            freeCapacity: value.utility.free === null ? null : String(value.utility.free),
          }
        : null,
    },
  }
}
