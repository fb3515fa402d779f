import { createTrendOps } from '../functions/market/store/trendOps.ts'
import { MIGRATIONS, openMigratedD1 } from '../test/store/openMigratedD1.ts'
import { latency } from './load.ts'

const PAGE = 100

/** Median milliseconds of the first page and of page 1 000, of a hundred trend coins each, in a list of 100 000. */
export async function coinPages(): Promise<{ name: string; first: number; deep: number }> {
  const { d1, close } = await openMigratedD1(MIGRATIONS)
  try {
    const rows = 1000 * PAGE
    await fillCoins(d1, 1, rows)
    const { coins } = createTrendOps(d1, 1)
    const page = async (after?: readonly [time: number, tickerHash: string]) => {
      const found = await coins({ after, limit: PAGE })
      if (found.length !== PAGE) throw new Error(`a page has ${found.length} coins`)
    }
    // The newest first: what is left after this one is the last page.
    const end = [PAGE, ''] as const
    return { name: 'trend coins', ...(await latency({ first: () => page(), deep: () => page(end) })) }
  } finally {
    await close()
  }
}

/** Deployed trend coins, each a second newer than the one before. */
export async function fillCoins(d1: D1Database, chainId: number, rows: number): Promise<void> {
  await d1
    .prepare(
      `insert into trend_ops (chain_id, ticker_hash, ticker, predicted_coin, deployed_coin, actor_wallet, group_id, status,
        reserved_at, updated_at, deployed_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
      select ?2, printf('0x%064x', i), 'T' || i, printf('0x%040x', i), printf('0x%040x', i), '0x', 'api', 'deployed', i, i, i
      from n`,
    )
    .bind(rows, chainId)
    .run()
}
