import { isHex, numberToHex, type Hex } from 'viem'
import type { RpcReply } from '../chain/rpc.ts'
import {
  type Attempt,
  isFundsText,
  type Outcome,
  outOfFunds,
  readRefusal,
  type Sequence,
  toTransaction,
} from './Attempt.ts'

/**
 * A sequence through eth_simulateV1 (Ethereum execution API), in the block after the given one: state carries over from
 * call to call, gas is told. The number is said because nodes differ in what they take without it.
 */
export const attemptSimulateV1 = ({ from, steps, block }: Sequence): Attempt => ({
  request: {
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            blockOverrides: { number: numberToHex(BigInt(block) + 1n) },
            calls: steps.map((step) => toTransaction(from, step)),
          },
        ],
        validation: false,
        traceTransfers: false,
      },
      block,
    ],
  },
  read(reply) {
    if (!reply || !('result' in reply)) return readRefusal(reply, steps)
    if (!Array.isArray(reply.result)) return undefined
    const [simulated]: unknown[] = reply.result
    const calls: unknown[] = isRecord(simulated) && Array.isArray(simulated['calls']) ? simulated['calls'] : []
    const outcomes = calls.flatMap((call) => readOutcome(call) ?? [])
    return outcomes.length === steps.length ? outcomes : undefined
  },
})

function readOutcome(call: unknown): Outcome | undefined {
  if (!isRecord(call) || !isQuantity(call['status']) || !isQuantity(call['gasUsed'])) return undefined
  const { error, returnData } = call
  if (isRecord(error) && isFundsText(error['message'])) return { ...outOfFunds, gas: BigInt(call['gasUsed']) }
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

/** An integer as nodes write it (Ethereum JSON-RPC, "Hex encoding"). */
const isQuantity = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
