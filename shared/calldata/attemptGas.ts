import { size, type Hex } from 'viem'
import { isBytes } from '../chain/bytes.ts'
import type { RpcCall, RpcReply } from '../chain/rpc.ts'
import type { CallOutcome } from './Attempt.ts'

/** Creation code that returns the gas it has left: GAS, MSTORE at 0, RETURN 32 bytes. */
const GAS_LEFT = '0x5a60005260206000f3'

/** What a call is taken to use where a node does not tell: more than any that is built here. */
const MOST_USED = 2_000_000n
/** A revert that used less than this was not for lack of gas. */
const LEAST_DOUBTED = 150_000n

/** A request for the gas that a node gives a call, and how its reply reads: undefined where the node does not tell. */
export const attemptGas = (
  block: Hex,
): { request: RpcCall; read: (reply: RpcReply | undefined) => bigint | undefined } => ({
  request: { method: 'eth_call', params: [{ data: GAS_LEFT }, block] },
  read: (reply) =>
    reply && 'result' in reply && isBytes(reply.result) && size(reply.result) === 32 ? BigInt(reply.result) : undefined,
})

/** Whether a call may have failed for lack of gas further down: then it reverts like any other. */
export const mayBeStarved = ({ success, gas, reason }: CallOutcome): boolean =>
  !success && reason === undefined && (gas ?? MOST_USED) >= LEAST_DOUBTED

/**
 * Whether a call that failed used so much of the gas which the node gives that the lack of it may be the cause: a call
 * gives 63/64 of what it has to the next (EIP-150), and what that leaves unused comes back.
 */
export const isStarved = (outcome: CallOutcome, given: bigint | undefined): boolean =>
  given !== undefined && mayBeStarved(outcome) && (outcome.gas ?? MOST_USED) * 4n >= given * 3n
