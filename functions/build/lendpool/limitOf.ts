import { ApiError } from '../../../shared/errors/ApiError.ts'
import { bucketAtOrAbove, LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'

/** What a request says of the lowest utilized price below which its call is to fail. */
interface LimitRequest {
  readonly limitIndex?: bigint | undefined
  /** Quote tokens for one collateral token, in WAD. */
  readonly limitPriceWad?: bigint | undefined
}

export interface Limit {
  readonly index: bigint
  readonly isGiven: boolean
}

/** The limit of a request, or none, which is the last bucket. Throws invalid_request where it is given twice. */
export function limitOf({ limitIndex, limitPriceWad }: LimitRequest): Limit {
  if (limitPriceWad === undefined) return { index: limitIndex ?? LAST_BUCKET, isGiven: limitIndex !== undefined }
  if (limitIndex !== undefined) throw new ApiError('invalid_request', 'limitPriceWad: give it or limitIndex, not both')
  return { index: bucketAtOrAbove(limitPriceWad), isGiven: true }
}

/** The limit of a request that must have one. Throws invalid_request where it has none, or two. */
export function neededLimitOf(request: LimitRequest): Limit {
  const limit = limitOf(request)
  if (!limit.isGiven)
    throw new ApiError('invalid_request', `limitIndex: is required, 0 to ${LAST_BUCKET}, or limitPriceWad in its place`)
  return limit
}
