import MiniSearch from 'minisearch'
import { index } from 'virtual:mcp'
import { SEARCH_OPTIONS } from './terms.ts'

let loaded: MiniSearch | undefined

/** OperationIds for a query, best first: words of any kind, a path, a contract function, an error code. */
export function search(query: string): string[] {
  loaded ??= MiniSearch.loadJSON(index, SEARCH_OPTIONS)
  return loaded.search(query.replace(/\{\w+\}/g, ' ')).map(({ id }) => String(id))
}
