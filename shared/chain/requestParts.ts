import type { RpcReply } from './RpcCall.ts'
import type { Address } from 'viem'
import { ApiError, isOutage } from '../errors/ApiError.ts'
import type { LensMemory } from './createLensMemory.ts'
import { decodePart, requestOf, type PartResult } from './decodePart.ts'
import type { Part } from './parts.ts'
import type { ReadHead } from './program.ts'
import type { Rpc } from './rpc.ts'

/** What a read needs. */
export interface Source {
  readonly rpc: Rpc
  readonly chainId: number
  /** Throws role_not_configured. */
  readonly multicall3: () => Address
  readonly lens: LensMemory
  /** Unix milliseconds. */
  readonly now: () => number
  /** Nodes that have shown during this read that they belong to the chain. */
  readonly seen: Set<number>
}

/**
 * Asks for parts in one request, at a block or the newest one; `refused` if no node runs the lens, or those that do
 * fail and there is another. A node's replies must be from the chain and the block, and be readable: otherwise it
 * counts as a failing node. Throws upstream errors.
 */
export async function requestParts(
  { rpc, chainId, multicall3, lens, seen }: Source,
  parts: readonly Part[],
  at: ReadHead | undefined,
): Promise<PartResult[] | 'refused'> {
  const requests = parts.map((part) => requestOf(part, at?.blockNumber ?? 'latest', multicall3))
  // Keyed by the reply, since it is only known at the end which node's replies are used.
  const results = new Map<RpcReply, PartResult | 'refused'>()
  const decodeAll = (replies: readonly RpcReply[]) =>
    parts.map((part, i) => {
      const reply = replies[i]
      if (!reply) throw new Error('a reply is missing')
      const what = results.get(reply) ?? decodePart(part, reply)
      results.set(reply, what)
      return what
    })
  const sent = rpc.send(requests, {
    able: (node) =>
      parts.every(({ way }) =>
        way === 'lens' ? lens.runs(node) : way === 'direct' ? seen.size === 0 || seen.has(node) : true,
      ),
    judge(own, node) {
      let verdict: ReadHead | undefined
      for (const what of decodeAll(own)) {
        if (what === 'refused') {
          lens.refused(node)
          return 'unsupported'
        }
        if (!what.head) continue
        if (what.head.chainId !== chainId) return { configured: chainId, answered: what.head.chainId }
        if (at && what.head.blockNumber !== at.blockNumber) return 'unusable'
        seen.add(node)
        verdict = what.head
      }
      // A call at an earlier block does not show how far the node has come.
      return verdict && !at ? verdict : 'usable'
    },
  })
  const replies = await sent.catch((error: unknown) => {
    const isLens = parts.some(({ way }) => way === 'lens')
    if (isLens && isOutage(error) && !lens.isEverywhere(rpc.nodes)) return null
    throw error
  })
  if (!replies) return 'refused'
  const all = decodeAll(replies)
  const some = all.filter((what) => what !== 'refused')
  if (some.length < all.length) return 'refused'
  // A block of this number with another time is of another fork; the node is not to blame.
  if (at && some.some(({ head }) => head && head.timestamp !== at.timestamp)) throw new ApiError('upstream_failed')
  return some
}

/** The most parts in one request: nodes limit the calls of a batch. */
export const BATCH = 10

/**
 * Asks for any number of parts, a few at a time; yields the result of each, and finally `refused` if no node runs the
 * lens. Throws like requestParts.
 */
export async function* requestAll(
  source: Source,
  parts: readonly Part[],
  at: ReadHead | undefined,
): AsyncGenerator<'refused' | readonly [Part, PartResult], undefined> {
  for (let done = 0; done < parts.length; done += BATCH) {
    const some = parts.slice(done, done + BATCH)
    const results = await requestParts(source, some, at)
    if (results === 'refused') return void (yield results)
    for (const [i, part] of some.entries()) yield [part, results[i] ?? { outcomes: [] }]
  }
}
