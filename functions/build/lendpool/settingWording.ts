import { formatUnits, type Address } from 'viem'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { priceText } from '../../../shared/domain/lendpool/wadText.ts'

/** What `setIdleBufferBps` does. */
export const describeIdleBuffer = (strategy: Address, [bps]: readonly [bigint]): string =>
  `Make the strategy ${strategy} keep ${formatUnits(bps, 2)} % (${bps} basis points) of its assets unlent.`

/** What `setMinBucketIndex` does. */
export const describeMinBucket = (auth: Address, [index]: readonly [bigint]): string =>
  `Let the lending vault of the rule book ${auth} lend only in buckets from index ${index} on, at prices of at most ${priceText(bucketPrice(index))} quote tokens per collateral token.`
