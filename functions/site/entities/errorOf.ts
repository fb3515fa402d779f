import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Refused } from './createRead.ts'

/** Seconds after which a renderer or a family may answer again. */
export const BUSY_SECONDS = '2'

/** The error of an entity or list that could not be read, for a document other than a page. */
export function errorOf({ status, retryAfter }: Refused): ApiError {
  if (status < 429) return new ApiError('not_found')
  const headers = { 'retry-after': retryAfter ?? BUSY_SECONDS }
  return new ApiError(status === 429 ? 'rate_limited' : 'family_unavailable', undefined, headers)
}
