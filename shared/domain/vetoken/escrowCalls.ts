import { zeroAddress, type Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { TokenLabel } from '../../text/wording.ts'
import { shareTokenAbi } from '../token/shareTokenAbi.ts'
import { voteEscrowAbi } from './voteEscrowAbi.ts'
import { flooringOfEnd, type WeekFloored } from './weekFlooring.ts'

/** The reads of a user's lock in a vote escrow, and of the only token that it accepts. */
export const lockCalls = ({ at }: Describe, veToken: Address, user: Address) => {
  const escrow = at(veToken, voteEscrowAbi)
  const lockToken = escrow('wrappedShareOFT')
  return {
    lock: escrow('getLock', [user]),
    maxDuration: escrow('MAX_LOCK_DURATION'),
    lockToken,
    decimals: at(lockToken, erc20Abi)('decimals'),
  }
}

/** The values read; throws the error of a configured address that does not answer as a vote escrow. */
export function requireEscrow<T>(veToken: Address, value: T | null): T {
  if (value === null) throw new ApiError('role_not_configured', `veToken ${veToken} does not answer as a vote escrow`)
  return value
}

/**
 * The reads behind everything that a user may do with a lock: the lock, the escrow's bounds, and the user's balance of
 * its token.
 */
export const escrowCalls = (describe: Describe, veToken: Address, user: Address) => {
  const lock = lockCalls(describe, veToken, user)
  const token = describe.at(lock.lockToken, erc20Abi)
  return {
    ...lock,
    minDuration: describe.at(veToken, voteEscrowAbi)('MIN_LOCK_DURATION'),
    symbol: token('symbol'),
    balance: token('balanceOf', [user]),
    allowance: token('allowance', [user, veToken]),
    vaultOfToken: describe.at(lock.lockToken, shareTokenAbi)('vault'),
  }
}

/** A vote escrow and one user's lock in it at one block. Amounts are base units of the lock token. */
export interface Escrow {
  /** Time of the block, unix seconds. */
  readonly now: bigint
  /** Zero if the user has no lock; an ended lock keeps its amount until it is unlocked. */
  readonly lock: { readonly amount: bigint; readonly end: bigint }
  /** Bounds of a lock's duration in seconds; null if the escrow does not report them. */
  readonly minDuration: bigint | null
  readonly maxDuration: bigint | null
  /** Rounding of ends, as far as the present lock shows it. */
  readonly weekFloored: WeekFloored
  /** The only token that the escrow accepts. */
  readonly token: TokenLabel
  readonly vaultOfToken: Address | null
  readonly balance: bigint | null
  /** The allowance that the user has given the escrow. */
  readonly allowance: bigint | null
}

/**
 * The escrow in a block with that time (unix seconds). Throws role_not_configured if the configured address does not
 * answer as a vote escrow.
 */
export function escrowOf(veToken: Address, reads: Resolved<ReturnType<typeof escrowCalls>>, timestamp: number): Escrow {
  const { lock: found, lockToken, symbol, decimals, ...others } = reads
  const lock = requireEscrow(veToken, found)
  const address = requireEscrow(veToken, lockToken === zeroAddress ? null : lockToken)
  return {
    now: BigInt(timestamp),
    lock,
    weekFloored: flooringOfEnd(lock.end),
    token: { address, symbol, decimals },
    ...others,
  }
}
