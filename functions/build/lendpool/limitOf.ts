import { ApiError } from '../../../shared/errors/ApiError.ts'
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

/** The limit of a request; without one, the last bucket. Throws invalid_request if both are given. */
export function limitOf({ limitIndex, limitPriceWad }: LimitRequest): Limit {
  if (limitPriceWad === undefined) return { index: limitIndex ?? LAST_BUCKET, isGiven: limitIndex !== undefined }
  if (limitIndex !== undefined)
    throw new ApiError('invalid_request', 'limitPriceWad: must not be given together with limitIndex')
  return { index: bucketAtOrAbove(limitPriceWad), isGiven: true }
}

/** The limit of a request that must have one. Throws invalid_request if none or both are given. */
export function neededLimitOf(request: LimitRequest): Limit {
  const limit = limitOf(request)
  if (!limit.isGiven)
    throw new ApiError('invalid_request', `limitIndex: is required (0 to ${LAST_BUCKET}) unless limitPriceWad is given`)
  return limit
}
