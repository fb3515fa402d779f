import type { Address } from 'viem'
import { tickerHash } from '../functions/market/trend/ticker.ts'
import { lower } from '../shared/text/address.ts'
import { createTrendOps } from '../functions/market/store/trendOps.ts'
import { createTrendProfiles } from '../shared/store/trendProfiles.ts'
import { addressOf } from './world/accounts.ts'
import type { LocalProfile } from './seedAccounts.ts'
import { localTicker } from './world/trend.ts'

/** The trend coin of the local world. */
interface LocalCoin {
  readonly chainId: number
  readonly coin: Address
  readonly creatorToken: Address | null
}

/**
 * Records the trend coin of the local world as reserved and found, as an administrator and the sentinel would, and that the
 * first profile has resolved who it is at the trend provider. What is recorded of an earlier chain is forgotten: each start
 * of the local world makes another one, with the same id.
 */
export async function seedTrend(
  db: D1Database,
  { chainId, coin, creatorToken }: LocalCoin,
  [first]: readonly LocalProfile[],
  now: number,
): Promise<void> {
  await db.batch(
    ['trend_ops', 'trend_metrics'].map((table) => db.prepare(`delete from ${table} where chain_id = ?`).bind(chainId)),
  )
  const ops = createTrendOps(db, chainId)
  const asked = { ticker: localTicker, tickerHash: tickerHash(localTicker), groupId: 'api', vaultAddress: null }
  await ops.reserve({ ...asked, predictedCoin: coin, actor: addressOf('admin'), creatorToken }, now)
  const found = { tickerHash: asked.tickerHash, predictedCoin: lower(coin), fault: null, coin, txHash: null }
  await ops.move([{ ...found, status: 'funnel_completed' }], 0, now)
  if (!first) return
  const profiles = createTrendProfiles(db)
  await profiles.begin(first.id, 0, now)
  const resolved = {
    subject: 'local-aurora',
    handle: 'aurora',
    displayName: 'Aurora',
    walletAddress: addressOf('owner'),
  }
  await profiles.keep(first.id, resolved, now)
}
