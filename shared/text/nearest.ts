import { closestMatch } from 'leven'

/** Words of a name: getVaultReport and get_vault_report have the same. */
const wordsOf = (name: string): readonly string[] => name.split(/[_\W]+|(?=[A-Z])/).map((word) => word.toLowerCase())

/** The known names that are nearest, at most three: the one that differs least, then those that have most of the words. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const given = wordsOf(name.slice(0, 64)).filter((word) => word !== '')
  const scored = known.flatMap((one) => {
    const own = wordsOf(one)
    const common = given.filter((word) => own.includes(word)).length
    return common * 2 > given.length || common >= 2
      ? [{ one, score: common / (given.length + own.length - common) }]
      : []
  })
  const byWords = scored.toSorted((a, b) => b.score - a.score).map(({ one }) => one)
  return [...new Set([nearest(name, known) ?? [], byWords].flat())].slice(0, 3)
}

/** The known name that differs least, if by less than half of the characters; case does not count. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const byLower = new Map(known.map((one) => [one.toLowerCase(), one]))
  const maxDistance = Math.max(1, Math.round(name.length * 0.4))
  return byLower.get(closestMatch(name.toLowerCase(), [...byLower.keys()], { maxDistance }) ?? '')
}
