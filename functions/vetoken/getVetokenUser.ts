import type { vetoken } from '../../schema/vetoken.ts'
import { erc20Abi } from '../../shared/abi/erc20.ts'
import { veUtilityAbi } from '../../shared/abi/veUtility.ts'
import { voteEscrowAbi } from '../../shared/abi/voteEscrow.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { ApiError } from '../../shared/http/ApiError.ts'

const WEEK = 604_800n

/**
 * The lock, voting power and utility of an address, from the vote escrow (getLock, getVotingPower, hasActiveLock,
 * getRemainingLockTime, getTotalVotingPower, MAX_LOCK_DURATION, wrappedShareOFT) and, where configured, the utility
 * contract (previewUtilities, freeCapacityOf). An address that never locked has a lock of zero.
 */
export const getVetokenUser: Handler<typeof vetoken.getVetokenUser> = async (
  { params: { address: user } },
  { chain },
) => {
  const veToken = chain.role('veToken')
  const { veUtility } = chain.config.contracts
  const { value, asOf } = await chain.read(({ at }) => {
    const escrow = at(veToken, voteEscrowAbi)
    const lockToken = escrow('wrappedShareOFT')
    return {
      lock: escrow('getLock', [user]),
      votingPower: escrow('getVotingPower', [user]),
      hasActiveLock: escrow('hasActiveLock', [user]),
      remaining: escrow('getRemainingLockTime', [user]),
      total: escrow('getTotalVotingPower'),
      maxDuration: escrow('MAX_LOCK_DURATION'),
      lockToken,
      decimals: at(lockToken, erc20Abi)('decimals'),
      utility: veUtility
        ? {
            preview: at(veUtility, veUtilityAbi)('previewUtilities', [user]),
            free: at(veUtility, veUtilityAbi)('freeCapacityOf', [user]),
          }
        : null,
    }
  })
  const { lock, votingPower, hasActiveLock, remaining, total, maxDuration } = value
  if (!lock || votingPower === null || hasActiveLock === null || remaining === null || maxDuration === null) {
    throw new ApiError('role_not_configured', `veToken ${veToken} does not answer as a vote escrow`)
  }
  const latestEnd = ((BigInt(asOf.timestamp) + maxDuration) / WEEK) * WEEK
  return {
    asOf,
    data: {
      chainId: chain.config.chainId,
      veToken,
      user,
      lockToken: knownAddress(value.lockToken),
      lockTokenDecimals: value.decimals,
      votingPower: String(votingPower),
      hasActiveLock,
      remainingLockTimeSec: String(remaining),
      unlockable: lock.amount > 0n && lock.end <= BigInt(asOf.timestamp),
      lock: {
        amount: String(lock.amount),
        start: String(lock.start),
        end: String(lock.end),
        lockedToken: knownAddress(lock.lockedToken),
        underlyingValue: lock.amount === 0n ? null : String(lock.underlyingValue),
      },
      totalVotingPower: total === null ? null : String(total),
      powerShareBps: total === null || total === 0n ? null : Number((votingPower * 10_000n) / total),
      maxLockEnd: String(latestEnd),
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
