import type { RpcReply } from '../chain/RpcCall.ts'
import { isAddressEqual } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import { callNode } from '../chain/rpc.ts'
import type { AsOf, Chain } from '../chain/chain.ts'
import { decodeBlock, decodeLogs, isTooWide, quantity } from '../chain/decodeReply.ts'
import type { BlockMark } from '../chain/IndexedLog.ts'
import type { EventList, EventLog, EventPage, EventSource, EventReader } from './EventList.ts'
import { logError } from '../log/logError.ts'
import { eventsFromIndex } from './eventsFromIndex.ts'

/**
 * Bounds of one page: blocks of one eth_getLogs (providers refuse more than 10 000), and requests besides that for
 * the head.
 */
export const LOG_BOUNDS = { span: 9_900, requests: 10 }

/**
 * A page from the node: ranges of at most 9 900 blocks, newest first, until the page is full, the oldest block is
 * reached, or ten requests are made; in the last case it is `truncated`. It is as of `at`, the block of the rest of the
 * answer, or of the newest block, which costs a request. Throws the errors of the RPC client.
 */
export async function eventsFromNode(
  chain: Chain,
  list: EventList,
  bounds = LOG_BOUNDS,
  at?: AsOf,
): Promise<EventPage> {
  const { main, beside = [], before, limit } = list
  const asOf = at ?? (await readHead(chain))
  const head = Number(asOf.blockNumber)
  const toBlock = Math.min(list.toBlock ?? head, head)
  const oldest = Math.max(list.fromBlock ?? 0, chain.config.startBlock)
  const events: EventLog[] = []
  const others: EventLog[] = []
  let to = before ? Math.min(toBlock, before.blockNumber) : toBlock
  let { span } = bounds
  for (let requests = 0; requests < bounds.requests && to >= oldest && events.length < limit; requests++) {
    const from = Math.max(oldest, to - span + 1)
    const logs = await readRange(chain, [main, ...beside], from, to)
    if (!logs) {
      span = Math.max(1, Math.floor(span / 4))
      continue
    }
    events.push(...logs.filter((log) => isOf(main, log) && isWanted(list, log)).sort(newestFirst))
    others.push(...logs.filter((log) => beside.some((source) => isOf(source, log))))
    to = from - 1
  }
  const page = events.slice(0, limit)
  const blocks = new Set(page.map((event) => event.blockNumber))
  return {
    events: page,
    beside: others.filter((log) => blocks.has(log.blockNumber)),
    fromBlock: Math.min(to + 1, toBlock),
    toBlock,
    truncated: to >= oldest && events.length < limit,
    asOf,
  }
}

async function readHead(chain: Chain): Promise<AsOf> {
  const { number, time } = await callNode(
    chain,
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    (reply): BlockMark => {
      const head = decodeBlock(reply)
      if (!head) throw new ApiError('upstream_failed')
      return head
    },
    { headOf: (head) => ({ blockNumber: BigInt(head.number), timestamp: head.time }) },
  )
  return { chainId: chain.config.chainId, blockNumber: String(number), timestamp: time, source: 'rpc' }
}

/** Null if the node requires a narrower range. */
function readRange(
  chain: Chain,
  sources: readonly EventSource[],
  from: number,
  to: number,
): Promise<EventLog[] | null> {
  const filter = {
    address: [...new Set(sources.map(({ address }) => address))],
    topics: [sources.flatMap(({ topics }) => topics)],
    fromBlock: quantity(from),
    toBlock: quantity(to),
  }
  const decode = (reply: RpcReply) => {
    if ('result' in reply) return decodeLogs(reply.result)
    if (isTooWide(reply.error)) return null
    throw new ApiError('upstream_failed')
  }
  // A node that has not come as far would silently leave out the newest logs.
  return callNode(chain, { method: 'eth_getLogs', params: [filter] }, decode, { upTo: to })
}

const isOf = ({ address, topics }: EventSource, log: EventLog): boolean =>
  isAddressEqual(address, log.address) && log.topics[0] !== undefined && topics.includes(log.topics[0])

const isWanted = ({ topic1, before }: EventList, log: EventLog): boolean =>
  (topic1 === undefined || log.topics[1] === topic1) && (!before || newestFirst(before, log) < 0)

type Position = Pick<EventLog, 'blockNumber' | 'logIndex'>
/** Negative if `a` is the newer. */
const newestFirst = (a: Position, b: Position): number => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex

/**
 * A page of events, newest first: from the log index, or, if that is empty, behind, unreachable or older than
 * `minBlock`, from the node by bounded eth_getLogs. Throws the errors of the RPC client in the second case.
 */
export async function readEvents(reader: EventReader, list: EventList, minBlock = 0): Promise<EventPage> {
  const page = await eventsFromIndex(reader, list, minBlock).catch((error: unknown) => {
    // A failing index must not prevent asking the node.
    logError('warn', 'log_index_unreadable', error)
    return null
  })
  return page ?? eventsFromNode(reader.chain, list)
}
