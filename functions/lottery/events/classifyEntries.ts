import { encodeFunctionData, getAddress, isHex, toFunctionSelector, type Address, type Hash } from 'viem'
import { lotteryManagerAbi } from '../../../shared/abi/lotteryManager.ts'
import type { Rpc, RpcCall, RpcReply } from '../../../shared/chain/rpc.ts'
import { decodeLogs } from '../../../shared/chain/decodeReply.ts'
import { decodeStatic } from '../../../shared/chain/decodeStatic.ts'
import type { EventLog } from '../../../shared/logs/EventList.ts'
import { ApiError } from '../../../shared/http/ApiError.ts'
import type { Entry } from './decodeEntries.ts'
import { settledRequests, ticketKey } from './settledRequests.ts'

export type EntrySource = 'amoe' | 'swap' | 'unknown'

interface Amoe {
  readonly manager: Address
  readonly router: Address | undefined
  /** Further accounts that relay free entries. */
  readonly relayers: readonly Address[]
  /** What the router logged in the blocks of the entries. */
  readonly routerLogs: readonly EventLog[]
}

const PROCESS_AMOE = toFunctionSelector('processAmoeEntry(address,address,uint256)')
const RELAYER_CALL = encodeFunctionData({ abi: lotteryManagerAbi, functionName: 'authorizedAmoeRelayer' })

/**
 * Where each entry came from, in their order. `amoe`: the router, or the relayer that the manager authorises, settled that
 * very request in the same transaction (which holds for transactions of smart accounts too), or the transaction is from or
 * to one of them, or calls processAmoeEntry of the manager; `swap`: its transaction is there and says none of that;
 * `unknown`: it is not. What the router's logs leave open costs one request, a batch over the distinct transactions.
 */
export async function classifyEntries(rpc: Rpc, entries: readonly Entry[], amoe: Amoe): Promise<EntrySource[]> {
  const { manager, router, relayers, routerLogs } = amoe
  const settled = settledRequests(routerLogs, router ? [router] : [])
  const isSettled = ({ log, args }: Entry, among: ReadonlySet<string>) =>
    among.has(ticketKey(log.txHash, args.requestId))
  const open = [...new Set(entries.filter((entry) => !isSettled(entry, settled)).map(({ log }) => log.txHash))]
  const { transactions, relayer } = await readTransactions(rpc, manager, open)
  const callers = [router, relayer, ...relayers].flatMap((address) => (address ? [address.toLowerCase()] : []))
  const routers = [router, relayer].flatMap((address) => address ?? [])
  return entries.map((entry) => {
    if (isSettled(entry, settled)) return 'amoe'
    const transaction = transactions.get(entry.log.txHash)
    if (!transaction) return 'unknown'
    const { from, to, input, logs } = transaction
    if (isSettled(entry, settledRequests(logs, routers))) return 'amoe'
    if (callers.includes(from) || callers.includes(to)) return 'amoe'
    return to === manager.toLowerCase() && input.startsWith(PROCESS_AMOE) ? 'amoe' : 'swap'
  })
}

interface Transaction {
  readonly from: string
  readonly to: string
  readonly input: string
  readonly logs: readonly EventLog[]
}

async function readTransactions(
  rpc: Rpc,
  manager: Address,
  hashes: readonly Hash[],
): Promise<{ transactions: Map<string, Transaction>; relayer: Address | null }> {
  const transactions = new Map<string, Transaction>()
  if (hashes.length === 0) return { transactions, relayer: null }
  const calls: RpcCall[] = [
    { method: 'eth_call', params: [{ to: manager, data: RELAYER_CALL }, 'latest'] },
    ...hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
    ...hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  ]
  const replies = await rpc.send(calls).catch((error: unknown) => {
    if (error instanceof ApiError) return []
    throw error
  })
  for (const [i, hash] of hashes.entries()) {
    const transaction = transactionOf(replies[1 + i], replies[1 + hashes.length + i])
    if (transaction) transactions.set(hash, transaction)
  }
  const word = resultOf(replies[0])
  const relayer = isHex(word) && word.length === 66 ? decodeStatic('address', word) : null
  return { transactions, relayer: typeof relayer === 'string' ? getAddress(relayer) : null }
}

const resultOf = (reply: RpcReply | undefined): unknown => (reply && 'result' in reply ? reply.result : null)

function transactionOf(byHash: RpcReply | undefined, receipt: RpcReply | undefined): Transaction | null {
  const transaction = resultOf(byHash)
  if (typeof transaction !== 'object' || transaction === null) return null
  const from = textOf(Reflect.get(transaction, 'from'))
  if (from === null) return null
  const input = textOf(Reflect.get(transaction, 'input')) ?? textOf(Reflect.get(transaction, 'data')) ?? '0x'
  const to = textOf(Reflect.get(transaction, 'to')) ?? ''
  return { from: from.toLowerCase(), to: to.toLowerCase(), input, logs: logsOf(resultOf(receipt)) }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function logsOf(receipt: unknown): readonly EventLog[] {
  const logs: unknown = typeof receipt === 'object' && receipt !== null ? Reflect.get(receipt, 'logs') : []
  try {
    return decodeLogs(logs)
  } catch {
    return []
  }
}
