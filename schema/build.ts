import { buildAuction } from './buildAuction.ts'
import { buildGauge } from './buildGauge.ts'
import { buildLendpool } from './buildLendpool.ts'
import { buildLpstrat } from './buildLpstrat.ts'
import { buildVetoken } from './buildVetoken.ts'

/** Every builder of unsigned transactions, by operationId. */
export const build = {
  ...buildAuction,
  ...buildGauge,
  ...buildLendpool,
  ...buildLpstrat,
  ...buildVetoken,
}
