import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { Hash } from 'viem'
import { decodeLogs } from '../../../shared/chain/decodeReply.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'

/** A transaction that made an entry; null where it could not be read. */
export interface EntryTransaction {
  /** Lower case, like `to`, which is empty if the transaction created a contract. */
  readonly from: string
  readonly to: string
  readonly input: string | null
  readonly logs: readonly EventLog[] | null
}

/** The requests for transactions: two calls each. */
export const transactionCalls = (hashes: readonly Hash[]): RpcCall[] =>
  hashes.flatMap((hash) => [
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_getTransactionByHash', params: [hash] },
  ])

/** The transactions in the replies to these calls; one that neither of its replies describes is missing. */
export function readTransactions(
  hashes: readonly Hash[],
  replies: readonly RpcReply[],
): ReadonlyMap<string, EntryTransaction> {
  const found = hashes.flatMap((hash, i): [string, EntryTransaction][] => {
    const [receipt, transaction] = [recordOf(replies[2 * i]), recordOf(replies[2 * i + 1])]
    // Both replies name the sender and recipient: either is enough.
    const ends = transaction ?? receipt
    const from = textOf(ends, 'from')
    if (from === null) return []
    const to = textOf(ends, 'to') ?? ''
    const input = textOf(transaction, 'input') ?? textOf(transaction, 'data')
    return [[hash, { from: from.toLowerCase(), to: to.toLowerCase(), input, logs: logsOf(receipt) }]]
  })
  return new Map(found)
}

function recordOf(reply: RpcReply | undefined): object | null {
  const result = reply && 'result' in reply ? reply.result : null
  return typeof result === 'object' ? result : null
}

function textOf(record: object | null, name: string): string | null {
  const value: unknown = record && Reflect.get(record, name)
  return typeof value === 'string' ? value : null
}

function logsOf(receipt: object | null): readonly EventLog[] | null {
  if (!receipt) return null
  try {
    return decodeLogs(Reflect.get(receipt, 'logs'))
  } catch {
    return null
  }
}
