import type { Address } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import type { EventReader } from '../../../../shared/events/EventList.ts'
import { usableStanding } from '../../../../shared/events/eventsFromIndex.ts'
import { LOG_BOUNDS } from '../../../../shared/events/eventsFromNode.ts'
import type { RoomRuleStore } from '../../../../shared/store/roomRules.ts'
import { stored } from '../../../../shared/store/stored.ts'
import { SHARES, SHARES_KEPT } from '../../../../shared/store/streams.ts'
import type { ShareTransfer, ShareTransferStore } from '../../store/shareTransfers.ts'
import { fetchTransfers } from './fetchTransfers.ts'

const MOST = 5000
/** Rows of the index are deleted once they are this old, in seconds; an hour less, since clocks differ. */
const KEPT = SHARES_KEPT - 3600

export interface TransferReader extends EventReader {
  readonly transfers: ShareTransferStore
}

interface Wanted {
  readonly token: Address
  readonly wallet: Address
  /** The block up to which they are read. */
  readonly at: AsOf
  /** How many seconds before it matter. */
  readonly seconds: number
}

/** Transfers up to a block, newest first, and the time (unix seconds) since which none is missing. */
export interface KnownTransfers {
  readonly transfers: readonly ShareTransfer[]
  readonly completeSince: number
}

/**
 * Transfers of a share token by and to a wallet up to a block: from the log index, with blocks that it does not have yet
 * from a node; without a usable index, from a node alone, as far back as is wanted within ten requests. At most
 * the 5000 newest. Throws store_unavailable and the errors of the RPC client.
 */
export async function readTransfers(reader: TransferReader, wanted: Wanted): Promise<KnownTransfers> {
  const known = (await fromIndex(reader, wanted)) ?? (await fromNode(reader, wanted))
  const { transfers } = known
  if (transfers.length <= MOST) return known
  const newest = transfers.slice(0, MOST)
  return { transfers: newest, completeSince: newest.at(-1)?.blockTime ?? wanted.at.timestamp }
}

/** Null if the index cannot answer: it does not follow the token, is far behind, or is of another fork than the node. */
async function fromIndex(reader: TransferReader, { token, wallet, at }: Wanted): Promise<KnownTransfers | null> {
  const { chain, store, transfers, now } = reader
  const [standing, isFollowed] = await stored(() =>
    Promise.all([usableStanding(reader, [SHARES]), store.logIndex.follows(chain.config.chainId, SHARES, token)]),
  )
  if (!standing || !isFollowed) return null
  const to = Number(at.blockNumber)
  const keptSince = Math.floor(now() / 1000) - KEPT
  const query = { chain: standing.chain, token, wallet, toBlock: Math.min(standing.block, to), since: keptSince }
  const indexed = await stored(() => transfers.of({ ...query, limit: MOST + 1 }))
  const blocks = [standing.fromBlock, standing.block]
  const fetched = await fetchTransfers(chain, { token, wallet, from: standing.block + 1, to, blocks })
  if (fetched === 'too wide') return null
  const [first, last] = fetched.marks
  if (!first || last?.hash !== standing.hash) return null
  return { transfers: [...fetched.transfers, ...indexed], completeSince: Math.max(first.time, keptSince) }
}

async function fromNode({ chain }: TransferReader, { token, wallet, at, seconds }: Wanted): Promise<KnownTransfers> {
  const oldest = chain.config.startBlock
  const transfers: ShareTransfer[] = []
  let completeSince = at.timestamp
  let to = Number(at.blockNumber)
  let { span } = LOG_BOUNDS
  for (let requests = 0; requests < LOG_BOUNDS.requests && to >= oldest && transfers.length <= MOST; requests++) {
    if (at.timestamp - completeSince >= seconds && requests > 0) break
    const from = Math.max(oldest, to - span + 1)
    const fetched = await fetchTransfers(chain, { token, wallet, from, to, blocks: [from] })
    const start = fetched === 'too wide' ? null : fetched.marks[0]
    if (fetched === 'too wide' || !start) {
      span = Math.max(1, Math.floor(span / 4))
      continue
    }
    transfers.push(...fetched.transfers)
    completeSince = start.time
    to = from - 1
  }
  return { transfers, completeSince }
}

export interface RoomReader extends TransferReader {
  readonly rules: RoomRuleStore
}
