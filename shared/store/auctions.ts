import { and, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { auctions } from '../../drizzle/auctions.ts'
import type { AUCTION_STATES } from '../../schema/auction/list.ts'
import { lower } from '../text/address.ts'
import { type Database, jsonChunks, putRows, revisionIs } from './database.ts'
import { newestChain } from './indexStandings.ts'

export type AuctionRow = typeof auctions.$inferSelect
type State = (typeof AUCTION_STATES)[number]

/** An auction's place in the list: the block that decides its state, that state, and its end, counted so that it rises. */
export type AuctionPosition = readonly [block: number, state: number, end: number, auction: string]

export interface AuctionQuery {
  readonly chainId: number
  readonly state?: State | undefined
  readonly vault?: Address | undefined
  readonly token?: Address | undefined
  readonly currency?: Address | undefined
  readonly endsBefore?: number | undefined
  readonly endsAfter?: number | undefined
  readonly after?: AuctionPosition | undefined
  readonly limit: number
}

/** Whether it may be of a removed block, and has to be read again. */
export const isOutdated = ({ token, endBlock }: AuctionRow): boolean => token === null && endBlock !== null

/** Statements for a reorganization that kept this block: contracts of later ones may have been others. */
export const undoAuctions = (chain: number, kept: number, guard: SQL): SQL[] => [
  sql`update auctions set token = null where chain = ${chain} and end_block > ${kept} and ${guard}`,
  sql`delete from auctions where chain = ${chain} and end_block is null and ${guard}`,
]

export type Auctions = ReturnType<typeof createAuctions>

/** The auctions that the log index's job has listed. */
export const createAuctions = ({ orm, batch }: Pick<Database, 'orm' | 'batch'>) => ({
  /** A page: running auctions and then scheduled ones, the earliest end first; then ended ones, the latest end first. */
  async page({ chainId, state, vault, token, currency, endsBefore, endsAfter, after, limit }: AuctionQuery) {
    const chain = newestChain(chainId)
    const now = sql`(select listed_number from chains where id = ${chain})`
    const stateAt = (block: SQL): SQL<number> =>
      sql<number>`case when start_block > ${block} then 1 when end_block > ${block} then 0 else 2 end`
    // The pages of a list are in the order of its first one.
    const first = stateAt(after ? sql`${after[0]}` : now)
    const end = sql<number>`iif(${first} = 2, ${Number.MAX_SAFE_INTEGER} - end_block, end_block)`
    const { auction } = auctions
    return orm
      .select({ auction, vault: auctions.vault, state: first, end })
      .from(auctions)
      .where(
        and(
          eq(auctions.chain, chain),
          isNotNull(auctions.endBlock),
          state && sql`${stateAt(now)} = ${STATES[state]}`,
          vault && eq(auctions.vault, lower(vault)),
          token && eq(auctions.token, lower(token)),
          currency && eq(auctions.currency, lower(currency)),
          endsBefore === undefined ? undefined : lt(auctions.endBlock, endsBefore),
          endsAfter === undefined ? undefined : gt(auctions.endBlock, endsAfter),
          after && sql`(${first}, ${end}, ${auction}) > (${after[1]}, ${after[2]}, ${after[3]})`,
        ),
      )
      .orderBy(first, end, auction)
      .limit(limit)
  },

  /** Auctions of vaults with a name or symbol of this skeleton, or of a vault or token, in the order of a list. */
  async about(chainId: number, what: { readonly skeleton: string } | { readonly address: Address }, limit: number) {
    const chain = newestChain(chainId)
    const now = sql`(select listed_number from chains where id = ${chain})`
    // Each list of vaults is made once, not for each auction.
    const ofVault = (isNamed: SQL) => {
      const column = (name: SQL) => sql`(select ${name} from vaults v where v.chain = ${chain} and ${isNamed})`
      return sql`(vault in ${column(sql`v.vault`)} or token in ${column(sql`v.share_token`)})`
    }
    const isIt =
      'address' in what
        ? sql`(${lower(what.address)} = token or ${ofVault(sql`${lower(what.address)} in (v.vault, v.creator_coin)`)})`
        : ofVault(sql`instr(v.skeletons, ${`\n${what.skeleton}\n`}) > 0`)
    return orm
      .select({ auction: auctions.auction, vault: auctions.vault })
      .from(auctions)
      .where(and(eq(auctions.chain, chain), isNotNull(auctions.endBlock), isIt))
      .orderBy(sql`end_block <= ${now}`, sql`end_block desc`, auctions.auction)
      .limit(limit)
  },

  async all(chain: number): Promise<AuctionRow[]> {
    return orm.select().from(auctions).where(eq(auctions.chain, chain))
  },

  /**
   * Stores rows, and removes those that are no longer named, in one batch, while the log index is at a revision; false if it
   * is not.
   */
  async save(chain: number, revision: number, put: readonly AuctionRow[], gone: readonly Address[]): Promise<boolean> {
    const guard = revisionIs(chain, revision)
    const changes = await batch([
      ...putRows(auctions, put, guard),
      ...jsonChunks(gone).map(
        (json) => sql`delete from auctions where chain = ${chain}
          and auction in (select value from json_each(${json})) and ${guard}`,
      ),
    ])
    return changes.some((n) => n > 0)
  },
})

const STATES: Readonly<Record<State, number>> = { running: 0, scheduled: 1, ended: 2 }
