import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Refused } from './createRead.ts'

/** Seconds after which a renderer or a family may answer again. */
export const BUSY_SECONDS = '2'

/** Why there is no document of an entity or list, as an error of a document that is not a page. */
export function errorOf({ status, retryAfter }: Refused): ApiError {
  if (status < 429) return new ApiError('not_found')
  const headers = { 'retry-after': retryAfter ?? BUSY_SECONDS }
  return new ApiError(status === 429 ? 'rate_limited' : 'family_unavailable', undefined, headers)
}
