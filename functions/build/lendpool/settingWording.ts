import { formatUnits, type Address } from 'viem'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { priceText } from '../../../shared/domain/lendpool/wadText.ts'

/** What `setIdleBufferBps` does. */
export const describeIdleBuffer = (strategy: Address, [bps]: readonly [bigint]): string =>
  `Have the strategy ${strategy} keep ${formatUnits(bps, 2)} % of its assets out of lending (${bps} basis points).`

/** What `setMinBucketIndex` does. */
export const describeMinBucket = (auth: Address, [index]: readonly [bigint]): string =>
  `Let the vault of the rule book ${auth} lend in bucket ${index} and those with a higher index, at no price above ${priceText(bucketPrice(index))} quote tokens per collateral token.`
