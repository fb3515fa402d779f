/** Nobody is told to come back later than this, whatever a provider says. */
const MOST_SECONDS = 3600

/**
 * `Retry-After` with the seconds that a provider asked to wait (RFC 9110 section 10.2.3), within an hour; nothing for a date,
 * which is left to the catalogue's default.
 */
export const retryHeaders = (given: string | null): Record<string, string> =>
  given !== null && /^\d{1,9}$/.test(given)
    ? { 'retry-after': String(Math.min(Math.max(Number(given), 1), MOST_SECONDS)) }
    : {}
