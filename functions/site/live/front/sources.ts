import type { Source } from './Reading.ts'

/** Vaults with pictures of their assets: each is a read of its own. */
export const MOST_VAULTS = 2

export const STATUS: Source = { operationId: 'getStatus', path: '/v1/status', everySeconds: 15 }

export const VAULTS: Source = {
  operationId: 'listExploreVaults',
  path: `/v1/explore/vaults?limit=${MOST_VAULTS}`,
  everySeconds: 60,
}

export const LOTTERY: Source = { operationId: 'getLotteryLive', path: '/v1/lottery/live', everySeconds: 30 }

export const GAUGE: Source = { operationId: 'listGaugeVaults', path: '/v1/gauge/vaults', everySeconds: 60 }

export const reportOf = (vault: string): Source => ({
  operationId: 'getVaultReport',
  path: `/v1/vault/${vault}/report`,
  everySeconds: 60,
})

/** Of the default number of days; a point an hour, so it is read rarely. */
export const historyOf = (vault: string): Source => ({
  operationId: 'getVaultHistory',
  path: `/v1/vault/${vault}/history`,
  everySeconds: 300,
})

/** Running auctions come first. */
export const AUCTIONS: Source = { operationId: 'listAuctions', path: '/v1/auction?limit=3', everySeconds: 30 }
