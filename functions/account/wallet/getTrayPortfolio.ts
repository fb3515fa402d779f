import type { AccountHandler } from '../context.ts'
import { requireOwnWallets } from './requireOwnWallets.ts'

/**
 * The holdings of wallets of the account, from the portfolio provider. Throws account_not_found, wallet_authority_mismatch,
 * wallet_data_not_configured, wallet_data_unavailable, store_unavailable.
 */
export const getTrayPortfolio: AccountHandler<'getTrayPortfolio'> = async (
  { query: { ids }, principal },
  { authority, readPortfolios },
) => {
  const read = await readPortfolios(await requireOwnWallets(ids, principal, authority))
  const wallets = read.map(({ address, reading }) => ({
    address,
    status: reading === null ? ('unavailable' as const) : reading.isPartial ? ('partial' as const) : ('ok' as const),
    totalUsd: reading?.value.totalUsd ?? null,
    chains: reading?.value.chains ?? null,
    tokens: reading?.value.tokens ?? null,
  }))
  return { data: { totalUsd: sumOf(wallets.map(({ totalUsd }) => totalUsd)), wallets } }
}

/** Null if one value is unknown: a sum of the others would be wrong. */
const sumOf = (values: readonly (string | null)[]): string | null =>
  values.includes(null) ? null : values.reduce((sum, value) => sum + Number(value), 0).toFixed(2)
