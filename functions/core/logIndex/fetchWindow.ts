import type { BlockRange, Plan } from './planWindow.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { Rpc } from '../../../shared/chain/rpc.ts'
import { TooLong } from '../../../shared/text/readBounded.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Cohort } from '../store/logIndex.ts'
import type { BlockMark, IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { decodeBlock, decodeLogs, isTooWide, quantity, type NodeLog } from '../../../shared/chain/decodeReply.ts'

/** Addresses per eth_getLogs filter. */
const ADDRESSES = 500
/** Headers read in one request. */
const HEADERS = 100
/** The most that is read of an answer, unless its ranges are single blocks: what is made of it takes several times as much memory. */
const MAX_BYTES = 2 * 1024 * 1024
/** Characters of a log in an answer, beside its data. */
const LOG = 700

/** The logs of a range, whose last block is `end`. */
export interface FetchedRange {
  readonly end: BlockMark
  readonly logs: readonly IndexedLog[]
}

/**
 * `ranges`: what could be read, in order, and the factor by which the next ranges can be wider: a half if the node
 * refused the range after them, a sixteenth if its answer was too long, 1 if an answer twice as long would be. `reorged`:
 * a checkpoint is no longer on the chain. `unsettled`: the node is behind, or changed chains in between.
 */
export type Window =
  | { readonly kind: 'ranges'; readonly ranges: readonly FetchedRange[]; readonly widen: number }
  | { readonly kind: 'reorged' }
  | { readonly kind: 'unsettled' }

type StreamLog = NodeLog & { readonly stream: string }

/**
 * Reads the logs of cohorts that have reached the same block, several ranges further, in one JSON-RPC batch. The last
 * block's hash is read before and after everything else: if both agree, everything in between is of one chain. Throws
 * upstream_failed, upstream_timeout, upstream_rate_limited.
 */
export async function fetchWindow(
  rpc: Rpc,
  { cohorts, ranges, span }: Plan,
  checkpoints: readonly BlockMark[],
): Promise<Window> {
  const last = ranges.at(-1)
  if (!last) return { kind: 'ranges', ranges: [], widen: 1 }
  const filters = cohorts.flatMap(filtersOf)
  const blocks = [last.to, ...ranges.map((range) => range.to)].map(getBlock)
  const logs = ranges.flatMap((range) => filters.map((filter) => getLogs(filter, range)))
  const checks = [...checkpoints.map((mark) => mark.number), last.to].map(getBlock)
  const replies = await sendBounded(rpc, [...blocks, ...logs, ...checks], span)
  if (replies === 'too long') return { kind: 'ranges', ranges: [], widen: 1 / 16 }

  const [before, ...ends] = replies.slice(0, blocks.length).map(decodeBlock)
  const after = replies.slice(-checks.length).map(decodeBlock)
  if (!before || after.includes(null) || after.at(-1)?.hash !== before.hash) return { kind: 'unsettled' }
  if (checkpoints.some((mark, i) => after[i]?.hash !== mark.hash)) return { kind: 'reorged' }

  const read: FetchedRange[] = []
  for (const [i, range] of ranges.entries()) {
    const end = ends[i]
    const found = logsOf(
      replies.slice(blocks.length + i * filters.length, blocks.length + (i + 1) * filters.length),
      filters,
      range,
    )
    if (found === 'too wide') return { kind: 'ranges', ranges: read, widen: 1 / 2 }
    const timed = end && (await withTimes(rpc, found, end))
    if (!timed) return { kind: 'unsettled' }
    read.push({ end, logs: timed })
  }
  const characters = read.flatMap((range) => range.logs).reduce((sum, log) => sum + LOG + log.data.length, 0)
  return { kind: 'ranges', ranges: read, widen: characters * 2 > MAX_BYTES ? 1 : 2 }
}

/** A block that alone has more logs than are read at once must not hold up the index. */
async function sendBounded(
  rpc: Rpc,
  calls: readonly RpcCall[],
  span: number,
): Promise<readonly RpcReply[] | 'too long'> {
  try {
    return await rpc.send(calls, span === 1 ? {} : { maxBytes: MAX_BYTES })
  } catch (error) {
    if (error instanceof TooLong) return 'too long'
    throw error
  }
}

interface Filter {
  readonly stream: string
  readonly address: readonly string[]
  readonly topics: readonly (readonly string[])[]
}

function filtersOf({ stream, addresses, topics }: Cohort): Filter[] {
  const filters: Filter[] = []
  for (let i = 0; i < addresses.length; i += ADDRESSES)
    filters.push({
      stream,
      address: addresses.slice(i, i + ADDRESSES),
      topics: topics === '' ? [] : [topics.split(',')],
    })
  return filters
}

const getBlock = (number: number): RpcCall => ({ method: 'eth_getBlockByNumber', params: [quantity(number), false] })

const getLogs = ({ address, topics }: Filter, { from, to }: BlockRange): RpcCall => ({
  method: 'eth_getLogs',
  params: [{ address, topics, fromBlock: quantity(from), toBlock: quantity(to) }],
})

function logsOf(replies: readonly RpcReply[], filters: readonly Filter[], range: BlockRange): StreamLog[] | 'too wide' {
  const logs: StreamLog[] = []
  for (const [i, reply] of replies.entries()) {
    if ('error' in reply) {
      if (isTooWide(reply.error)) return 'too wide'
      throw new ApiError('upstream_failed')
    }
    const stream = filters[i]?.stream ?? ''
    for (const log of decodeLogs(reply.result)) {
      if (log.blockNumber < range.from || log.blockNumber > range.to) throw new ApiError('upstream_failed')
      logs.push({ stream, ...log })
    }
  }
  return logs
}

/** Block times that the node left out, from the headers; null when a header does not belong to the log's block. */
async function withTimes(rpc: Rpc, logs: readonly StreamLog[], end: BlockMark): Promise<IndexedLog[] | null> {
  const headers = new Map([[end.number, end]])
  const missing = [
    ...new Set(
      logs.filter((log) => log.blockTime === null && log.blockNumber !== end.number).map((log) => log.blockNumber),
    ),
  ]
  for (let i = 0; i < missing.length; i += HEADERS)
    for (const reply of await rpc.send(missing.slice(i, i + HEADERS).map(getBlock))) {
      const block = decodeBlock(reply)
      if (block) headers.set(block.number, block)
    }
  const timed: IndexedLog[] = []
  for (const log of logs) {
    const header = headers.get(log.blockNumber)
    const blockTime = log.blockTime ?? header?.time
    if (blockTime === undefined || (header && header.hash !== log.blockHash)) return null
    timed.push({ ...log, blockTime })
  }
  return timed
}
