import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { trendOps } from '../../../drizzle/trend.ts'
import { lower } from '../../../shared/text/address.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { fallingBy } from '../../../shared/store/openPage.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export type TrendOpRow = typeof trendOps.$inferSelect
type Status = TrendOpRow['status']

/** A ticker to reserve. */
export interface Reservation {
  readonly ticker: string
  readonly tickerHash: Hex
  readonly predictedCoin: Address
  readonly actor: Address
  readonly creatorToken: Address | null
  readonly groupId: string
  readonly vaultAddress: Address | null
}

/** The result of a poll for one ticker. */
export interface Finding {
  readonly tickerHash: Hex
  /** The predicted address at the poll; a finding for another address does not count. */
  readonly predictedCoin: Hex
  readonly status: Status
  readonly fault: string | null
  readonly coin: Address | null
  readonly txHash: Hex | null
}

/** The tickers to poll. */
export interface Wanted {
  readonly tickerHashes?: readonly Hex[] | undefined
  readonly creatorToken?: Address | undefined
  readonly groupId?: string | undefined
  readonly limit: number
}

type End = readonly [time: number, tickerHash: string]

/** Statuses that no poll needs to advance. */
export const SETTLED: readonly Status[] = ['deployed', 'funnel_completed', 'failed']

const COLUMNS = listed(columnsOf(trendOps))

/** Rank of a status; `failed` can follow and precede every other. */
const rank = (status: unknown) => sql`case ${status} when 'predicted' then 0 when 'deploying' then 1
  when 'deployed' then 2 when 'funnel_pending' then 3 when 'funnel_completed' then 4 else -1 end`

export type TrendOpStore = ReturnType<typeof createTrendOps>

