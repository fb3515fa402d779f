import type { Rpc } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { BlockMark } from '../../../shared/chain/IndexedLog.ts'
import type { Store } from '../store/createStore.ts'
import { decodeBlock, quantity } from '../../../shared/chain/decodeReply.ts'

const CHUNK = 64

/**
 * The newest remembered block, at most `below`, that is still on the chain; null if there is none. Only a different
 * hash counts: a node without the block is behind or broken, which is upstream_failed. A reorg deeper than the 256
 * remembered range ends is not followed: the index starts over.
 */
export async function findAncestor(
  rpc: Rpc,
  index: Store['logIndex'],
  chain: number,
  below: number,
): Promise<BlockMark | null> {
  const marks = await index.marksUpTo(chain, below, 256)
  for (let i = 0; i < marks.length; i += CHUNK) {
    const chunk = marks.slice(i, i + CHUNK)
    const replies = await rpc.send(
      chunk.map((mark) => ({ method: 'eth_getBlockByNumber', params: [quantity(mark.number), false] })),
    )
    const blocks = replies.map(decodeBlock)
    if (blocks.some((block) => block === null)) throw new ApiError('upstream_failed')
    const ancestor = chunk.find((mark, n) => blocks[n]?.hash === mark.hash)
    if (ancestor) return ancestor
  }
  return null
}
