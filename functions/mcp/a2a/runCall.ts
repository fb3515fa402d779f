import type { Task } from '@a2a-js/sdk'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { UNTRUSTED } from '../results/toResult.ts'
import { SETTLEMENT } from '../tools/callOperation.ts'
import { runTool } from '../tools/runTool.ts'
import type { ToolContext } from '../tools/Tools.ts'
import { type Asked, isPaid, nameOf, takesCredential } from './Asked.ts'
import { type Problem, problemIn } from './problemIn.ts'
import { idOfWaiting } from './taskId.ts'
import { artifactOf, dataPart, type Said, STATE, taskOf, textPart } from './taskParts.ts'
import { failed, type OfPayment, required, settled, submitted } from './x402.ts'

/** A call of a message. */
export interface Call {
  readonly asked: Asked
  readonly contextId: string
  /** The task that the call continues. */
  readonly taskId?: string | undefined
  /** Whether the client takes text alone. */
  readonly asText: boolean
}

/** Makes a call, and answers with its task: it is over, or waits for a credential or a payment of its client. */
export async function runCall(call: Call, context: ToolContext): Promise<Task> {
  const { asked, contextId } = call
  const result = await runTool(asked.tool, asked.args, context)
  const problem = problemIn(result)
  if (problem) return toFailed(call, result, problem)
  const place = { taskId: call.taskId ?? crypto.randomUUID(), contextId }
  return taskOf(place, { state: STATE.completed, parts: [textPart(noteOf(result))], ...paidBy(result) }, [
    artifactOf(nameOf(asked), [answerPart(result, call.asText)], untrusted(result)),
  ])
}

function toFailed(call: Call, result: CallToolResult, problem: Problem): Task {
  const { contextId, asked, asText } = call
  const said = statusAfter(asked, problem)
  const waiting = said.state === STATE.failed ? undefined : (call.taskId ?? idOfWaiting({ contextId, asked }))
  const taskId = waiting ?? call.taskId ?? crypto.randomUUID()
  const note = textPart(waiting === undefined ? noteOf(result) : `${noteOf(result)} ${toContinue(asked)}`)
  const parts = asText ? [note] : [note, dataPart(result.structuredContent)]
  // A call that is too long for an id cannot wait: its message is sent again as a whole.
  return taskOf({ taskId, contextId }, { ...said, ...(waiting === undefined ? { state: STATE.failed } : {}), parts })
}

/** Codes of a payment that was not taken. */
const NOT_TAKEN = ['payment_rejected', 'invalid_payment', 'payment_conflict', 'payer_only']

/** What an error makes of its task. */
function statusAfter(asked: Asked, problem: Problem): Omit<Said, 'parts'> {
  const { code, retryable, paymentRequired } = problem
  if (code === 'unauthenticated' && takesCredential(asked)) return { state: STATE.authRequired }
  if (code === 'payment_required') return { state: STATE.inputRequired, ...required(problem) }
  if (!isPaid(asked) || asked.args['payment'] === undefined) return { state: STATE.failed }
  if (NOT_TAKEN.includes(code))
    return { state: paymentRequired === undefined ? STATE.failed : STATE.inputRequired, ...failed(problem) }
  return retryable ? { state: STATE.inputRequired, ...submitted() } : { state: STATE.failed }
}

const toContinue = (asked: Asked): string =>
  `Send the next message with this taskId and a data part {"operationId": "${nameOf(asked)}"}. Nothing is stored for the task: its id says what was asked, and the same payment is charged once.`

/** What a result says of itself; its value follows in the text, if it is short, on the next line. */
const noteOf = (result: CallToolResult): string => textOf(result).split('\n', 1)[0] ?? ''

const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '')

const answerPart = (result: CallToolResult, asText: boolean) =>
  asText ? textPart(JSON.stringify(result.structuredContent)) : dataPart(result.structuredContent)

const untrusted = ({ _meta: meta }: CallToolResult) => (meta?.[UNTRUSTED] === true ? { [UNTRUSTED]: true } : undefined)

const paidBy = ({ _meta: meta }: CallToolResult): Partial<OfPayment> =>
  meta?.[SETTLEMENT] === undefined ? {} : settled(meta[SETTLEMENT])
