import type { Address } from 'viem'
import type * as z from 'zod'
import type { IntelligenceGraph, IntelligenceSource, SourceStatus } from '../../../schema/agents/walletIntelligence.ts'
import type { Portfolio } from '../../../shared/provider/portfolio/Portfolio.ts'
import type { Basename, ChainTrace, EnsProfile, EntityLabel, RoomKeys, SocialAccount } from './parts.ts'
import type { TargetLabels } from './partsOf.ts'

/** All that is known about a wallet; null for what is not. */
export interface Findings {
  readonly target: Address
  readonly traces: readonly ChainTrace[]
  readonly labels: z.output<typeof TargetLabels>
  readonly portfolio: Portfolio | null
  readonly ens: EnsProfile
  readonly basename: Basename
  readonly social: SocialAccount
  readonly keys: RoomKeys | null
  readonly sources: Readonly<Record<IntelligenceSource, SourceStatus>>
  /** ISO 8601. */
  readonly generatedAt: string
}

type Node = IntelligenceGraph['nodes'][number]
type Edge = IntelligenceGraph['edges'][number]

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48) || 'entity'

/** The graph of a wallet: the wallet, the funders of the chosen trace in a row, and what else is known of them. */
export function buildGraph(found: Findings): IntelligenceGraph {
  const { target, traces, portfolio, ens, basename, social, keys, sources, generatedAt } = found
  const account = target.toLowerCase()
  const wallet = `wallet:${account}`
  const nodes = new Map<string, Node>()
  const edges: Edge[] = []
  const add = (node: Node, from: string, type: Edge['type'], data?: Edge['data']) => {
    if (nodes.has(node.id)) return
    nodes.set(node.id, node)
    edges.push({ source: from, target: node.id, type, ...(data === undefined ? {} : { data }) })
  }
  const addLabel = (from: string, owner: string, label: EntityLabel) =>
    add(
      { id: `label:${owner}:${slugOf(label.name)}`, type: 'entity-label', label: label.name, data: { ...label } },
      from,
      'labeled_as',
    )

  const chosen = chooseTrace(traces)
  const byChain = traces.map(({ chainId, ...trace }) => [String(chainId), trace] as const)
  const isKnownEntity = found.labels.length > 0
  nodes.set(wallet, {
    id: wallet,
    type: 'wallet',
    label: ens?.name ?? basename?.name ?? target,
    data: {
      address: target,
      isKnownEntity,
      fundingTrace: chosen && { target, ...chosen, chains: Object.fromEntries(byChain) },
      keys,
    },
  })
  let from = wallet
  for (const { funderAddress, funderTxHash, blockNumber, timestamp, chainId, hop } of chosen?.chain ?? []) {
    const id = `funder:${funderAddress.toLowerCase()}:hop${hop}`
    const data = { chainId, txHash: funderTxHash, blockNumber, timestamp }
    add(
      { id, type: 'funder', label: funderAddress, data: { address: funderAddress, chainId, hop } },
      from,
      'funded_by',
      data,
    )
    from = id
  }
  const last = chosen?.chain.at(-1)?.funderAddress
  if (chosen?.entity && last && sources.labels !== 'skipped') addLabel(from, last.toLowerCase(), chosen.entity)
  for (const { label } of found.labels) addLabel(wallet, account, label)
  if (keys && keys.created.length > 0 && sources.labels !== 'skipped')
    addLabel(wallet, account, {
      name: `Creator of room ${keys.created.join(', ')}`,
      category: 'creator',
      source: 'room-key',
    })
  if (portfolio)
    add(
      { id: `portfolio:${account}`, type: 'portfolio', label: `$${portfolio.totalUsd}`, data: { ...portfolio } },
      wallet,
      'has_portfolio',
    )
  if (ens) add({ id: `ens:${ens.name}`, type: 'ens-name', label: ens.name, data: { ...ens } }, wallet, 'has_ens')
  if (basename)
    add(
      { id: `basename:${basename.name}`, type: 'basename', label: basename.name, data: { ...basename } },
      wallet,
      'has_basename',
    )
  if (social) {
    const { score, ...data } = social
    add({ id: `social:${social.handle}`, type: 'social-account', label: social.handle, data }, wallet, 'has_social')
    if (score !== null)
      add(
        {
          id: `reputation:${account}`,
          type: 'reputation-score',
          label: String(score),
          data: { score, of: social.handle },
        },
        `social:${social.handle}`,
        'has_reputation',
      )
  }
  const all = [...nodes.values()]
  const group = (id: string, label: string, type: Node['type']) => {
    const nodeIds = all.flatMap((node) => (node.type === type ? [node.id] : []))
    return nodeIds.length === 0 ? [] : [{ id, label, nodeIds }]
  }
  return {
    target,
    canonicalWallet: target,
    nodes: all,
    edges,
    groups: [
      ...group('group:funders', 'Funders', 'funder'),
      ...group('group:labels', 'Labelled entities', 'entity-label'),
    ],
    sources: { ...sources },
    generatedAt,
    source: 'wallet-intelligence.v1',
  }
}

/**
 * The trace that says most about a wallet's origin: of the chain on which it was funded first; of equal ones the
 * longest. Without any funder, one that ended for a reason that lies in the wallet.
 */
export function chooseTrace(traces: readonly ChainTrace[]): ChainTrace | null {
  const fundedAt = ({ chain }: ChainTrace) => chain[0]?.timestamp ?? Infinity
  const [first] = traces.toSorted(
    (a, b) =>
      compare(fundedAt(a), fundedAt(b)) || b.chain.length - a.chain.length || Number(b.complete) - Number(a.complete),
  )
  return first ?? null
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
