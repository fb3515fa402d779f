import { numberToHex, type Hex } from 'viem'
import { ApiError } from '../http/ApiError.ts'
import { describeCalls, type Describe, type Resolved, type Shape } from './calls.ts'
import type { AsOf, Chain } from './chain.ts'
import { createLensMemory } from './createLensMemory.ts'
import { decodeBlock } from './decodeReply.ts'
import { hearLens, lensRequest, type Heard } from './hear.ts'
import { ofChain } from './ofChain.ts'
import { finish, NOTHING_KNOWN, readInRounds } from './readGraph.ts'
import type { RpcCall, RpcReply } from './rpc.ts'
import type { BlockMark } from '../store/logIndex.ts'

/** What was read at a block before the newest one. */
export interface PriorRead<S extends Shape> {
  readonly value: Resolved<S>
  readonly asOf: AsOf & { readonly blockHash: Hex }
  /** Hash of block 0, which tells chains of one id apart. */
  readonly genesis: Hex
}

export type PriorReader = <S extends Shape>(description: (describe: Describe) => S) => Promise<PriorRead<S>>

/** How long the newest block is taken for the newest without asking. */
const GUESS_MS = 2000

/**
 * Reads graphs of calls at the block that is `lag` blocks before the newest. A node answers for such a block only by its
 * number: one request asks for the newest block and reads at the place where it was last seen; when it has moved on since,
 * a second one reads at the right place. The block and what was read there come in one request.
 *
 * Throws what Chain.read throws; upstream_failed where the chain is not that long.
 */
export function createPriorReader(chain: Chain, lag: number, now: () => number = Date.now): PriorReader {
  const { config, rpc } = chain
  const isOfChain = ofChain(config.chainId)
  const lens = createLensMemory(now)
  let last: { readonly target: number; readonly at: number } | undefined

  return async (description) => {
    const graph = describeCalls(description)
    const priorCalls = (target: number) => [getBlock(numberToHex(target)), lensRequest(graph.nodes, 4, BigInt(target))]
    const askPrior = async (target: number) => {
      const replies = await rpc.send([CHAIN_ID, ...priorCalls(target)], {
        judge(own) {
          hearPrior(own.slice(1), target)
          return isOfChain(own)
        },
      })
      return hearPrior(replies.slice(1), target)
    }

    const guessed = last && now() - last.at < GUESS_MS ? last.target : undefined
    const ends = [getBlock('0x0'), getBlock('latest')]
    const replies = await rpc.send([CHAIN_ID, ...ends, ...(guessed === undefined ? [] : priorCalls(guessed))], {
      judge(own) {
        const { newest } = hearEnds(own)
        // A guess that has not come true is not asked for.
        if (newest.number - lag === guessed) hearPrior(own.slice(3), guessed)
        const verdict = isOfChain(own)
        return verdict === 'usable' ? { blockNumber: BigInt(newest.number), timestamp: newest.time } : verdict
      },
    })
    const { genesis, newest } = hearEnds(replies)
    const target = newest.number - lag
    if (target < 0) throw new ApiError('upstream_failed')
    last = { target, at: now() }
    const { mark, lens: heard } = guessed === target ? hearPrior(replies.slice(3), target) : await askPrior(target)
    const head = { chainId: config.chainId, blockNumber: BigInt(target), timestamp: mark.time }
    const source = {
      rpc,
      chainId: config.chainId,
      multicall3: () => chain.role('multicall3'),
      lens,
      seen: new Set<number>(),
    }
    const read =
      heard === 'refused'
        ? await readInRounds(source, graph, { ...NOTHING_KNOWN, head }, 'aggregate')
        : await finish(source, graph, { head, ...heard })
    // Nodes behind one URL may disagree on a block.
    if (mark.time !== read.head.timestamp || read.head.blockNumber !== head.blockNumber)
      throw new ApiError('upstream_failed')
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

const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }
const getBlock = (block: string): RpcCall => ({ method: 'eth_getBlockByNumber', params: [block, false] })

/** The first and the newest block, of replies that begin with the chain id. Throws upstream_failed where one is not there. */
function hearEnds([, first, last]: readonly RpcReply[]): { genesis: BlockMark; newest: BlockMark } {
  const genesis = first && decodeBlock(first)
  const newest = last && decodeBlock(last)
  if (!genesis || !newest) throw new ApiError('upstream_failed')
  return { genesis, newest }
}

/** A block, and what the lens read at it. Throws an Error where they are not there. */
function hearPrior([block, reply]: readonly RpcReply[], target: number): { mark: BlockMark; lens: Heard | 'refused' } {
  const mark = block && decodeBlock(block)
  if (!mark || mark.number !== target || !reply) throw new ApiError('upstream_failed')
  return { mark, lens: hearLens(reply) }
}
