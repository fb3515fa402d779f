import leven from 'leven'

/** A route by its method and its path, whose parameters are in braces. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** The longest path that is compared, in characters and segments. */
const MOST_LENGTH = 256
const MOST_SEGMENTS = 8
/** How many segments may be missing, or too many. */
const MOST_MISSING = 3
/** A segment that differs in more characters than these is another one. */
const MOST_TYPOS = 3
/** No segment weighs more than this, so that an address is no reason to look for another path. */
const MOST_WEIGHT = 12
/** The cost of matching a segment with a parameter: less than a typo, and more than the segment itself. */
const PARAMETER = 0.5
/** How much of a path may differ. */
const FAR = 0.5

/** Suggests the nearest route for a 404. */
export class RouteFinder<R extends Route> {
  readonly #routes: readonly { readonly route: R; readonly segments: readonly string[] }[]

  constructor(routes: readonly R[]) {
    this.#routes = routes.map((route) => ({ route, segments: segmentsOf(route.path) }))
  }

  /** The route at the path without extra slashes; undefined for a path that has none. */
  withoutSlash(path: string): R | undefined {
    const clean = cleanPath(path)
    return clean === path ? undefined : this.at(clean)
  }

  /** The route at a path. */
  at(path: string): R | undefined {
    const [, ...given] = path.split('/')
    return this.#routes.find(({ segments }) => isAt(segments, given))?.route
  }

  /** The route whose path differs least, of several that of the same method; undefined if none is near. */
  nearest(method: string, path: string): R | undefined {
    const given = segmentsOf(path.slice(0, MOST_LENGTH).toLowerCase())
      .slice(0, MOST_SEGMENTS)
      .map((text): Given => ({ text, weight: weightOf(text) }))
    const swap = swaps(given)
    let best: R | undefined
    let least = FAR * given.reduce((sum, { weight }) => sum + weight, 0)
    for (const { route, segments } of this.#routes) {
      if (Math.abs(segments.length - given.length) > MOST_MISSING) continue
      const cost = costOf(segments, given, swap)
      if (cost > least || (cost === least && best && (best.method === method || route.method !== method))) continue
      best = route
      least = cost
    }
    return best
  }
}

/** Removes a trailing slash and repeated slashes, which result from a base URL with a trailing slash. */
export const cleanPath = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
const isParameter = (segment: string): boolean => segment.startsWith('{')

const isAt = (segments: readonly string[], given: readonly string[]): boolean =>
  segments.length === given.length &&
  segments.every((segment, i) => (isParameter(segment) ? given[i] !== '' : segment === given[i]))

/** The cost of a missing or superfluous segment; the prefix of all paths costs little. */
const weightOf = (segment: string): number =>
  isParameter(segment) || segment === 'api' || segment === 'v1' ? 1 : Math.min(segment.length, MOST_WEIGHT)

/** A segment of the unknown path. */
interface Given {
  readonly text: string
  readonly weight: number
}

/** The costs of matching each given segment with one of a route. */
type Swap = (segment: string) => readonly number[]

/** Routes share most of their segments: each is compared with the given ones once. */
function swaps(given: readonly Given[]): Swap {
  const known = new Map<string, readonly number[]>()
  return (segment) => {
    const found = known.get(segment) ?? given.map((one) => swapOf(segment, one))
    known.set(segment, found)
    return found
  }
}

function swapOf(segment: string, { text, weight }: Given): number {
  if (isParameter(segment)) return PARAMETER
  const typos = leven(segment.toLowerCase(), text, { maxDistance: MOST_TYPOS + 1 })
  return typos > MOST_TYPOS ? Math.max(weightOf(segment), weight) : typos
}

/** The least that it costs to turn one list of segments into the other (R. A. Wagner, M. J. Fischer, 1974). */
function costOf(segments: readonly string[], given: readonly Given[], swap: Swap): number {
  let row = [0]
  for (const { weight } of given) row.push((row.at(-1) ?? 0) + weight)
  for (const segment of segments) {
    const weight = weightOf(segment)
    const swapped = swap(segment)
    let left = (row[0] ?? 0) + weight
    const next = [left]
    for (let i = 0; i < given.length; i++) {
      left = Math.min((row[i] ?? 0) + (swapped[i] ?? 0), (row[i + 1] ?? 0) + weight, left + (given[i]?.weight ?? 0))
      next.push(left)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
