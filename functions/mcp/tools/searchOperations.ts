import type * as z from 'zod'
import { WAYS, isOfSignIn } from '../calls/ways.ts'
import { toResult } from '../results/toResult.ts'
import type { CALLS } from './definitions.ts'
import { TOOL_OF } from './findWay.ts'
import type { RunTool } from './Tools.ts'

type Input = z.output<(typeof CALLS)['search_operations']>

/** Operations for a purpose, best first. Those that return credentials are called over HTTP, or by sign_in. */
export const searchOperations: RunTool<Input> = async ({ query, kind, limit }, { documents }) => {
  const [search, tools] = await Promise.all([documents.search(), documents.tools()])
  const found = search(query)
    .map((operationId) => ({ operationId, way: WAYS.get(operationId) }))
    .filter(({ way }) => kind === undefined || way?.kind === kind)
    .slice(0, limit)
    .map(({ operationId, way }) =>
      way
        ? {
            operationId,
            tool: TOOL_OF[way.kind],
            description: tools.get(operationId)?.description,
            ...(way.auth === '' ? {} : { credential: way.auth }),
          }
        : { operationId, tool: isOfSignIn(operationId) ? 'sign_in' : null },
    )
  const advice =
    found.length === 0
      ? 'Nothing was found: use other words, or a part of a path.'
      : 'Call describe_operation for the arguments of one of them. Those without a tool are called over HTTP.'
  return toResult({ operations: found }, advice, true)
}
