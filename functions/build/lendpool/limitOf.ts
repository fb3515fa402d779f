import { bucketAtOrAbove, LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'

/** The limit of a request on the lowest utilized price, below which its call is to fail. */
interface LimitRequest {
  readonly limitIndex?: bigint | undefined
  /** Quote tokens per collateral token, in WAD. */
  readonly limitPriceWad?: bigint | undefined
}

export interface Limit {
  readonly index: bigint
  readonly isGiven: boolean
}

/** The limit of a request, whose schema takes one field at most; without one, the last bucket. */
export function limitOf({ limitIndex, limitPriceWad }: LimitRequest): Limit {
  if (limitPriceWad === undefined) return { index: limitIndex ?? LAST_BUCKET, isGiven: limitIndex !== undefined }
  return { index: bucketAtOrAbove(limitPriceWad), isGiven: true }
}
