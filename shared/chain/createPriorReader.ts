import type { RpcReply } from './RpcCall.ts'
import { numberToHex, type Hex } from 'viem'
import { ApiError } from '../errors/ApiError.ts'
import type { BlockMark } from './IndexedLog.ts'
import { describeCalls, type Describe, type Resolved, type Shape } from './calls.ts'
import type { AsOf, Chain } from './chain.ts'
import { createLensMemory } from './createLensMemory.ts'
import { decodeBlock } from './decodeReply.ts'
import { decodeLens, lensRequest } from './parts.ts'
import { ofChain } from './rpc.ts'
import { HeadGuess } from './HeadGuess.ts'
import { finish, NOTHING_KNOWN, readInRounds } from './readGraph.ts'

/** A read at a block before the newest one. */
export interface PriorRead<S extends Shape> {
  readonly value: Resolved<S>
  readonly asOf: AsOf & { readonly blockHash: Hex }
  /** Hash of block 0, which distinguishes chains with the same id. */
  readonly genesis: Hex
}

/** `pinned`: the block of an earlier read, at which this one is made too. */
export type PriorReader = <S extends Shape>(
  description: (describe: Describe) => S,
  pinned?: PriorRead<Shape>['asOf'],
) => Promise<PriorRead<S>>

/**
 * Reads graphs of calls at the block that is `lag` blocks before the newest. A node answers for such a block only by
 * its number: one request fetches the newest block and reads where that should be by now; if it is elsewhere, a second
 * request reads at the right block. The block and the values read at it come in one request.
 *
 * Throws what Chain.read throws; upstream_failed if the chain is not that long.
 */
export function createPriorReader(chain: Chain, lag: number, now: () => number = Date.now): PriorReader {
  const { config, rpc } = chain
  const isOfChain = ofChain(config.chainId)
  const lens = createLensMemory(now)
  const guess = new HeadGuess(now)

  return async (description, pinned) => {
    const graph = describeCalls(description)
    const send = async (target: number | undefined, others: readonly (string | number)[]) => {
      const blocks = target === undefined ? others : [...others, target]
      const lensAt = 1 + blocks.length
      const decode = (replies: readonly RpcReply[]) => {
        const named = replies.slice(1, 1 + others.length).map(blockOf)
        const newest = named[1]
        // The guessed block may not exist: then the values say nothing, not even about the node.
        if (!pinned && newest && newest.number - lag !== target) return { blocks: named, lens: 'refused' as const }
        return {
          blocks: [...named, ...replies.slice(1 + others.length, lensAt).map(blockOf)],
          lens: replies.slice(lensAt).map(decodeLens)[0] ?? ('refused' as const),
        }
      }
      const replies = await rpc.send(
        [
          { method: 'eth_chainId', params: [] },
          ...blocks.map((block) => ({
            method: 'eth_getBlockByNumber',
            params: [typeof block === 'number' ? numberToHex(block) : block, false],
          })),
          ...(target === undefined ? [] : [lensRequest(graph.nodes, 4, BigInt(target))]),
        ],
        {
          judge(own) {
            const verdict = isOfChain(own)
            // A result that cannot be decoded throws: a failing node.
            if (verdict === 'usable') decode(own)
            return verdict
          },
        },
      )
      return decode(replies)
    }

    const expected = guess.number === undefined ? undefined : guess.number - lag
    const guessed = pinned ? Number(pinned.blockNumber) : expected
    const first = await send(guessed, ['0x0', 'latest'])
    const [genesis, newest] = first.blocks
    const prior = (newest?.number ?? 0) - lag
    if (!genesis || !newest || prior < 0) throw new ApiError('upstream_failed')
    guess.note(newest)
    const target = pinned ? Number(pinned.blockNumber) : prior
    const second = guessed === target ? { ...first, blocks: first.blocks.slice(2) } : await send(target, [])
    const [mark] = second.blocks
    if (!mark || mark.number !== target) throw new ApiError('upstream_failed')
    const head = { chainId: config.chainId, blockNumber: BigInt(target), timestamp: mark.time }
    const source = {
      rpc,
      chainId: config.chainId,
      multicall3: () => chain.role('multicall3'),
      lens,
      now,
      seen: new Set<number>(),
    }
    const read =
      second.lens === 'refused'
        ? await readInRounds(source, graph, { ...NOTHING_KNOWN, head }, 'aggregate')
        : await finish(source, graph, { head, ...second.lens })
    // Nodes behind one URL may disagree on a block.
    if (mark.time !== read.head.timestamp || read.head.blockNumber !== head.blockNumber)
      throw new ApiError('upstream_failed')
    if (pinned && mark.hash !== pinned.blockHash) throw new ApiError('upstream_failed')
    const asOf = {
      chainId: config.chainId,
      blockNumber: String(target),
      blockHash: mark.hash,
      timestamp: mark.time,
      source: 'rpc' as const,
    }
    return { value: read.evaluation.resolve(graph.shape), asOf, genesis: genesis.hash }
  }
}

/** Throws if a reply has no block. */
function blockOf(reply: RpcReply): BlockMark {
  const block = decodeBlock(reply)
  if (!block) throw new ApiError('upstream_failed')
  return block
}
