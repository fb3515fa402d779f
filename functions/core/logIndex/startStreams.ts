import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { isHex, type Address } from 'viem'
import { decodeLogs, quantity } from '../../../shared/chain/decodeReply.ts'
import { ofChain, type Rpc } from '../../../shared/chain/rpc.ts'
import type { IndexState } from '../store/logIndex.ts'
import { log } from '../../../shared/log/log.ts'
import type { LogStream } from './LogStream.ts'

/** A chain this short is read from block 0: it is a single range. */
const SHORT = 9_900
/** Contracts looked for in one request. */
const MOST = 64

interface Start {
  readonly rpc: Rpc
  readonly chainId: number
  readonly state: IndexState
  readonly head: number
}

/**
 * Streams whose configuration gives no first block begin where the first of their contracts appears: new ones take
 * about 25 requests of eth_getCode, once; those that the index has start where they began. Throws the errors of the RPC
 * client.
 */
export async function startStreams(start: Start, streams: readonly LogStream[]): Promise<LogStream[]> {
  const begunAt = (name: string) => start.state.cohorts.find((cohort) => cohort.stream === name)?.fromBlock
  const unknown = streams.filter(({ name, fromBlock }) => fromBlock === 0 && begunAt(name) === undefined)
  // Contracts of the configuration, one per stream, come before those of long lists, which they created.
  const addresses = unknown.toSorted((a, b) => a.addresses.length - b.addresses.length).flatMap((s) => s.addresses)
  const found = unknown.length === 0 ? 0 : await findStart(start, [...new Set(addresses)])
  return streams.map((stream) =>
    stream.fromBlock === 0 ? { ...stream, fromBlock: begunAt(stream.name) ?? found } : stream,
  )
}

/** The first block at which one of the contracts has code; 0 if that is not known. */
async function findStart({ rpc, chainId, head }: Start, contracts: readonly Address[]): Promise<number> {
  if (head < SHORT) return 0
  const ask = async (calls: readonly RpcCall[]) =>
    (await rpc.send([{ method: 'eth_chainId', params: [] }, ...calls], { judge: ofChain(chainId) })).slice(1)
  let candidates = contracts.slice(0, MOST)
  let [low, high, next] = [0, head, head]
  // The newest block is read first, and once.
  for (let isFirst = true; isFirst || low < high; isFirst = false) {
    const block = quantity(next)
    const codes = (await ask(candidates.map((address) => ({ method: 'eth_getCode', params: [address, block] })))).map(
      codeOf,
    )
    if (codes.includes(null)) return unknownStart(`the node has no state of block ${next}`)
    const there = candidates.filter((_, i) => codes[i])
    if (there.length > 0) [candidates, high] = [there, next]
    else if (isFirst) return unknownStart('no configured contract has code yet')
    else low = next + 1
    next = Math.floor((low + high) / 2)
  }
  // A node that has pruned its old state may say that there was no code; its logs show whether that is true.
  const range = { fromBlock: quantity(Math.max(0, low - SHORT)), toBlock: quantity(Math.max(0, low - 1)) }
  const [reply] = await ask([{ method: 'eth_getLogs', params: [{ address: contracts, ...range }] }])
  if (!reply || 'error' in reply || decodeLogs(reply.result).length > 0)
    return unknownStart(`the node has logs from before block ${low}`)
  return low
}

function unknownStart(why: string): number {
  log('warn', 'log_index_start', { startBlock: 0, cause: why })
  return 0
}

/** Whether there is code; null if the node does not say. */
const codeOf = (reply: RpcReply): boolean | null =>
  'result' in reply && isHex(reply.result) ? reply.result !== '0x' : null
