import { zeroAddress, type Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { TokenLabel } from '../../../shared/calldata/wording.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { flooringOfEnd, type WeekFloored } from '../../../shared/domain/gauge/weekFlooring.ts'
import { describeDemoShares } from '../demoVaults.ts'

/** The vote escrow and one user's standing in it at one block. Amounts are base units of the lock token. */
export interface Escrow {
  readonly asOf: AsOf
  /** Time of the block, unix seconds. */
  readonly now: bigint
  /** Zero where the user has no lock; an ended lock keeps its amount until it is unlocked. */
  readonly lock: { readonly amount: bigint; readonly end: bigint }
  /** Bounds of a lock's duration in seconds; null where the escrow does not tell. */
  readonly minDuration: bigint | null
  readonly maxDuration: bigint | null
  /** What the present lock shows of rounding. */
  readonly weekFloored: WeekFloored
  /** The only token that the escrow takes. */
  readonly token: TokenLabel
  readonly vaultOfToken: Address | null
  readonly balance: bigint | null
  /** What the escrow may take of the user's tokens. */
  readonly allowance: bigint | null
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/**
 * Reads what all four builders must know (getLock, MIN_LOCK_DURATION, MAX_LOCK_DURATION, wrappedShareOFT; symbol,
 * decimals, balanceOf, allowance and vault of the token) in one upstream request; null when no node answers.
 *
 * Throws role_not_configured where the configured address does not answer as a vote escrow.
 */
export async function readEscrow(chain: Chain, veToken: Address, user: Address): Promise<Escrow | null> {
  const read = await readIfReachable(chain, (describe) => {
    const escrow = describe.at(veToken, voteEscrowAbi)
    const lockToken = escrow('wrappedShareOFT')
    const token = describe.at(lockToken, erc20Abi)
    return {
      lock: escrow('getLock', [user]),
      minDuration: escrow('MIN_LOCK_DURATION'),
      maxDuration: escrow('MAX_LOCK_DURATION'),
      lockToken,
      symbol: token('symbol'),
      decimals: token('decimals'),
      balance: token('balanceOf', [user]),
      allowance: token('allowance', [user, veToken]),
      vaultOfToken: describe.at(lockToken, shareTokenAbi)('vault'),
      demoShares: describeDemoShares(describe, chain.config),
    }
  })
  if (!read) return null
  const { lock, lockToken, symbol, decimals, ...others } = read.value
  if (!lock || !lockToken || lockToken === zeroAddress)
    throw new ApiError('role_not_configured', `veToken ${veToken} does not answer as a vote escrow`)
  return {
    asOf: read.asOf,
    now: BigInt(read.asOf.timestamp),
    lock,
    weekFloored: flooringOfEnd(lock.end),
    token: { address: lockToken, symbol, decimals },
    ...others,
  }
}
