/** The minutes of the hour that a cron expression names in its first field: numbers, ranges and steps. */
function minutesOf(cron: string): ReadonlySet<number> {
  const [field = ''] = cron.split(' ')
  const minutes = field.split(',').flatMap((part) => {
    const [range = '', step = '1'] = part.split('/')
    const [from = 0, to = from] = range === '*' ? [0, 59] : range.split('-').map(Number)
    return Array.from({ length: 60 }, (_, minute) => minute).filter(
      (minute) => minute >= from && minute <= to && (minute - from) % Number(step) === 0,
    )
  })
  return new Set(minutes)
}

/**
 * Whether the work of a cron expression is due: at the first call, so that a local world begins with all of it done, and
 * then once in each minute of the hour that the expression names.
 */
export function createPace(): (name: string, cron: string, now: Date) => boolean {
  const lastRun = new Map<string, number>()
  return (name, cron, now) => {
    const minute = Math.floor(now.getTime() / 60_000)
    const last = lastRun.get(name)
    const isDue = last === undefined || (last !== minute && minutesOf(cron).has(now.getUTCMinutes()))
    if (isDue) lastRun.set(name, minute)
    return isDue
  }
}
