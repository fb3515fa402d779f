import { closestMatch } from 'leven'

/** The known name that differs least, if by less than half of the characters; case does not count. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const byLower = new Map(known.map((one) => [one.toLowerCase(), one]))
  const maxDistance = Math.max(1, Math.round(name.length * 0.4))
  return byLower.get(closestMatch(name.toLowerCase(), [...byLower.keys()], { maxDistance }) ?? '')
}
