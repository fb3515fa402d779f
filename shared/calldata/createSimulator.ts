import { decodeFunctionResult, encodeFunctionData, isHex, numberToHex, type Address, type Hex } from 'viem'
import { multicall3Abi } from '../abi/multicall3.ts'
import type { Chain } from '../chain/chain.ts'
import type { RpcCall, RpcReply } from '../chain/rpc.ts'
import { ApiError } from '../http/ApiError.ts'
import { decodeRevert, type Revert } from './decodeRevert.ts'
import type { Step } from './encodeStep.ts'

export interface Simulation {
  readonly status: 'ok' | 'revert' | 'unavailable'
  /** The sequence ran on the state after this block. */
  readonly blockNumber: string | null
  /** Gas that the whole sequence used, and each call of it; only where the node tells. */
  readonly gas?: string
  readonly gasByCall?: readonly string[]
  /** The first call that reverts, by its index. */
  readonly error?: Revert & { readonly call: number }
}

export const UNAVAILABLE: Simulation = { status: 'unavailable', blockNumber: null }

/** Runs calls of one sender one after the other on the state after a block, in one upstream request; nothing is sent. */
export type Simulate = (sequence: { from: Address; steps: readonly Step[]; blockNumber: string }) => Promise<Simulation>

/** What one call of a sequence did. */
interface Outcome {
  readonly success: boolean
  readonly returned: Hex
  readonly gas?: bigint
}

/** How long a node that does not know eth_simulateV1 is not asked for it again. */
const PAUSE_MS = 600_000

/**
 * Simulates by eth_simulateV1 (Ethereum execution API), or where a node does not have it, by eth_call: a single call as
 * it is, several through a state override that lets the sender itself run them. Until it is known which of the two the
 * node answers, one request asks for both.
 */
export function createSimulator({ rpc, config }: Chain, now: () => number): Simulate {
  let answersV1 = false
  let refusedUntil = 0
  return async ({ from, steps, blockNumber }) => {
    const block = numberToHex(BigInt(blockNumber))
    const byV1 = now() < refusedUntil ? undefined : simulateV1(from, steps, block)
    const byCall = answersV1 ? undefined : callSequence(from, steps, block, config.contracts.multicall3)
    const replies = await ask(rpc.send, byV1, byCall?.request)
    if (!replies) return UNAVAILABLE
    answersV1 = false
    if (isUnknownMethod(replies.v1)) refusedUntil = now() + PAUSE_MS
    const outcomes = readV1(replies.v1, steps.length)
    if (outcomes) answersV1 = true
    const found = outcomes ?? byCall?.read(replies.call)
    return found ? toSimulation(found, blockNumber) : UNAVAILABLE
  }
}

async function ask(
  send: Chain['rpc']['send'],
  v1: RpcCall | undefined,
  call: RpcCall | undefined,
): Promise<{ v1: RpcReply | undefined; call: RpcReply | undefined } | undefined> {
  const calls = [v1, call].filter((entry) => entry !== undefined)
  if (calls.length === 0) return undefined
  try {
    const replies = await send(calls)
    return { v1: v1 && replies[0], call: call && replies[calls.length - 1] }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const toRequest = (from: Address, { to, data, value }: Step) => ({ from, to, data, value: numberToHex(BigInt(value)) })

const simulateV1 = (from: Address, steps: readonly Step[], block: Hex): RpcCall => ({
  method: 'eth_simulateV1',
  params: [{ blockStateCalls: [{ calls: steps.map((step) => toRequest(from, step)) }], validation: false, traceTransfers: false }, block],
})

/** JSON-RPC 2.0 section 5.1, and what providers say of methods that they do not offer. */
const isUnknownMethod = (reply: RpcReply | undefined): boolean =>
  reply !== undefined && 'error' in reply && (reply.error.code === -32601 || /method|not supported|unsupported/i.test(reply.error.message))

function readV1(reply: RpcReply | undefined, count: number): Outcome[] | undefined {
  if (!reply || !('result' in reply) || !Array.isArray(reply.result)) return undefined
  const [block]: unknown[] = reply.result
  const calls = isRecord(block) && Array.isArray(block['calls']) ? block['calls'] : []
  const outcomes = calls.flatMap((call: unknown) => {
    if (!isRecord(call) || !isHex(call['status']) || !isHex(call['gasUsed'])) return []
    const { error, returnData } = call
    // Nodes differ in where they put the data of a revert.
    const reason = isRecord(error) && isHex(error['data']) ? error['data'] : returnData
    return { success: BigInt(call['status']) === 1n, returned: isHex(reason) ? reason : '0x', gas: BigInt(call['gasUsed']) } as const
  })
  return outcomes.length === count ? outcomes : undefined
}

interface Fallback {
  readonly request: RpcCall
  readonly read: (reply: RpcReply | undefined) => Outcome[] | undefined
}

function callSequence(from: Address, steps: readonly Step[], block: Hex, multicall3: Address | undefined): Fallback | undefined {
  const [first, ...others] = steps
  if (!first) return undefined
  if (others.length === 0) return { request: { method: 'eth_call', params: [toRequest(from, first), block] }, read: readCall }
  // aggregate3 sends no value on.
  if (!multicall3 || steps.some((step) => step.value !== '0')) return undefined
  const calls = steps.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  // An account that delegates to Multicall3 (EIP-7702, delegation indicator): its calls come from the sender itself.
  const overrides = { [from]: { code: `0xef0100${multicall3.slice(2).toLowerCase()}` } }
  return { request: { method: 'eth_call', params: [{ from, to: from, data }, block, overrides] }, read: (reply) => readAggregate(reply, steps.length) }
}

function readCall(reply: RpcReply | undefined): Outcome[] | undefined {
  if (!reply) return undefined
  if ('result' in reply) return [{ success: true, returned: isHex(reply.result) ? reply.result : '0x' }]
  const { code, message, data } = reply.error
  // Code 3 is geth's for a revert; others say so in words.
  if (code !== 3 && !/revert/i.test(message)) return undefined
  return [{ success: false, returned: isHex(data) ? data : '0x' }]
}

function readAggregate(reply: RpcReply | undefined, count: number): Outcome[] | undefined {
  if (!reply || !('result' in reply) || !isHex(reply.result) || reply.result === '0x') return undefined
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: reply.result })
    return results.length === count ? results.map(({ success, returnData }) => ({ success, returned: returnData })) : undefined
  } catch {
    return undefined
  }
}

function toSimulation(outcomes: readonly Outcome[], blockNumber: string): Simulation {
  const failed = outcomes.findIndex(({ success }) => !success)
  const found = outcomes[failed]
  if (found) return { status: 'revert', blockNumber, error: { call: failed, ...decodeRevert(found.returned) } }
  const gas = outcomes.flatMap((outcome) => outcome.gas ?? [])
  if (gas.length < outcomes.length) return { status: 'ok', blockNumber }
  return { status: 'ok', blockNumber, gas: String(gas.reduce((sum, used) => sum + used, 0n)), gasByCall: gas.map(String) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
