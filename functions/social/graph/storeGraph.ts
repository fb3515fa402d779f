import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import { lower } from '../../../shared/text/address.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { canonicalJson } from '../../../shared/text/json.ts'
import type { SocialContext } from '../context.ts'
import type { StoredGraphRow } from '../store/reputationGraphs.ts'
import type { Graph } from './graphParts.ts'

export interface GraphToStore {
  readonly graph: Graph
  /** Row of the chain in the index. */
  readonly chain: number
  readonly registry: Address
  readonly agentId: bigint
  /** The requested part of the feedback. */
  readonly params: object
  readonly principal: Principal
}

/**
 * Stores a graph as canonical JSON (RFC 8785), unless the same graph was stored before: a later block, which changes
 * nothing else, does not make it another. Throws store_unavailable; an outage of the storage is an answer.
 */
export async function storeGraph(
  { graphs, storage, now }: Pick<SocialContext, 'graphs' | 'storage' | 'now'>,
  { graph, chain, registry, agentId, params, principal }: GraphToStore,
) {
  const { blockNumber, generatedAt: _, ...content } = graph
  const key = {
    chain,
    registry: lower(registry),
    agentId: String(agentId),
    paramsHash: await sha256(canonicalJson(params)),
    graphHash: await sha256(canonicalJson(content)),
  }
  const known = await graphs.find(key)
  if (known) return storedAt(known)
  const result = await storage.store({
    bytes: new TextEncoder().encode(canonicalJson(graph)),
    contentType: 'application/json',
    kind: 'reputation-graph',
    createdBy: principal.kind === 'machine' ? principal.name : lower(principal.address),
  })
  if (result.status === 'unavailable') return { storageStatus: 'unavailable' as const, storageError: result.error }
  const row = { ...key, ...result.artifact, blockNumber: Number(blockNumber), createdAt: Math.floor(now() / 1000) }
  return storedAt(await graphs.record(row))
}

const storedAt = ({ uri, gatewayUrl, storageKey, statusUrl, sha256: sha, keccak256, blockNumber }: StoredGraphRow) => ({
  storageStatus: 'stored' as const,
  storage: { uri, gatewayUrl, storageKey, statusUrl, sha256: sha, keccak256, blockNumber: String(blockNumber) },
})
