/** Longest Retry-After that callers get, whatever a provider says. */
const MOST_SECONDS = 3600
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The seconds, 1 to 3600, that `Retry-After` asks to wait (RFC 9110 section 10.2.3): as a number, or until a date (section
 * 5.6.7). Undefined if it is missing or something else, and for a date that has passed. `now` is in unix milliseconds.
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const given = headers.get('retry-after') ?? ''
  const isDate = IMF_FIXDATE.test(given)
  if (!isDate && !/^\d{1,9}$/.test(given)) return undefined
  const seconds = isDate ? Math.ceil((Date.parse(given) - now) / 1000) : Math.max(Number(given), 1)
  return seconds >= 1 ? Math.min(seconds, MOST_SECONDS) : undefined
}
