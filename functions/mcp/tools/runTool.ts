import type { CallToolResult } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { parseBy } from '../../../shared/http/validate.ts'
import { WAYS } from '../calls/ways.ts'
import type { Kind } from '../calls/Way.ts'
import { asArgs } from '../calls/Args.ts'
import { refuseDirectOnly } from '../calls/directOnly.ts'
import type { Failed } from '../results/nextOf.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { callOperation } from './callOperation.ts'
import { CALLS } from './definitions.ts'
import { describeOperation } from './describeOperation.ts'
import { failedCall, findWay, requireKind, TOOL_OF } from './findWay.ts'
import { runTask } from './runTask.ts'
import { searchOperations } from './searchOperations.ts'
import { signIn } from './signIn.ts'
import { TASKS } from './tasks.ts'
import type { RunTool, ToolContext } from './Tools.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { toResult } from '../results/toResult.ts'

type Input = z.output<(typeof CALLS)['explain_error']>

/** The way of a code in the error catalogue. Throws not_found. */
const explainError: RunTool<Input> = async ({ code }, { documents }) => {
  const entry = await documents.page(`/docs/errors/${code}`)
  if (entry === null)
    throw new ApiError(
      'not_found',
      `code: no error has the code ${code}; search_operations finds operations by what they do`,
    )
  return toResult({ code, entry }, `${code} of the error catalogue.`, true)
}

/** A tool behind its schema: a wrong argument is named, and then nothing is called. */
const tool =
  <S extends z.ZodObject>(input: S, run: RunTool<z.output<S>>): RunTool<unknown> =>
  async (args, context) =>
    run(parseBy(input, args), context)

/** A tool that calls operations of one kind. */
const callsOf = (input: (typeof CALLS)['call_write' | 'call_read' | 'build'], kind: Kind): RunTool<unknown> =>
  tool(input, async ({ operationId, args, ...options }, context) => {
    const way = findWay(operationId)
    requireKind(way, kind, args)
    return callOperation(way, args, options, context)
  })

const REVIEW = 'reviewAgentFeedback'
/** Tools that are one operation that changes something. */
const OPERATION_OF: Readonly<Record<string, string>> = { paid_review: REVIEW }

const CALLING: readonly string[] = [...Object.values(TOOL_OF), ...Object.keys(OPERATION_OF)]

const RUNS: ReadonlyMap<string, RunTool<unknown>> = new Map<string, RunTool<unknown>>([
  ...TASKS.map((task) => [task.name, tool(task.input, (args, context) => runTask(task, args, context))] as const),
  [
    'paid_review',
    tool(CALLS.paid_review, ({ agentId, ...options }, context) =>
      callOperation(findWay(REVIEW), { agentId }, options, context),
    ),
  ],
  ['explain_error', tool(CALLS.explain_error, explainError)],
  ['search_operations', tool(CALLS.search_operations, searchOperations)],
  ['describe_operation', tool(CALLS.describe_operation, describeOperation)],
  ['call_read', callsOf(CALLS.call_read, 'read')],
  ['build', callsOf(CALLS.build, 'build')],
  ['call_write', callsOf(CALLS.call_write, 'write')],
  ['sign_in', tool(CALLS.sign_in, signIn)],
])

/** Calls a tool of `/mcp`. Its errors are results, which a model can act on. */
export async function runTool(name: string, args: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    const run = RUNS.get(name)
    // Beside the arguments of an operation, where buildRequest does not see it.
    refuseDirectOnly(args)
    if (!run) throw new Error(`${name} is listed and has no program`)
    return await run(args, context)
  } catch (error) {
    return toErrorResult(error, failedBy(name, args))
  }
}

/** The call that an error is of. Its arguments may be anything. */
function failedBy(tool: string, given: unknown): Failed {
  const { operationId = OPERATION_OF[tool], args, ...options } = asArgs(given)
  const way = typeof operationId === 'string' ? WAYS.get(operationId) : undefined
  if (!way) return { tool }
  return CALLING.includes(tool) ? failedCall(tool, way, asArgs(args), options) : { tool, operationId: way.operationId }
}
