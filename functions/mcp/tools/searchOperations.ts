import type * as z from 'zod'
import { ENTRIES } from '../calls/entries.ts'
import { toResult } from '../results/toResult.ts'
import { search } from '../search/search.ts'
import type { CALLS } from './definitions.ts'
import { TOOL_OF } from './findEntry.ts'
import type { RunTool } from './Tools.ts'

type Input = z.output<(typeof CALLS)['search_operations']>

/** Operations for a purpose, best first. */
export const searchOperations: RunTool<Input> = async ({ query, kind, limit }) => {
  const found = search(query)
    .flatMap((operationId) => ENTRIES.get(operationId) ?? [])
    .filter((entry) => kind === undefined || entry.kind === kind)
    .slice(0, limit)
    .map(({ operationId, kind: own, auth, tool: { title, description } }) => ({
      operationId,
      tool: TOOL_OF[own],
      title,
      description,
      ...(auth === '' ? {} : { credential: auth }),
    }))
  const advice =
    found.length === 0
      ? 'Nothing was found: use other words, or a part of a path.'
      : 'Call describe_operation for the arguments of one of them.'
  return toResult({ operations: found }, advice, true)
}
