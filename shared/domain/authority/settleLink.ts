import type { Chain } from '../../chain/chain.ts'
import { createPriorReader } from '../../chain/createPriorReader.ts'
import { decodeBlock } from '../../chain/decodeReply.ts'
import type { BlockMark } from '../../chain/IndexedLog.ts'
import { ofChain } from '../../chain/rpc.ts'
import type { SessionStore } from '../../durable/sessions.ts'
import { isOutage } from '../../errors/ApiError.ts'
import { log } from '../../log/log.ts'
import type { AccountWallets, WalletLink } from '../../store/accountWallets.ts'
import { isConfirmed, proofCalls } from './readProofs.ts'

interface Settling {
  readonly chain: Chain
  readonly links: AccountWallets
  readonly sessions: Pick<SessionStore, 'end'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Nodes that must agree before anything ends, if so many are configured. */
const WITNESSES = 2

/**
 * Ends the link of a smart wallet to an account if a finalized block denies its proof, with the sessions and hand-offs that
 * came through it. Every configured node that answers must deny it, at least two where there are two: one that lags or lies
 * ends nothing. `unknown` where they do not, do not answer, or their finalized block is older than the proof; then nothing
 * changes.
 *
 * A wallet without code is not settled: no finalized block says anything about it. Throws store_unavailable.
 */
export async function settleLink(
  link: WalletLink,
  { chain, links, sessions, now }: Settling,
): Promise<'ended' | 'confirmed' | 'unknown'> {
  const { profileId, proof } = link
  const seconds = Math.floor(now() / 1000)
  const seen = await Promise.all(Array.from({ length: chain.rpc.nodes }, (_, node) => witness(node, link, chain, now)))
  const answers = seen.filter((one) => one !== null)
  const [first] = answers
  const held = answers.filter(({ isHeld }) => isHeld)
  if (!first || held.length > 0) {
    await links.checked(link, held.length > 0 ? Math.max(...held.map(({ block }) => block.time)) : null, seconds)
    return first ? 'confirmed' : 'unknown'
  }
  if (answers.length < Math.min(WITNESSES, chain.rpc.nodes)) return 'unknown'
  const ending = {
    reason: proof.owner ? ('owner_removed' as const) : ('signature_rejected' as const),
    chainId: chain.config.chainId,
    blockNumber: first.block.number,
    blockHash: first.block.hash,
  }
  if (!(await links.end(link, ending, seconds))) return 'unknown'
  log('info', 'wallet_link_ended', { profileId, wallet: proof.wallet, ...ending })
  await sessions.end([proof.wallet], { profileId, owned: { wallet: proof.wallet, owner: proof.owner } })
  return 'ended'
}

/** Whether one node's finalized block confirms a proof; null where the node does not say. */
async function witness(
  node: number,
  { proof }: WalletLink,
  chain: Chain,
  now: () => number,
): Promise<{ readonly block: BlockMark; readonly isHeld: boolean } | null> {
  const { rpc, config } = chain
  const only = {
    nodes: rpc.nodes,
    send: (calls, options) => rpc.send(calls, { ...options, isEligible: (one) => one === node }),
  } satisfies Chain['rpc']
  const judge = ofChain(config.chainId)
  try {
    const replies = await only.send(
      [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getBlockByNumber', params: ['finalized', false] },
        { method: 'eth_getCode', params: [proof.wallet, 'finalized'] },
      ],
      { judge: (own) => (own[1] && decodeBlock(own[1]) ? judge(own) : 'unusable') },
    )
    const block = replies[1] ? decodeBlock(replies[1]) : null
    // The proof may rest on what happened since.
    if (block && proof.block !== null && block.number < proof.block) return null
    const code = replies[2] && 'result' in replies[2] ? replies[2].result : undefined
    if (!block || typeof code !== 'string') return null
    const hasCode = code !== '0x'
    if (!hasCode) return { block, isHeld: true }
    const read = createPriorReader({ ...chain, rpc: only }, 0, now)
    const pinned = {
      chainId: config.chainId,
      blockNumber: String(block.number),
      blockHash: block.hash,
      timestamp: block.time,
      source: 'rpc' as const,
    }
    const { value } = await read((describe) => proofCalls(describe, proof), pinned)
    return { block, isHeld: isConfirmed(proof, value, hasCode) }
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}

/** Links that one run looks at; the next one continues. */
const MOST_LINKS = 50

/**
 * Looks at links of smart wallets at a finalized block, those first that an answer has denied, so that what is granted without
 * a read of its own follows the chain too. Throws store_unavailable.
 */
export async function settleLinks(settling: Settling): Promise<void> {
  for (const link of await settling.links.dueLinks(MOST_LINKS)) await settleLink(link, settling)
}
