import MiniSearch from 'minisearch'
import { type Searchable, SEARCH_OPTIONS } from './terms.ts'

/** OperationIds for a query, best first: words of any kind, a path, a contract function, an error code. */
export type Search = (query: string) => string[]

/** A search over what is known of each operation. */
export function createSearch(documents: readonly Searchable[]): Search {
  const index = new MiniSearch<Searchable>(SEARCH_OPTIONS)
  index.addAll(documents)
  return (query) => index.search(query).map(({ id }) => String(id))
}
