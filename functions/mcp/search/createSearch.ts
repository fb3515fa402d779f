import MiniSearch from 'minisearch'
import { OF_ASKS, OF_OPERATIONS, type Searchable } from './terms.ts'

/** OperationIds for a query, best first: words of any kind, a path, a contract function, an error code. */
export type Search = (query: string) => string[]

/** How much the best single way to ask counts beside all that is known of an operation. */
const WEIGHT_OF_ASK = 2

/**
 * A search over the texts of each operation. The score of an operation counts all its texts together, and its single nearest
 * question: many words that each fit some text do not make a question about it.
 */
export function createSearch(documents: readonly Searchable[]): Search {
  const operations = new MiniSearch<Searchable>(OF_OPERATIONS)
  operations.addAll(documents)
  const asks = new MiniSearch<Ask>(OF_ASKS)
  asks.addAll(documents.flatMap(asksOf))
  return (query) => {
    const scores = new Map<string, number>(documents.filter((one) => isNamed(one, query)).map(({ id }) => [id, EXACT]))
    const whole = operations.search(query)
    for (const { id, score } of whole) add(scores, String(id), score / (whole[0]?.score ?? 1))
    const single = asks.search(query)
    const counted = new Set<string>()
    for (const { operationId, score } of single) {
      const name = String(operationId)
      // The first of an operation is the best.
      if (counted.has(name)) continue
      counted.add(name)
      add(scores, name, (WEIGHT_OF_ASK * score) / (single[0]?.score ?? 1))
    }
    return [...scores].sort(([, a], [, b]) => b - a).map(([name]) => name)
  }
}

const add = (scores: Map<string, number>, id: string, score: number): unknown =>
  scores.set(id, (scores.get(id) ?? 0) + score)

/** More than everything else together. */
const EXACT = 10

/** Whether a query names an operation: its id, or its path, with values or without. */
function isNamed({ id, path }: Searchable, query: string): boolean {
  const route =
    query
      .trim()
      .replace(/^(?:[A-Z]+ )?(?:https?:\/\/[^/]+)?(?:\/api(?=\/))?/, '')
      .split('?', 1)[0] ?? ''
  if (route.toLowerCase() === id.toLowerCase()) return true
  const own = path.split('/')
  const given = route.split('/')
  return own.length > 1 && own.length === given.length && own.every((one, i) => one === given[i] || one.startsWith('{'))
}

interface Ask {
  readonly id: string
  readonly operationId: string
  readonly text: string
}

const asksOf = ({ id, title, asks }: Searchable): Ask[] =>
  [title, ...asks].map((text, i) => ({ id: `${id} ${i}`, operationId: id, text }))
