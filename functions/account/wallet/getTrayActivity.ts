import type { AccountHandler } from '../context.ts'
import { requireOwnWallets } from './requireOwnWallets.ts'

/**
 * The newest transactions of wallets of the account, from the portfolio provider. Throws account_not_found,
 * wallet_authority_mismatch, wallet_data_not_configured, wallet_data_unavailable, store_unavailable.
 */
export const getTrayActivity: AccountHandler<'getTrayActivity'> = async (
  { query: { ids }, principal },
  { authority, readActivity },
) => {
  const read = await readActivity(await requireOwnWallets(ids, principal, authority))
  const wallets = read.map(({ address, reading }) => ({
    address,
    status: reading === null ? ('unavailable' as const) : reading.isPartial ? ('partial' as const) : ('ok' as const),
    transactions: reading && reading.value.map((one) => ({ ...one, transfers: [...one.transfers] })),
  }))
  return { data: { wallets } }
}
