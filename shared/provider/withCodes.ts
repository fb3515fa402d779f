import type { ErrorCode } from '../../schema/errors.ts'
import { ApiError } from '../errors/ApiError.ts'
import { type Fields, log } from '../log/log.ts'
import { ProviderFailure, type ProviderFailureKind } from './ProviderFailure.ts'

/** Error codes for a provider's failures: `failed` is for every kind without a code of its own. */
export interface FailureCodes extends Readonly<Partial<Record<ProviderFailureKind, ErrorCode>>> {
  readonly failed: ErrorCode
}

/** Runs work with a provider. Throws the code of its kind for a ProviderFailure, which is logged, and any other error. */
export async function withCodes<T>(codes: FailureCodes, work: () => Promise<T>, fields: Fields = {}): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderFailure ? toApiError(error, codes, fields) : error
  }
}

/**
 * The error of the catalogue for a failure, with the provider's Retry-After in seconds. It is logged, by default under
 * the name of `codes.failed`.
 */
export function toApiError(
  { kind, status, message, retryAfter }: ProviderFailure,
  codes: FailureCodes,
  fields: Fields = {},
  event: string = codes.failed,
): ApiError {
  log('warn', event, { ...fields, kind, status, reason: message })
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return new ApiError(codes[kind] ?? codes.failed, undefined, headers)
}
