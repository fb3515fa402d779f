/** The highest score. */
export const MOST_SCORE = 2800

export const isUserkey = (text: string): boolean =>
  /^(address:0x[0-9a-f]{40}|service:[a-z.]+:[\w:-]+|profileId:\d+)$/.test(text)

/** The published names of scores, from the lowest one that each is for. */
const LEVELS = [
  [0, 'untrusted'],
  [800, 'questionable'],
  [1200, 'neutral'],
  [1600, 'reputable'],
  [2000, 'exemplary'],
  [2400, 'revered'],
] as const

export const levelOf = (score: number): string => LEVELS.findLast(([from]) => score >= from)?.[1] ?? LEVELS[0][1]

interface Change {
  readonly userkey: string
  readonly lastUpdatedAt: string
}

/** Scores, and when each changed last. */
export class ScoreBook {
  readonly #scores = new Map<string, { score: number | null; at: number }>()

  /** Changes a score, now or at another time (unix milliseconds); null takes it away. */
  set(userkey: string, score: number | null, at: number = Date.now()): void {
    this.#scores.set(userkey, { score, at })
  }

  get(userkey: string): number | null {
    return this.#scores.get(userkey)?.score ?? null
  }

  /** Changes after one time and not after another, oldest first. */
  changedBetween(after: number, until: number): Change[] {
    return [...this.#scores]
      .filter(([, { at }]) => at > after && at <= until)
      .sort(([, a], [, b]) => a.at - b.at)
      .map(([userkey, { at }]) => ({ userkey, lastUpdatedAt: new Date(at).toISOString() }))
  }

  clear(): void {
    this.#scores.clear()
  }
}
