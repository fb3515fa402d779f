const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** How long it is until a time, in its largest unit and the one below: `2 d 7 h`, `1 d`; `over` once it is past. */
export function timeLeft(until: number, now: number, over = 'ended'): string {
  let left = Math.floor(until - now)
  if (left <= 0) return over
  const first = UNITS.findIndex(([seconds]) => left >= seconds)
  const parts = UNITS.slice(first, first + 2).flatMap(([seconds, name]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return count === 0 ? [] : [`${count} ${name}`]
  })
  return parts.join(' ')
}

/** How long ago something was. */
export const ago = (at: number, now: number): string => (now - at < 1 ? 'now' : `${timeLeft(now, at)} ago`)
