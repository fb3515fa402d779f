import type { RpcCall, RpcReply } from '../chain/RpcCall.ts'
import { size, type Hex } from 'viem'
import { isBytes } from '../text/bytes.ts'
import type { CallOutcome } from './Attempt.ts'

/** Creation code that returns the gas it has left: GAS, MSTORE at 0, RETURN 32 bytes. */
const GAS_LEFT = '0x5a60005260206000f3'

/** The gas that a call is assumed to use if a node does not report it: more than any call built here uses. */
const MOST_USED = 2_000_000n
/** A revert that used less than this did not run out of gas. */
const LEAST_DOUBTED = 150_000n

/**
 * A request for the gas that a node gives a call, and how to read the reply: undefined if the node does not report it.
 */
export const attemptGas = (
  block: Hex,
): { request: RpcCall; read: (reply: RpcReply | undefined) => bigint | undefined } => ({
  request: { method: 'eth_call', params: [{ data: GAS_LEFT }, block] },
  read: (reply) =>
    reply && 'result' in reply && isBytes(reply.result) && size(reply.result) === 32 ? BigInt(reply.result) : undefined,
})

/** Whether a call may have run out of gas further down: it then reverts like any other. */
export const mayBeStarved = ({ success, gas, reason }: CallOutcome): boolean =>
  !success && reason === undefined && (gas ?? MOST_USED) >= LEAST_DOUBTED

/**
 * Whether a failed call used so much of the gas that the node gives that running out may be the cause: a call passes on
 * 63/64 of its gas to the next (EIP-150), and what that leaves unused is returned.
 */
export const isStarved = (outcome: CallOutcome, given: bigint | undefined): boolean =>
  given !== undefined && mayBeStarved(outcome) && (outcome.gas ?? MOST_USED) * 4n >= given * 3n
