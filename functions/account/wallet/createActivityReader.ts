import type { Address, Hash } from 'viem'
import * as z from 'zod'
import { plainText } from '../../../shared/text/plainText.ts'
import { askJson } from '../../../shared/provider/askService.ts'
import { address, hash, type ReadWallet } from '../../../shared/provider/portfolio/Portfolio.ts'

/** A transaction from a wallet's point of view. Texts come from the provider and from token contracts: untrusted data. */
export interface WalletTransaction {
  readonly hash: Hash
  readonly chain: string
  readonly type: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** ISO 8601. */
  readonly minedAt: string
  readonly from: Address | null
  readonly to: Address | null
  readonly transfers: readonly {
    readonly direction: 'in' | 'out' | 'self'
    readonly symbol: string
    /** In whole tokens. */
    readonly quantity: string
    /** Two decimals; null if unknown. */
    readonly valueUsd: string | null
  }[]
}

const MAX_BYTES = 1_048_576
const MOST = 20
const MOST_TRANSFERS = 10
const NAME_LIMIT = 64
/** A higher value is an error of a price feed. */
const MOST_USD = 1e15

const Transactions = z.object({ data: z.array(z.unknown()).max(1000) })
const Transaction = z.object({
  attributes: z.object({
    operation_type: z.string(),
    hash,
    mined_at: z.iso.datetime({ offset: true }),
    sent_from: address.nullish().catch(null),
    sent_to: address.nullish().catch(null),
    status: z.enum(['confirmed', 'failed', 'pending']),
    transfers: z
      .array(
        z.object({
          direction: z.enum(['in', 'out', 'self']),
          fungible_info: z.object({ symbol: z.string().nullish() }).nullish(),
          quantity: z.object({ numeric: z.string().regex(/^\d{1,60}(\.\d{1,60})?$/) }),
          value: z.number().min(0).max(MOST_USD).nullish(),
        }),
      )
      .max(1000),
  }),
  relationships: z.object({ chain: z.object({ data: z.object({ id: z.string() }) }) }),
})

/**
 * A portfolio provider (JSON:API): `GET /wallets/{address}/transactions/`, with its key as the user of basic authentication
 * (RFC 7617); the newest 20. Partial if some of them do not match the documented form.
 */
export const createActivityReader = (apiUrl: string, key: string): ReadWallet<WalletTransaction[]> => {
  const service = {
    provider: 'portfolioProvider',
    url: apiUrl,
    basic: [key, ''],
    maxBytes: MAX_BYTES,
    isRepeatable: true,
  } as const
  const query = new URLSearchParams({
    currency: 'usd',
    'filter[trash]': 'only_non_trash',
    'page[size]': String(MOST),
  })
  return async (account, signal) => {
    const path = `/wallets/${account.toLowerCase()}/transactions/?${query}`
    const { data } = await askJson({ ...service, path, signal }, Transactions)
    const newest = data.slice(0, MOST)
    const value = newest.flatMap((one) => Transaction.safeParse(one).data ?? []).map(toTransaction)
    return {
      value: value.toSorted((a, b) => Date.parse(b.minedAt) - Date.parse(a.minedAt)),
      isPartial: value.length < newest.length,
    }
  }
}

const toTransaction = ({ attributes, relationships }: z.output<typeof Transaction>): WalletTransaction => ({
  hash: attributes.hash,
  chain: plainText(relationships.chain.data.id, NAME_LIMIT),
  type: plainText(attributes.operation_type, NAME_LIMIT),
  status: attributes.status,
  minedAt: new Date(attributes.mined_at).toISOString(),
  from: attributes.sent_from ?? null,
  to: attributes.sent_to ?? null,
  transfers: attributes.transfers
    .slice(0, MOST_TRANSFERS)
    .map(({ direction, fungible_info: token, quantity, value = null }) => ({
      direction,
      symbol: plainText(token?.symbol ?? '', NAME_LIMIT),
      quantity: quantity.numeric,
      valueUsd: value === null ? null : value.toFixed(2),
    })),
})
