import { sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

/** A vault with its onchain owner, from stored projections. */
export interface OwnedVault {
  readonly vault: Address
  readonly owner: Address
  readonly creatorCoin: Address
  readonly coinSymbol: string | null
  /** Unix seconds at which the owner was read. */
  readonly readAt: number
}

/** Maximum number of vaults in an answer. */
const MOST_VAULTS = 20

/** Stored reads about wallets, in D1; no node or provider is called. Every method throws store_unavailable. */
export function createOnchainFacts(d1: D1Database) {
  const { all } = openStoredDatabase(d1)
  const asJson = (wallets: readonly Address[]) => JSON.stringify(wallets.map(lower))

  return {
    /** Reads the newest stored portfolio of a wallet, as JSON. Returns null if every stored one has expired, or none is stored. */
    async portfolio(wallet: Address, now: number): Promise<{ readonly data: string; readonly readAt: number } | null> {
      const [row] = await all<{ data: string; readAt: number }>(sql`select data, created_at "readAt"
        from wallet_intelligence_cache where address = ${lower(wallet)} and source = 'portfolio'
          and data is not null and expires_at > ${now} order by created_at desc limit 1`)
      return row ?? null
    },

    /** Vaults of the configured chain that some wallets own. */
    async vaultsOf(wallets: readonly Address[], chainId: number): Promise<OwnedVault[]> {
      const rows = await all<{
        vault: string
        owner: string
        creatorCoin: string
        coinSymbol: string | null
        readAt: number
      }>(sql`select c.vault, c.owner, v.creator_coin "creatorCoin", v.coin_symbol "coinSymbol", c.owner_read_at "readAt"
        from creator_reputation c join vaults v on v.chain = c.chain and v.vault = c.vault
        where c.chain = (select id from chains where chain_id = ${chainId} order by checked_at desc limit 1)
          and c.owner in (select value from json_each(${asJson(wallets)})) order by c.vault limit ${MOST_VAULTS}`)
      return rows.map(({ vault, owner, creatorCoin, ...row }) => ({
        ...row,
        vault: getAddress(vault),
        owner: getAddress(owner),
        creatorCoin: getAddress(creatorCoin),
      }))
    },
  }
}
