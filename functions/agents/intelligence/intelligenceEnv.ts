import type * as z from 'zod'
import { lenient, optional, withDefault } from '../../../shared/env/declare.ts'
import { format, safeUrl, text, whole, list } from '../../../shared/env/formats.ts'
import { portfolioVariables, withoutSource } from '../../../shared/env/portfolioEnv.ts'

const nodesByChain = format('<chain id>=<https URL> pairs, separated by commas or spaces', (given) => {
  const pairs = list(given).map((pair) => /^(\d{1,15})=(.+)$/.exec(pair))
  const nodes = pairs.flatMap((pair): [number, string][] => {
    const [, chainId, url] = pair ?? []
    return chainId !== undefined && safeUrl.schema.safeParse(url).success ? [[Number(chainId), url ?? '']] : []
  })
  return nodes.length === pairs.length ? new Map(nodes) : undefined
})

/** The providers of wallet data (docs/intelligence.md); without one, its source is unavailable. */
export const intelligenceVariables = {
  ...portfolioVariables,
  EXPLORER_API_URL: withDefault(safeUrl, 'https://api.etherscan.io/v2/api', {
    meaning: 'multichain API (version 2) of a block explorer, for first funders and name tags',
  }),
  EXPLORER_KEY: optional(text, {
    provider: 'explorer',
    meaning: 'key of the explorer; both calls need a paid plan',
    without: `the explorer is not called; without \`TRANSFERS_RPC_URLS\` too, ${withoutSource('funderTrace')}`,
    secret: true,
  }),
  TRANSFERS_RPC_URLS: lenient(nodesByChain, {
    provider: 'transferNodes',
    meaning: 'nodes with the asset-transfers method, by chain id; used when the explorer does not find a funder',
    without: 'only the explorer is called',
    secret: true,
  }),
  LABELS_API_URL: withDefault(safeUrl, 'https://api.arkm.com', { meaning: 'API of the provider of entity labels' }),
  LABELS_KEY: optional(text, {
    provider: 'labelProvider',
    meaning: 'key of the label provider',
    without: `the label provider is not called; without \`EXPLORER_KEY\` too, ${withoutSource('labels')}`,
    secret: true,
  }),
  SOCIAL_GRAPH_URL: lenient(safeUrl, {
    provider: 'socialGraph',
    meaning: 'GraphQL API of a social graph, for example `https://api.lens.xyz/graphql`',
    without: withoutSource('social'),
  }),
  SOCIAL_GRAPH_KEY: optional(text, {
    meaning: 'server key of the social graph',
    without: 'requests have no key',
    secret: true,
  }),
  ENS_RPC_URL: lenient(safeUrl, {
    provider: 'ensNode',
    meaning: 'node of Ethereum, for ENS names',
    without: withoutSource('ens'),
    secret: true,
  }),
  BASENAME_RPC_URL: lenient(safeUrl, {
    provider: 'basenameNode',
    meaning: 'node of Base, for basenames',
    without: withoutSource('basename'),
    secret: true,
  }),
  INTELLIGENCE_TOTAL_MS: withDefault(whole(50, 12_000), '12000', {
    meaning: 'timeout of all sources together, in milliseconds',
  }),
}

export type IntelligenceEnv = z.output<z.ZodObject<typeof intelligenceVariables>>
