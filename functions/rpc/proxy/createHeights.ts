import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { TOTAL_MS } from './deadlines.ts'
import { isRecord, quantity } from './quantity.ts'
import type { Upstream } from './upstream/createUpstream.ts'

/** Names of blocks whose number only a node knows. */
export type Tag = 'latest' | 'safe' | 'finalized'

/** How long a height is believed: the newest block for about a block, and finality moves by minutes. */
const LATEST_MS = 2000
const FINAL_MS = 12_000

export interface Heights {
  /** The number of a block by its name. Throws what asking a node throws; upstream_failed if none knows. */
  of(tag: Tag): Promise<bigint>
  /** Whether a block can no longer be replaced; false if no node says so. */
  isFinal(block: bigint): Promise<boolean>
}

export function createHeights(upstream: Upstream, now: () => number): Heights {
  const known = new Map<Tag, { readonly height: bigint; readonly until: number }>()
  /** Until when somebody is asking for finality: the others do without. */
  let askingUntil = 0

  async function read(tag: Tag): Promise<bigint> {
    const call =
      tag === 'latest'
        ? { method: 'eth_blockNumber', params: [] }
        : { method: 'eth_getBlockByNumber', params: [tag, false] }
    const [reply] = await upstream.ask(({ post }, ms) => post([call], ms))
    const height = heightIn(reply)
    if (height === undefined) throw new ApiError('upstream_failed', `no chain node returns its ${tag} block; try again`)
    known.set(tag, { height, until: now() + (tag === 'latest' ? LATEST_MS : FINAL_MS) })
    return height
  }

  return {
    async of(tag) {
      const last = known.get(tag)
      return last && now() < last.until ? last.height : read(tag)
    },
    async isFinal(block) {
      const last = known.get('finalized')
      // A final block stays final; the height is read again only if it could have become enough.
      if (last && block <= last.height) return true
      if (now() < Math.max(last?.until ?? 0, askingUntil)) return false
      askingUntil = now() + TOTAL_MS
      const height = await read('finalized').catch(() => {
        // If no node knows finality, it is not read again at once.
        known.set('finalized', { height: last?.height ?? -1n, until: now() + FINAL_MS })
        return -1n
      })
      askingUntil = 0
      return block <= height
    },
  }
}

function heightIn(reply: RpcReply | undefined): bigint | undefined {
  if (!reply || !('result' in reply)) return undefined
  return quantity(isRecord(reply.result) ? reply.result['number'] : reply.result)
}