/** Reserved tickers of one chain in D1; times in unix seconds. Every method throws store_unavailable. */
export function createTrendOps(d1: D1Database, chainId: number) {
  const { all, orm, transact, thenFirst } = openStoredDatabase(d1)
  const ofChain = eq(trendOps.chainId, chainId)

  const findOne = async (condition: ReturnType<typeof eq>): Promise<TrendOpRow | null> =>
    stored(async () => {
      const [row] = await orm.select().from(trendOps).where(and(ofChain, condition))
      return row ?? null
    })
  const find = (hash: Hex) => findOne(eq(trendOps.tickerHash, hash))

  return {
    find,
    findByCoin: (coin: Address) => findOne(eq(trendOps.deployedCoin, lower(coin))),

    /**
     * Records a reservation, or finds the existing one; a failed one restarts. If the factory predicts another
     * address now, and no coin exists yet, that address is recorded. Of several concurrent calls one creates it.
     */
    async reserve(wanted: Reservation, now: number): Promise<TrendOpRow | null> {
      const { ticker, tickerHash, groupId } = wanted
      const [predicted, actor] = [lower(wanted.predictedCoin), lower(wanted.actor)]
      const creatorToken = wanted.creatorToken && lower(wanted.creatorToken)
      const vault = wanted.vaultAddress && lower(wanted.vaultAddress)
      const isOwn = sql`chain_id = ${chainId} and ticker_hash = ${tickerHash}`
      const isSame = sql`creator_token is ${creatorToken} and group_id = ${groupId} and vault_address is ${vault}`
      const reserve = [
        sql`insert into trend_ops (chain_id, ticker_hash, ticker, predicted_coin, actor_wallet, creator_token, group_id,
            vault_address, status, reserved_at, updated_at)
          values (${chainId}, ${tickerHash}, ${ticker}, ${predicted}, ${actor}, ${creatorToken}, ${groupId}, ${vault},
            'predicted', ${now}, ${now}) on conflict do nothing`,
        sql`update trend_ops set predicted_coin = ${predicted}, actor_wallet = ${actor}, creator_token = ${creatorToken},
            group_id = ${groupId}, vault_address = ${vault}, status = 'predicted', last_error = null,
            deployed_coin = null, tx_hash = null, deployed_at = null, updated_at = ${now}
          where ${isOwn} and status = 'failed'`,
        sql`update trend_ops set predicted_coin = ${predicted}, updated_at = ${now}
          where ${isOwn} and status = 'predicted' and predicted_coin <> ${predicted} and ${isSame}`,
      ]
      return thenFirst<TrendOpRow>(reserve, sql`select ${listed(columnsOf(trendOps))} from trend_ops where ${isOwn}`)
    },

    /**
     * Records what was found at a block. Only forwards: a status of a lower rank changes nothing, nor does what was seen at
     * an older block than the last look. Whether each finding has moved its row, and the rows of all as they are then, those
     * first that were not looked at for the longest time.
     */
    async move(
      findings: readonly Finding[],
      block: number,
      now: number,
    ): Promise<{ readonly moved: readonly boolean[]; readonly ops: readonly TrendOpRow[] }> {
      const hashes = JSON.stringify(findings.map(({ tickerHash }) => tickerHash))
      const results = await transact<TrendOpRow>([
        ...findings.flatMap(({ tickerHash, predictedCoin, status, fault, coin, txHash }) => {
          const isOwn = sql`chain_id = ${chainId} and ticker_hash = ${tickerHash}
            and predicted_coin = ${predictedCoin} and checked_block <= ${block}`
          const address = coin && lower(coin)
          return [
            sql`update trend_ops set status = ${status}, last_error = ${fault}, deployed_coin = coalesce(${address}, deployed_coin),
                tx_hash = coalesce(${txHash}, tx_hash), updated_at = ${now},
                deployed_at = case when ${address} is null then deployed_at else coalesce(deployed_at, ${now}) end
              where ${isOwn} and status <> ${status}
                and (status = 'failed' or ${status} = 'failed' or ${rank(sql`status`)} < ${rank(status)})`,
            // The transaction may be seen only after the coin, and a doubt may arise or go while the status stays.
            sql`update trend_ops set tx_hash = coalesce(tx_hash, ${txHash}),
                last_error = case when status = ${status} then ${fault} else last_error end,
                checked_block = ${block}, checked_at = ${now}
              where ${isOwn}`,
          ]
        }),
        sql`select ${COLUMNS} from trend_ops where chain_id = ${chainId}
          and ticker_hash in (select value from json_each(${hashes})) order by checked_at, ticker_hash`,
      ])
      return { moved: findings.map((_, i) => results[2 * i]?.changes === 1), ops: results.at(-1)?.rows ?? [] }
    },

    /** Tickers to look at, those first that were not for the longest time; unless they are named, only unsettled ones. */
    due: ({ tickerHashes, creatorToken, groupId, limit }: Wanted): Promise<TrendOpRow[]> =>
      stored(() =>
        orm
          .select()
          .from(trendOps)
          .where(
            and(
              ofChain,
              tickerHashes
                ? inArray(trendOps.tickerHash, [...tickerHashes])
                : sql`${trendOps.status} in ('predicted', 'deploying', 'funnel_pending')`,
              creatorToken && eq(trendOps.creatorToken, lower(creatorToken)),
              groupId === undefined ? undefined : eq(trendOps.groupId, groupId),
            ),
          )
          .orderBy(trendOps.checkedAt, trendOps.tickerHash)
          .limit(limit),
      ),

    /** Coins that were deployed as predicted, the newest first. */
    coins: ({ after, limit }: { after: End | undefined; limit: number }): Promise<TrendOpRow[]> => {
      const { order, rest } = fallingBy([trendOps.deployedAt, trendOps.tickerHash], after)
      return all<TrendOpRow>(sql`select ${COLUMNS} from trend_ops where ${and(ofChain, isDeployed, rest)}
        order by ${sql.join(order, sql`, `)} limit ${limit}`)
    },

    /** All reservations, the last one first. */
    list: (page: {
      after: End | undefined
      status?: Status | undefined
      tickerHash?: Hex | undefined
      limit: number
    }) => {
      const { order, rest } = fallingBy([trendOps.reservedAt, trendOps.tickerHash], page.after)
      return stored(() =>
        orm
          .select()
          .from(trendOps)
          .where(
            and(
              ofChain,
              page.status && eq(trendOps.status, page.status),
              page.tickerHash && eq(trendOps.tickerHash, page.tickerHash),
              rest,
            ),
          )
          .orderBy(...order)
          .limit(page.limit),
      )
    },
  }
}

/** A failed one may have a coin too, which is not where it was said to be. */
export const isDeployed = and(isNotNull(trendOps.deployedAt), sql`${trendOps.status} <> 'failed'`)
