import * as z from 'zod'
import { plainText } from '../../text/plainText.ts'
import { askJson } from '../askService.ts'
import { address, type Portfolio, type ReadWallet } from './Portfolio.ts'

const MAX_BYTES = 1_048_576
const MOST = 20
/** Positions that are read: the tokens among them, and the protocols of the others. */
const POSITIONS = 100
const NAME_LIMIT = 64
/** Beyond it a value is a mistake of a price feed. */
const MOST_USD = 1e15

const usd = z.number().min(-MOST_USD).max(MOST_USD)
const Overview = z.object({
  data: z.object({
    attributes: z.object({
      total: z.object({ positions: usd }),
      // An array of pairs: a property of any name stays a name.
      positions_distribution_by_chain: z.record(z.string(), usd).transform((byChain) => Object.entries(byChain)),
    }),
  }),
})
const Position = z.object({
  attributes: z.object({
    position_type: z.string(),
    protocol: z.string().nullish(),
    value: usd.nullish(),
    quantity: z.object({ numeric: z.string().regex(/^\d{1,60}(\.\d{1,60})?$/) }),
    fungible_info: z.object({
      name: z.string().nullish(),
      symbol: z.string().nullish(),
      implementations: z
        .array(z.object({ chain_id: z.string(), address: address.nullish().catch(null) }))
        .max(200)
        .nullish(),
    }),
  }),
  relationships: z.object({ chain: z.object({ data: z.object({ id: z.string() }) }) }),
})
const Positions = z.object({ data: z.array(z.unknown()).max(1000) })

/**
 * A portfolio provider (JSON:API): `GET /wallets/{address}/portfolio` and `/wallets/{address}/positions/`, with its key as
 * the user of basic authentication (RFC 7617). Partial if only the positions could not be read.
 */
export const createPortfolioReader = (apiUrl: string, key: string): ReadWallet<Portfolio> => {
  const service = {
    provider: 'portfolioProvider',
    url: apiUrl,
    basic: [key, ''],
    maxBytes: MAX_BYTES,
    isRepeatable: true,
  } as const
  return async (account, signal) => {
    const wallet = `/wallets/${account.toLowerCase()}`
    const query = new URLSearchParams({
      currency: 'usd',
      'filter[positions]': 'no_filter',
      'filter[trash]': 'only_non_trash',
      sort: 'value',
      'page[size]': String(POSITIONS),
    })
    const [overview, positions] = await Promise.allSettled([
      askJson({ ...service, path: `${wallet}/portfolio?currency=usd`, signal }, Overview),
      askJson({ ...service, path: `${wallet}/positions/?${query}`, signal }, Positions),
    ])
    if (overview.status === 'rejected') throw overview.reason
    const { total, positions_distribution_by_chain: byChain } = overview.value.data.attributes
    const read =
      positions.status === 'fulfilled'
        ? positions.value.data.flatMap((one) => Position.safeParse(one).data ?? [])
        : null
    return {
      value: {
        totalUsd: total.positions.toFixed(2),
        chains: highest(byChain.map(([chain, value]) => ({ chain: plainText(chain, NAME_LIMIT), value }))),
        protocols: read && highest(protocolsOf(read)),
        tokens: read && highest(tokensOf(read)),
      },
      isPartial: read === null,
    }
  }
}

type Read = z.output<typeof Position>

function protocolsOf(positions: readonly Read[]): { name: string; value: number | null }[] {
  const values = new Map<string, number>()
  for (const { attributes } of positions) {
    const name = plainText(attributes.protocol ?? '', NAME_LIMIT)
    const sign = attributes.position_type === 'loan' ? -1 : 1
    if (name !== '') values.set(name, (values.get(name) ?? 0) + sign * (attributes.value ?? 0))
  }
  return [...values].map(([name, value]) => ({ name, value }))
}

const tokensOf = (positions: readonly Read[]) =>
  positions
    .filter(({ attributes }) => attributes.position_type === 'wallet')
    .map(({ attributes: { fungible_info: token, quantity, value = null }, relationships }) => {
      const chain = relationships.chain.data.id
      const here = token.implementations?.find(({ chain_id: id }) => id === chain)
      return {
        symbol: plainText(token.symbol ?? '', NAME_LIMIT),
        name: plainText(token.name ?? '', NAME_LIMIT),
        chain: plainText(chain, NAME_LIMIT),
        address: here?.address ?? null,
        quantity: quantity.numeric,
        value,
      }
    })

/** The items of the highest value; those of unknown value come last. */
const highest = <T extends { readonly value: number | null }>(items: readonly T[]) =>
  items
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
    .slice(0, MOST)
    .map(({ value, ...item }) => ({ ...item, valueUsd: value === null ? null : value.toFixed(2) }))
