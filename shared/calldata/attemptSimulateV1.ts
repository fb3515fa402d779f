import type { RpcReply } from '../chain/RpcCall.ts'
import { getAddress, isAddress, numberToHex, size } from 'viem'
import {
  type Attempt,
  isFundsText,
  isGasText,
  MOST_LOGS,
  type CallOutcome,
  outOfFunds,
  readRefusal,
  timeOverride,
  type Sequence,
  type SimulatedLog,
  toBytes,
  toTransaction,
} from './Attempt.ts'

/**
 * A sequence through eth_simulateV1 (Ethereum execution API), in the block after the given one: state carries over from
 * call to call, and gas is reported. The block number is explicit because nodes differ in their default.
 */
export const attemptSimulateV1 = ({ from, steps, block, time }: Sequence): Attempt => ({
  request: {
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            blockOverrides: { number: numberToHex(BigInt(block) + 1n), ...timeOverride(time) },
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

function readOutcome(call: unknown): CallOutcome | undefined {
  if (!isRecord(call)) return undefined
  const { status, error, returnData } = call
  const gas = readQuantity(call['gasUsed'])
  if (gas === undefined || (status !== '0x0' && status !== '0x1')) return undefined
  if (isRecord(error) && isFundsText(error['message'])) return { ...outOfFunds, gas }
  if (isRecord(error) && isGasText(error['message'])) return undefined
  // Nodes differ in where they put the data of a revert.
  const revertData = isRecord(error) ? toBytes(error['data']) : '0x'
  const returned = revertData === '0x' ? toBytes(returnData) : revertData
  const logs = readLogs(call['logs'])
  return { success: status === '0x1', returned, gas, ...(logs && { logs }) }
}

/** The logs of one call, and one more than are checked if there are too many; undefined if the node does not report them as logs. */
function readLogs(logs: unknown): SimulatedLog[] | undefined {
  if (!Array.isArray(logs)) return undefined
  const some = logs.slice(0, MOST_LOGS + 1)
  const known = some.flatMap((log) => readLog(log) ?? [])
  return known.length === some.length ? known : undefined
}

function readLog(log: unknown): SimulatedLog | undefined {
  if (!isRecord(log) || !Array.isArray(log['topics']) || log['topics'].length > 4) return undefined
  const { address } = log
  if (typeof address !== 'string' || !isAddress(address, { strict: false })) return undefined
  const topics = log['topics'].map(toBytes)
  if (topics.some((topic) => size(topic) !== 32)) return undefined
  return { address: getAddress(address), topics, data: toBytes(log['data']) }
}

/** An integer of at most 64 bits as nodes write it. */
const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : undefined

/** Whether a node does not offer the method (JSON-RPC 2.0 section 5.1, and what providers say instead). */
export const isUnknownMethod = (reply: RpcReply | undefined): boolean =>
  reply !== undefined &&
  'error' in reply &&
  (reply.error.code === -32601 || /method|not supported|unsupported/i.test(reply.error.message))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
