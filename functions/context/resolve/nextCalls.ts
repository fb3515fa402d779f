import type * as z from 'zod'
import type { account } from '../../../schema/account/index.ts'
import type { agents } from '../../../schema/agents/index.ts'
import type { auction } from '../../../schema/auction/index.ts'
import type { NextCall } from '../../../schema/context/parts.ts'
import type { walletContext } from '../../../schema/context/walletContext.ts'
import type { gauge } from '../../../schema/gauge/index.ts'
import type { lottery } from '../../../schema/lottery/index.ts'
import type { market } from '../../../schema/market/index.ts'
import type { social } from '../../../schema/social/index.ts'
import type { token } from '../../../schema/token/index.ts'
import type { vault } from '../../../schema/vault/index.ts'

type Reads = typeof vault &
  typeof auction &
  typeof lottery &
  typeof token &
  typeof gauge &
  typeof agents &
  typeof social &
  typeof account &
  typeof market &
  typeof walletContext

/** The reads that lead on from a candidate, by their paths. */
const PATHS = {
  getVaultReport: '/v1/vault/{address}/report',
  getVaultStrategies: '/v1/vault/{address}/strategies',
  getTokenMetadata: '/v1/token/{address}/metadata',
  getLotteryCreator: '/v1/lottery/creator/{creatorCoin}',
  getLotteryGlobal: '/v1/lottery/global',
  getAuctionStatus: '/v1/auction/{address}/status',
  getAuctionActivity: '/v1/auction/{address}/activity',
  getGaugeEpoch: '/v1/gauge/epoch',
  listGaugeVaults: '/v1/gauge/vaults',
  getAgentFeedback: '/v1/agents/feedback',
  getSocialReputationGraph: '/social/reputation-graph',
  getPortfolio: '/portfolio/me',
  getTrendCoin: '/coin-trend/coin',
  getTrendProfile: '/coin-trend/profile',
  getWalletContext: '/v1/context/{address}',
} as const satisfies { readonly [K in keyof Reads]?: Reads[K]['path'] }

/** A read with its path filled in: one value for the parameter of its path, or the query. */
export function nextCall(
  operationId: keyof typeof PATHS,
  value: string | Readonly<Record<string, string>> = {},
): z.output<typeof NextCall> {
  const path = PATHS[operationId]
  if (typeof value === 'string') return { operationId, method: 'GET', path: path.replace(/\{\w+\}/, value) }
  const query = new URLSearchParams(value).toString()
  return { operationId, method: 'GET', path: query === '' ? path : `${path}?${query}` }
}
