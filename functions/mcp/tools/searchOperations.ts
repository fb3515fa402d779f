import type * as z from 'zod'
import { ENTRIES, isOfSignIn } from '../calls/entries.ts'
import { toResult } from '../results/toResult.ts'
import { search } from '../search/search.ts'
import type { CALLS } from './definitions.ts'
import { TOOL_OF } from './findEntry.ts'
import type { RunTool } from './Tools.ts'

type Input = z.output<(typeof CALLS)['search_operations']>

/** Operations for a purpose, best first. Those that return credentials are called over HTTP, or by sign_in. */
export const searchOperations: RunTool<Input> = async ({ query, kind, limit }) => {
  const found = search(query)
    .map((operationId) => ({ operationId, entry: ENTRIES.get(operationId) }))
    .filter(({ entry }) => kind === undefined || entry?.kind === kind)
    .slice(0, limit)
    .map(({ operationId, entry }) =>
      entry
        ? {
            operationId,
            tool: TOOL_OF[entry.kind],
            description: entry.tool.description,
            ...(entry.auth === '' ? {} : { credential: entry.auth }),
          }
        : { operationId, tool: isOfSignIn(operationId) ? 'sign_in' : null },
    )
  const advice =
    found.length === 0
      ? 'Nothing was found: use other words, or a part of a path.'
      : 'Call describe_operation for the arguments of one of them. Those without a tool are called over HTTP.'
  return toResult({ operations: found }, advice, true)
}
