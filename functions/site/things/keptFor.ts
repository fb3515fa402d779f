/** No page of a thing is kept longer, whatever its reads allow. */
const MOST_SECONDS = 15

/** Cache-Control of what was drawn from reads that may be kept for so many seconds. */
export const keptFor = (seconds: number): string =>
  seconds > 0 ? `public, max-age=${Math.min(MOST_SECONDS, seconds)}` : 'no-store'
