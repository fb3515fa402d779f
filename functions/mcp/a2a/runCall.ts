import type { Task } from '@a2a-js/sdk'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Open } from '../calls/createCalls.ts'
import { UNTRUSTED } from '../results/toResult.ts'
import { SETTLEMENT } from '../tools/callOperation.ts'
import { runTool } from '../tools/runTool.ts'
import type { ToolContext } from '../tools/Tools.ts'
import { artifactOf, dataPart, idOfWaiting, STATE, type StatusUpdate, taskOf, textPart } from './taskParts.ts'
import { isPaid, nameOf, takesCredential, type ToolCall } from './ToolCall.ts'
import { failed, type OfPayment, type Problem, problemIn, required, settled, submitted } from './x402.ts'

export interface Call {
  readonly toolCall: ToolCall
  readonly contextId: string
  readonly taskId?: string | undefined
  /** Whether the client takes text alone. */
  readonly asText: boolean
}

/** Makes a call, and answers with its task: it is over, or waits for a credential or a payment of its client. */
export async function runCall(call: Call, context: ToolContext): Promise<Task> {
  const { toolCall, contextId } = call
  const result = await runTool(toolCall.tool, toolCall.args, context)
  const problem = problemIn(result)
  if (problem) return toFailed(call, result, problem)
  const ref = { taskId: call.taskId ?? crypto.randomUUID(), contextId }
  return taskOf(ref, { state: STATE.completed, parts: [textPart(noteOf(result))], ...paidBy(result) }, [
    artifactOf(nameOf(toolCall), [answerPart(result, call.asText)], untrusted(result)),
  ])
}

function toFailed(call: Call, result: CallToolResult, problem: Problem): Task {
  const { contextId, toolCall, asText } = call
  const update = statusAfter(toolCall, problem)
  const waiting = update.state === STATE.failed ? undefined : (call.taskId ?? idOfWaiting({ contextId, toolCall }))
  const taskId = waiting ?? call.taskId ?? crypto.randomUUID()
  const note = textPart(waiting === undefined ? noteOf(result) : `${noteOf(result)} ${toContinue(toolCall)}`)
  const { offer: _, ...error } = problem
  // The offer of a payment is in the metadata alone.
  const parts = asText ? [note] : [note, dataPart({ error })]
  // A call that is too long for an id cannot wait: its message is sent again as a whole.
  return taskOf({ taskId, contextId }, { ...update, ...(waiting === undefined ? { state: STATE.failed } : {}), parts })
}

const NOT_TAKEN = ['payment_rejected', 'invalid_payment', 'payment_conflict', 'payer_only']

/** The status of a task after an error. */
function statusAfter(toolCall: ToolCall, problem: Problem): Omit<StatusUpdate, 'parts'> {
  const { code, retryable, offer } = problem
  if (code === 'unauthenticated' && takesCredential(toolCall)) return { state: STATE.authRequired }
  if (code === 'payment_required') return { state: STATE.inputRequired, ...required(problem) }
  if (!isPaid(toolCall) || toolCall.args['payment'] === undefined) return { state: STATE.failed }
  if (NOT_TAKEN.includes(code))
    return { state: offer === undefined ? STATE.failed : STATE.inputRequired, ...failed(problem) }
  return retryable ? { state: STATE.inputRequired, ...submitted() } : { state: STATE.failed }
}

const toContinue = (toolCall: ToolCall): string =>
  `Send the next message with this taskId and a data part {"operationId": "${nameOf(toolCall)}"}. Nothing is stored for the task: its id says what was asked, and the same payment is charged once.`

/** The first line of a result describes it; a short value follows on the next line. */
const noteOf = (result: CallToolResult): string => textOf(result).split('\n', 1)[0] ?? ''

const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '')

const answerPart = (result: CallToolResult, asText: boolean) =>
  asText ? textPart(JSON.stringify(result.structuredContent)) : dataPart(result.structuredContent)

const untrusted = ({ _meta: meta }: CallToolResult) => (meta?.[UNTRUSTED] === true ? { [UNTRUSTED]: true } : undefined)

const paidBy = ({ _meta: meta }: CallToolResult): Partial<OfPayment> =>
  meta?.[SETTLEMENT] === undefined ? {} : settled(meta[SETTLEMENT])

export interface AgentContext extends ToolContext {
  readonly open: Open
  /** Whether the request itself has a credential. */
  readonly hasCredential: boolean
}
