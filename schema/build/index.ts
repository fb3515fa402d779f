import { buildAuction } from './auction.ts'
import { buildGauge } from './gauge.ts'
import { buildLendpool } from './lendpool.ts'
import { buildLpstrat } from './lpstrat.ts'
import { buildVetoken } from './vetoken.ts'

/** Every builder of unsigned transactions, by operationId. */
export const build = {
  ...buildAuction,
  ...buildGauge,
  ...buildLendpool,
  ...buildLpstrat,
  ...buildVetoken,
}
