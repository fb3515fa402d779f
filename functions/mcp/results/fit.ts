/** A list or a text that a result shortens to its beginning. */
export interface Cut {
  /** JSON pointer (RFC 6901). */
  readonly path: string
  /** Items, or characters, that are left, and that there were. */
  readonly kept: number
  readonly of: number
}

interface Shortenable {
  readonly path: string
  readonly holder: Record<string, unknown> | unknown[]
  readonly key: string | number
  readonly value: unknown[] | string
  readonly bytes: number
}

const SHORTEST_TEXT = 200
/** A value with more places to cut is not one that a beginning describes. */
const MOST_CUTS = 64
const encoder = new TextEncoder()
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? ''
const lengthOf = (text: string): number => encoder.encode(text).length
export const bytesOf = (value: unknown): number => lengthOf(jsonOf(value))

/** A value that was made to fit, with its JSON and the length of that. */
export interface Fitted {
  readonly value: unknown
  readonly cuts: readonly Cut[]
  readonly json: string
  readonly bytes: number
}

/**
 * A value of at most `limit` bytes as JSON: its largest lists, then its longest texts, end early until it fits, and what was
 * cut is named. A value without such lists and texts, or with very many, stays longer. The value itself is changed.
 */
export function fit(value: unknown, limit: number): Fitted {
  const root: Record<string, unknown> = { '': value }
  const cuts = new Map<string, Cut>()
  let json = jsonOf(value)
  let bytes = lengthOf(json)
  for (let i = 0; i < MOST_CUTS && bytes > limit; i++) {
    const largest = shortenablesIn(root).reduce<Shortenable | undefined>(
      (most, one) => (most && most.bytes >= one.bytes ? most : one),
      undefined,
    )
    if (!largest) break
    const cut = shorten(largest, bytes - limit)
    cuts.set(cut.path, { ...cut, of: cuts.get(cut.path)?.of ?? cut.of })
    json = jsonOf(root[''])
    bytes = lengthOf(json)
  }
  return { value: root[''], cuts: [...cuts.values()], json, bytes }
}

/** Lists with items, and long texts; those that are in a list are cut with it, as far as it is. */
function shortenablesIn(root: Record<string, unknown>): Shortenable[] {
  const found: Shortenable[] = []
  const visit = (holder: Shortenable['holder'], key: string | number, value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (value.length > SHORTEST_TEXT) found.push({ path, holder, key, value, bytes: bytesOf(value) })
    } else if (Array.isArray(value)) {
      if (value.length > 1) found.push({ path, holder, key, value, bytes: bytesOf(value) })
      else value.forEach((one, i) => visit(value, i, one, `${path}/${i}`))
    } else if (isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) visit(value, name, inner, `${path}/${escaped(name)}`)
    }
  }
  visit(root, '', root[''], '')
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Takes about so many bytes from the end of a list or a text, and never all of it. */
function shorten({ path, holder, key, value, bytes }: Shortenable, excess: number): Cut {
  const share = Math.max(0, 1 - (excess + 64) / bytes)
  const kept = Math.min(
    value.length - 1,
    Math.max(typeof value === 'string' ? SHORTEST_TEXT : 1, Math.floor(value.length * share)),
  )
  const beginning = typeof value === 'string' ? wholePairs(value.slice(0, kept)) : value.slice(0, kept)
  Reflect.set(holder, key, beginning)
  return { path, kept: beginning.length, of: value.length }
}

/** A text without the half of a surrogate pair at its end. */
const wholePairs = (text: string): string => text.replace(/[\ud800-\udbff]$/, '')
