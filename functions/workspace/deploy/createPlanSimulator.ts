import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { type Address, isAddressEqual, numberToHex, size, type Hex } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { type Attempt, type CallOutcome, readRefusal, type SentStep } from '../../../shared/calldata/Attempt.ts'
import { attemptCall } from '../../../shared/calldata/attemptCall.ts'
import { attemptGas, isStarved, mayBeStarved } from '../../../shared/calldata/attemptGas.ts'
import { attemptSimulateV1, isUnknownMethod } from '../../../shared/calldata/attemptSimulateV1.ts'
import type { Revert } from '../../../shared/calldata/decodeRevert.ts'

/** A call of a plan, with its own sender. */
export type PlanStep = SentStep & { readonly from: Address }

export interface SimulatedCall {
  readonly index: number
  readonly status: 'ok' | 'revert' | 'unknown'
  /** Decimal; null where it is not reported. */
  readonly gas: string | null
  readonly returnData: Hex | null
  readonly error: Revert | null
}

export interface SimulatedPlan {
  /** `sequence`: each call sees what those before it changed; `isolated`: each was run by itself. */
  readonly mode: 'sequence' | 'isolated' | 'unavailable'
  readonly status: 'ok' | 'revert' | 'unknown'
  readonly calls: SimulatedCall[]
}

/** Simulates calls on the state after a block. Throws what `rpc.send` throws. */
export type SimulatePlan = (calls: readonly PlanStep[], blockNumber: string) => Promise<SimulatedPlan>

/** How long a node without eth_simulateV1 is not sent that method again. */
const PAUSE_MS = 600_000
/** Longest return data that an answer includes, in bytes. */
const MOST_RETURNED = 1024

/**
 * Simulates plans by eth_simulateV1; calls of one sender also by eth_call with a state override (attemptCall), in the same
 * request. Where a node runs neither, or refuses the whole because a sender cannot pay, each call is run by itself, in a
 * second request. Where the node's own gas limit may have caused a failure, a further request checks that limit.
 */
export function createPlanSimulator({ rpc, config }: Chain, now: () => number): SimulatePlan {
  let refusedUntil = 0

  async function ask(attempts: readonly (Pick<Attempt, 'request'> | undefined)[]): Promise<(RpcReply | undefined)[]> {
    const made = attempts.filter((attempt) => attempt !== undefined)
    const replies = made.length === 0 ? [] : await rpc.send(made.map(({ request }) => request))
    return attempts.map((attempt) => attempt && replies[made.indexOf(attempt)])
  }

  async function inSequence(calls: readonly PlanStep[], block: Hex): Promise<readonly CallOutcome[] | undefined> {
    const [first] = calls
    if (!first) return []
    const sequence = { from: first.from, steps: calls, block }
    const isOneSender = calls.every(({ from }) => isAddressEqual(from, first.from))
    const v1 = now() < refusedUntil ? undefined : attemptSimulateV1(sequence)
    const asItself = isOneSender ? attemptCall(sequence, config.contracts.multicall3, false) : undefined
    const [v1Reply, asItselfReply] = await ask([v1, asItself])
    if (isUnknownMethod(v1Reply)) refusedUntil = now() + PAUSE_MS
    // If the node refuses the whole sequence, it is unknown which call cannot be paid.
    const read = (attempt: Attempt | undefined, reply: RpcReply | undefined) =>
      calls.length > 1 && readRefusal(reply, calls) ? undefined : attempt?.read(reply)
    return read(v1, v1Reply) ?? read(asItself, asItselfReply)
  }

  async function alone(calls: readonly PlanStep[], block: Hex): Promise<(CallOutcome | undefined)[]> {
    const attempts = calls.map((call) => attemptCall({ from: call.from, steps: [call], block }, undefined, false))
    const replies = await ask(attempts)
    return attempts.map((attempt, i) => attempt?.read(replies[i])?.[0])
  }

  /** The outcomes, without failures that the node's own gas limit may have caused. */
  async function withoutStarved(outcomes: readonly (CallOutcome | undefined)[], block: Hex) {
    if (!outcomes.some((outcome) => outcome && mayBeStarved(outcome))) return outcomes
    const gas = attemptGas(block)
    const given = gas.read((await ask([gas]))[0])
    return outcomes.map((outcome) => (outcome && isStarved(outcome, given) ? undefined : outcome))
  }

  return async (calls, blockNumber) => {
    const block = numberToHex(BigInt(blockNumber))
    const sequence = await inSequence(calls, block)
    const found = await withoutStarved(sequence ?? (await alone(calls, block)), block)
    const described = await Promise.all(found.map(describe))
    const mode = sequence
      ? 'sequence'
      : described.some(({ status }) => status !== 'unknown')
        ? 'isolated'
        : 'unavailable'
    return { mode, status: mode === 'sequence' ? statusOf(described) : 'unknown', calls: described }
  }
}

async function describe(outcome: CallOutcome | undefined, index: number): Promise<SimulatedCall> {
  if (!outcome) return { index, status: 'unknown', gas: null, returnData: null, error: null }
  const { success, returned } = outcome
  return {
    index,
    status: success ? 'ok' : 'revert',
    gas: outcome.gas === undefined ? null : String(outcome.gas),
    returnData: success && size(returned) <= MOST_RETURNED ? returned : null,
    error: success ? null : (await import('../../../shared/calldata/decodeRevert.ts')).revertOf(outcome),
  }
}

function statusOf(calls: readonly SimulatedCall[]): SimulatedPlan['status'] {
  if (calls.some(({ status }) => status === 'revert')) return 'revert'
  return calls.every(({ status }) => status === 'ok') ? 'ok' : 'unknown'
}
