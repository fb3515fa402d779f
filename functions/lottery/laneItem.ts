import { knownAddress } from '../../shared/text/address.ts'
import type { priceLanes } from './jackpot/priceLane.ts'
import { dollars } from './jackpot/usd.ts'
import { decimal } from '../../shared/text/decimal.ts'

/** A lane as lists show it. */
export const laneItem = ({ coin, lane, priced }: ReturnType<typeof priceLanes>['lanes'][number]) => ({
  creatorCoin: coin,
  shareToken: knownAddress(lane.shareToken),
  isActive: lane.active,
  shares: decimal(priced.shares),
  shareDecimals: lane.shareDecimals,
  assets: decimal(priced.assets),
  usd: dollars(priced.usd),
  payableUsd: dollars(priced.payable),
})
