import type { ProviderName } from '../../schema/providers.ts'
import { requestScope, recordOutcome } from '../log/requestScope.ts'
import type { Outcome } from '../log/Watch.ts'
import { timed } from '../log/Time.ts'
import { ProviderFailure } from './ProviderFailure.ts'

interface Call {
  /** Null for one that nobody watches. */
  readonly provider: ProviderName | null
  readonly signal: AbortSignal
}

/** Statuses that say nothing of this request: the key is wrong, or the service is. */
const isBroken = (status: number): boolean => status >= 500 || status === 401 || status === 403

const outcomeOf = (status: number | undefined, otherwise: Outcome): Outcome =>
  status === undefined ? otherwise : status === 429 ? 'throttled' : isBroken(status) ? 'failed' : otherwise

/**
 * Observes a call of a provider: the watch of the request records its outcome, and its time is counted for the
 * request. A call that its caller gave up shows nothing.
 */
export async function observed<T>(
  { provider, signal }: Call,
  work: () => Promise<T>,
  statusOf: (answer: T) => number | undefined = () => undefined,
): Promise<T> {
  const upstream = requestScope.getStore()?.upstream
  const from = Date.now()
  const showed = (outcome: Outcome) => provider && recordOutcome(provider, outcome, Date.now() - from)
  if (upstream) upstream.calls++
  try {
    const answer = await timed(upstream, work)
    showed(outcomeOf(statusOf(answer), 'ok'))
    return answer
  } catch (error) {
    const isGivenUp =
      signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
    if (error instanceof ProviderFailure && !isGivenUp) showed(outcomeOf(error.status, outcomeOfKind(error.kind)))
    throw error
  }
}

const outcomeOfKind = (kind: ProviderFailure['kind']): Outcome => (kind === 'refused' ? 'ok' : kind)
