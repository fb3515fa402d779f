import type { ErrorCode } from '../../schema/errors.ts'
import type { ProviderName } from '../../schema/providers.ts'
import { ApiError } from '../errors/ApiError.ts'
import { recordOutcome } from '../log/requestScope.ts'
import type { Outcome } from '../log/Watch.ts'

const FAILURES: Partial<Record<ErrorCode, Outcome>> = {
  upstream_rate_limited: 'throttled',
  upstream_timeout: 'timeout',
  upstream_failed: 'failed',
}

/** Runs work with nodes, and records its outcome in the watch of the request. Throws what the work throws. */
export async function watchNodes<T>(provider: ProviderName, work: () => Promise<T>): Promise<T> {
  const from = Date.now()
  try {
    const value = await work()
    recordOutcome(provider, 'ok', Date.now() - from)
    return value
  } catch (error) {
    const outcome = error instanceof ApiError ? FAILURES[error.code] : undefined
    if (outcome) recordOutcome(provider, outcome, Date.now() - from)
    throw error
  }
}
