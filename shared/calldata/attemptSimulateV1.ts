import { isHex } from 'viem'
import type { RpcReply } from '../chain/rpc.ts'
import { type Attempt, type Outcome, type Sequence, toTransaction } from './Attempt.ts'

/** A sequence through eth_simulateV1 (Ethereum execution API): state carries over from call to call, gas is told. */
export const attemptSimulateV1 = ({ from, steps, block }: Sequence): Attempt => ({
  request: {
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ calls: steps.map((step) => toTransaction(from, step)) }],
        validation: false,
        traceTransfers: false,
      },
      block,
    ],
  },
  read(reply) {
    if (!reply || !('result' in reply) || !Array.isArray(reply.result)) return undefined
    const [simulated]: unknown[] = reply.result
    const calls: unknown[] = isRecord(simulated) && Array.isArray(simulated['calls']) ? simulated['calls'] : []
    const outcomes = calls.flatMap((call) => readOutcome(call) ?? [])
    return outcomes.length === steps.length ? outcomes : undefined
  },
})

function readOutcome(call: unknown): Outcome | undefined {
  if (!isRecord(call) || !isHex(call['status']) || !isHex(call['gasUsed'])) return undefined
  const { error, returnData } = call
  // Nodes differ in where they put the data of a revert.
  const returned = isRecord(error) && isHex(error['data']) ? error['data'] : returnData
  return {
    success: BigInt(call['status']) === 1n,
    returned: isHex(returned) ? returned : '0x',
    gas: BigInt(call['gasUsed']),
  }
}

/** Whether a node does not offer the method (JSON-RPC 2.0 section 5.1, and what providers say instead). */
export const isUnknownMethod = (reply: RpcReply | undefined): boolean =>
  reply !== undefined &&
  'error' in reply &&
  (reply.error.code === -32601 || /method|not supported|unsupported/i.test(reply.error.message))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
