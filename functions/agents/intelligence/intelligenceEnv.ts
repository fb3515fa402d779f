import type * as z from 'zod'
import { lenient, optional, withDefault } from '../../../shared/env/declare.ts'
import { format, safeUrl, text, whole, list } from '../../../shared/env/formats.ts'
import { portfolioVariables, withoutSource } from '../../../shared/env/portfolioEnv.ts'

/** Nodes by chain id. */
const nodesByChain = format('<chain id>=<https URL> pairs, separated by commas or blanks', (given) => {
  const pairs = list(given).map((pair) => /^(\d{1,15})=(.+)$/.exec(pair))
  const nodes = pairs.flatMap((pair): [number, string][] => {
    const [, chainId, url] = pair ?? []
    return chainId !== undefined && safeUrl.schema.safeParse(url).success ? [[Number(chainId), url ?? '']] : []
  })
  return nodes.length === pairs.length ? new Map(nodes) : undefined
})

/** The providers that know something about wallets (docs/intelligence.md); without one its source is unavailable. */
export const intelligenceVariables = {
  ...portfolioVariables,
  EXPLORER_API_URL: withDefault(safeUrl, 'https://api.etherscan.io/v2/api', {
    meaning: 'the multichain API (version 2) of a block explorer, which knows first funders and name tags',
  }),
  EXPLORER_KEY: optional(text, {
    provider: 'explorer',
    meaning: 'the key of that API; both calls need a paid plan',
    without: `it is not asked; without \`TRANSFERS_RPC_URLS\` too, ${withoutSource('funderTrace')}`,
    secret: true,
  }),
  TRANSFERS_RPC_URLS: lenient(nodesByChain, {
    provider: 'transferNodes',
    meaning: 'nodes with the asset-transfers method by chain id, asked for a funder when the explorer fails',
    without: 'the explorer alone is asked',
    secret: true,
  }),
  LABELS_API_URL: withDefault(safeUrl, 'https://api.arkm.com', { meaning: 'the API of a provider of entity labels' }),
  LABELS_KEY: optional(text, {
    provider: 'labelProvider',
    meaning: 'the key of that API',
    without: `it is not asked; without \`EXPLORER_KEY\` too, ${withoutSource('labels')}`,
    secret: true,
  }),
  SOCIAL_GRAPH_URL: lenient(safeUrl, {
    provider: 'socialGraph',
    meaning: 'the GraphQL API of a social graph, for example `https://api.lens.xyz/graphql`',
    without: withoutSource('social'),
  }),
  SOCIAL_GRAPH_KEY: optional(text, {
    meaning: 'the server key of that API',
    without: 'it is asked without one',
    secret: true,
  }),
  ENS_RPC_URL: lenient(safeUrl, {
    provider: 'ensNode',
    meaning: 'a node of Ethereum, for ENS',
    without: withoutSource('ens'),
    secret: true,
  }),
  BASENAME_RPC_URL: lenient(safeUrl, {
    provider: 'basenameNode',
    meaning: 'a node of Base, for basenames',
    without: withoutSource('basename'),
    secret: true,
  }),
  INTELLIGENCE_TOTAL_MS: withDefault(whole(50, 12_000), '12000', {
    meaning: 'how long all sources may take, in milliseconds',
  }),
}

export type IntelligenceEnv = z.output<z.ZodObject<typeof intelligenceVariables>>
