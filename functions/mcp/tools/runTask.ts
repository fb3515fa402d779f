import type { CallToolResult } from '@modelcontextprotocol/server'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { Failure } from '../calls/Failure.ts'
import { doubtsIn, toResult, withoutDataUris } from '../results/toResult.ts'
import { findOperation } from './findOperation.ts'
import type { Part, Task } from './tasks.ts'
import type { ToolContext } from './Tools.ts'

/**
 * Answers a task by its reads, at once. A part that fails is listed under `unread` with its error; if all fail, the first error is
 * thrown. A task of one read answers as that read does.
 */
export async function runTask(
  task: Task,
  args: Readonly<Record<string, unknown>>,
  { call }: ToolContext,
): Promise<CallToolResult> {
  const parts = task.parts(args)
  const read = async ({ operationId, args: own }: Part) => (await call(findOperation(operationId), own)).value
  const settled = await Promise.allSettled(parts.map(read))
  const values = parts.flatMap(({ name }, i) => {
    const one = settled[i]
    return one?.status === 'fulfilled' ? [[name, one.value] as const] : []
  })
  const failed = parts.flatMap(({ name }, i) => {
    const one = settled[i]
    return one?.status === 'rejected' ? [{ name, error: one.reason }] : []
  })
  const [first] = failed
  if (first && values.length === 0) throw first.error
  const [only] = values
  const doubts = values.flatMap(([, value]) => doubtsIn(value))
  const about = [ABOUT(parts), ...new Set(doubts)].join(' ')
  if (only && parts.length === 1) return toResult(withoutDataUris(only[1]), about)
  const unread = Object.fromEntries(failed.map(({ name, error }) => [name, errorOf(error)]))
  return toResult(withoutDataUris({ ...Object.fromEntries(values), ...(first ? { unread } : {}) }), about)
}

const ABOUT = (parts: readonly Part[]): string =>
  `Read by ${parts.map(({ operationId }) => operationId).join(', ')}; each part is right as of its own asOf.`

function errorOf(error: unknown): { code: string; message: string } {
  if (error instanceof Failure) return { code: error.problem.code, message: error.problem.detail }
  if (error instanceof ApiError) return { code: error.code, message: error.detail ?? error.code }
  throw error
}
