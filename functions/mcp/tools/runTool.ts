import type { CallToolResult } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { parseBy } from '../../../shared/http/validate.ts'
import { asArgs } from '../calls/Args.ts'
import type { Kind } from '../calls/CallableOperation.ts'
import { refuseDirectOnly } from '../calls/directOnly.ts'
import { CALLABLE, isOfSignIn } from '../calls/operations.ts'
import type { Failed } from '../results/nextOf.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { toResult } from '../results/toResult.ts'
import { callOperation } from './callOperation.ts'
import { callReads } from './callReads.ts'
import { CALLS } from './definitions.ts'
import { describeOperation } from './describeOperation.ts'
import { failedCall, findOperation, operationOf, requireKind, TOOL_OF } from './findOperation.ts'
import { unpacked, withinArgs } from './readArgs.ts'
import { runTask } from './runTask.ts'
import { signIn } from './signIn.ts'
import { TASKS } from './tasks.ts'
import type { RunCall, RunTool, ToolContext } from './Tools.ts'

/** The way of a code in the error catalogue. Throws not_found. */
const explainError: RunCall<'explain_error'> = async ({ code }, { documents }) => {
  const entry = await documents.page(`/docs/errors/${code}`)
  if (entry === null)
    throw new ApiError(
      'not_found',
      `code: no error has the code ${code}; search_operations finds operations by what they do`,
    )
  return toResult({ code, entry }, `${code} of the error catalogue.`, true)
}

/** Operations for a purpose, best first. An operation that returns credentials is called over HTTP, or by sign_in. */
const searchOperations: RunCall<'search_operations'> = async ({ query, kind, limit }, { documents }) => {
  const [search, tools] = await Promise.all([documents.search(), documents.tools()])
  const found = search(query)
    .map((operationId) => ({ operationId, operation: CALLABLE.get(operationId) }))
    .filter(({ operation }) => kind === undefined || operation?.kind === kind)
    .slice(0, limit)
    .map(({ operationId, operation }) =>
      operation
        ? {
            operationId,
            tool: TOOL_OF[operation.kind],
            description: tools.get(operationId)?.description,
            ...(operation.auth === '' ? {} : { credential: operation.auth }),
          }
        : { operationId, tool: isOfSignIn(operationId) ? 'sign_in' : null },
    )
  const advice =
    found.length === 0
      ? 'Nothing was found: use other words, or a part of a path.'
      : 'Call describe_operation for the arguments of one of them. Those without a tool are called over HTTP.'
  return toResult({ operations: found }, advice, true)
}

/** A tool behind its schema: a wrong argument is named, and then nothing is called. */
const tool =
  <S extends z.ZodObject>(input: S, run: RunTool<z.output<S>>): RunTool<unknown> =>
  async (args, context) =>
    run(parseBy(input, args), context)

const callsOf = (input: (typeof CALLS)['call_write' | 'call_read' | 'build'], kind: Kind): RunTool<unknown> =>
  tool(input, async ({ operationId, args, ...options }, context) => {
    const operation = findOperation(operationId)
    requireKind(operation, kind, args)
    return callOperation(operation, args, options, context)
  })

const REVIEW = 'reviewAgentFeedback'
const OPERATION_OF: Readonly<Record<string, string>> = { paid_review: REVIEW }

const CALLING: readonly string[] = [...Object.values(TOOL_OF), ...Object.keys(OPERATION_OF)]

const RUNS: ReadonlyMap<string, RunTool<unknown>> = new Map<string, RunTool<unknown>>([
  ...TASKS.map((task) => [task.name, tool(task.input, (args, context) => runTask(task, args, context))] as const),
  [
    'paid_review',
    tool(CALLS.paid_review, ({ agentId, ...options }, context) =>
      callOperation(findOperation(REVIEW), { agentId }, options, context),
    ),
  ],
  ['explain_error', tool(CALLS.explain_error, explainError)],
  ['search_operations', tool(CALLS.search_operations, searchOperations)],
  ['describe_operation', tool(CALLS.describe_operation, describeOperation)],
  ['call_read', callsOf(CALLS.call_read, 'read')],
  ['call_reads', tool(CALLS.call_reads, callReads)],
  ['build', callsOf(CALLS.build, 'build')],
  ['call_write', callsOf(CALLS.call_write, 'write')],
  ['sign_in', tool(CALLS.sign_in, signIn)],
])

/** Calls a tool of `/mcp`. Its errors are results, which a model can act on. */
export async function runTool(name: string, args: unknown, context: ToolContext): Promise<CallToolResult> {
  let given = unpacked(args, operationOf(asArgs(args)['operationId'])?.nullable)
  try {
    const run = RUNS.get(name)
    // Beside the arguments of an operation, where buildRequest does not see it.
    refuseDirectOnly(given)
    if (!run) throw new Error(`${name} is listed and has no program`)
    if (name === 'call_read' || name === 'build' || name === 'call_write') given = withinArgs(name, given)
    return await run(given, context)
  } catch (error) {
    return toErrorResult(error, failedBy(name, given))
  }
}

/** The call that an error is of. Its arguments may be anything. */
function failedBy(tool: string, given: unknown): Failed {
  const { operationId = OPERATION_OF[tool], args, ...options } = asArgs(given)
  const operation = operationOf(operationId)
  if (!operation) return { tool }
  return CALLING.includes(tool)
    ? failedCall(tool, operation, asArgs(args), options)
    : { tool, operationId: operation.operationId }
}
