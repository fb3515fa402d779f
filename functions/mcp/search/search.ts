import { searchable } from 'virtual:mcp'
import { createSearch, type Search } from './createSearch.ts'

let made: Search | undefined

/** The search over the operations; its index is made with the first query of an isolate. */
export const search: Search = (query) => (made ??= createSearch(JSON.parse(searchable)))(query)
