import { SEARCH_URL, TOOLS_URL } from '../../functions/mcp/protocol/serverInfo.ts'
import type { Json } from '../json.ts'
import { describeOperations, isSearchable, isTool } from './describeOperations.ts'
import { searchables } from './searchables.ts'

/** Documents that the Worker `mcp` reads when it first needs them: each operation as a tool, and its search entry. */
export function* toolDocuments(document: Json): Generator<readonly [url: string, text: string]> {
  const all = describeOperations(document)
  const tools = all.filter(({ operation, callable }) => isTool(operation, callable.family)).map(({ tool }) => tool)
  yield [TOOLS_URL, JSON.stringify(tools)]
  yield [
    SEARCH_URL,
    JSON.stringify(searchables(all.filter(({ operation, callable }) => isSearchable(operation, callable.family)))),
  ]
}
