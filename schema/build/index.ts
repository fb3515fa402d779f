import { buildAuction } from './auction.ts'
import { buildAuctionSettlement } from './auctionSettlement.ts'
import { buildGauge } from './gauge.ts'
import { buildLendpool } from './lendpool.ts'
import { buildLpstrat } from './lpstrat.ts'
import { buildStatus } from './status.ts'
import { buildVault } from './vault.ts'
import { buildVetoken } from './vetoken.ts'

/** Every builder of unsigned transactions, by operationId. */
export const builders = {
  ...buildAuction,
  ...buildAuctionSettlement,
  ...buildGauge,
  ...buildLendpool,
  ...buildLpstrat,
  ...buildVault,
  ...buildVetoken,
}

/** Builders, and the status of what they built. */
export const build = { ...builders, ...buildStatus }
