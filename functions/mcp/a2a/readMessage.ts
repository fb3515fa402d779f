import type { Message, Part, SendMessageRequest } from '@a2a-js/sdk'
import {
  ContentTypeNotSupportedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotFoundError,
} from '@a2a-js/sdk/errors'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { isDeeper, MOST_DEPTH } from '../calls/Args.ts'
import { ROLE, waitingOf } from './taskParts.ts'
import { askOperation, isCredential, isRecord, isTool, isWrite, nameOf, type ToolCall } from './ToolCall.ts'
import { declines, paymentIn } from './x402.ts'

/** The request of a message: a call, or a text to answer. */
export interface Wanted {
  readonly contextId: string
  readonly taskId?: string
  readonly toolCall?: ToolCall
  readonly text: string
  /** Credentials beside a text. */
  readonly credentials: Members
  readonly isDeclined: boolean
  /** Whether the client takes text alone. */
  readonly asText: boolean
}
type Members = Readonly<Record<string, unknown>>

const MOST_ID = 256
const TAKES = 'send one data part {"operationId", "args"} or {"tool", "args"}, or text'

/**
 * Reads a message. Throws RequestMalformedError naming the field, ContentTypeNotSupportedError for files and for answers of
 * another type, TaskNotFoundError for a task that does not wait, PushNotificationNotSupportedError.
 */
export function readMessage({ message, configuration }: SendMessageRequest): Wanted {
  if (!message) throw new RequestMalformedError('message: is required')
  if (configuration?.taskPushNotificationConfig) throw new PushNotificationNotSupportedError()
  if (message.role !== ROLE.user) throw new RequestMalformedError('message.role: must be ROLE_USER')
  if (idOf(message.messageId, 'messageId') === undefined)
    throw new RequestMalformedError('message.messageId: is required')
  const waiting = continued(message)
  const contextId = waiting?.contextId ?? idOf(message.contextId, 'contextId') ?? crypto.randomUUID()
  const { text, data, isText } = contentOf(message.parts)
  const { toolCall, credentials } = requestIn(data, paymentIn(message.metadata))
  const isDeclined = waiting !== undefined && declines(message.metadata)
  if (!waiting && !toolCall && text === '') throw new RequestMalformedError(`message.parts: ${TAKES}`)
  if (!waiting && toolCall && isWrite(toolCall)) requireNamed(toolCall, isText)
  const call =
    waiting && !isDeclined ? goOn(waiting.toolCall, isText ? undefined : toolCall) : (waiting?.toolCall ?? toolCall)
  return {
    contextId,
    text,
    credentials,
    isDeclined,
    asText: takesTextAlone(configuration?.acceptedOutputModes ?? []),
    ...(waiting ? { taskId: message.taskId } : {}),
    ...(call ? { toolCall: { tool: call.tool, args: { ...call.args, ...credentials } } } : {}),
  }
}

/** A text may come from anybody whom the caller has read: it changes nothing. */
function requireNamed({ args }: ToolCall, isText: boolean): void {
  if (isText || !('operationId' in args))
    throw new RequestMalformedError(
      'message.parts: what changes something must be a data part that names its operation, {"operationId", "args"}; text can read and build',
    )
}

/** The call of a task that goes on. Anybody can make an id: it grants nothing, and its operation is named again. */
function goOn(waiting: ToolCall, toolCall: ToolCall | undefined): ToolCall {
  const operationId = nameOf(waiting)
  if (!toolCall || nameOf(toolCall) !== operationId)
    throw new RequestMalformedError(
      `message.parts: the id of a task grants nothing; to continue it send a data part that names its operation: {"operationId": "${operationId}"}`,
    )
  return askOperation(operationId, { ...waiting.args, ...toolCall.args })
}

function continued(message: Message) {
  const taskId = message.taskId
  if (taskId === '' || taskId === undefined) return undefined
  const waiting = typeof taskId === 'string' ? waitingOf(taskId) : undefined
  if (!waiting) throw new TaskNotFoundError(NOT_KEPT)
  const contextId = idOf(message.contextId, 'contextId')
  if (contextId !== undefined && contextId !== waiting.contextId)
    throw new RequestMalformedError('message.contextId: is not that of the task')
  return waiting
}

export const NOT_KEPT =
  'taskId: this agent keeps no tasks; only one that waits for a credential or a payment can be named'

function idOf(id: unknown, name: string): string | undefined {
  if (id === undefined || id === '') return undefined
  if (typeof id !== 'string' || id.length > MOST_ID)
    throw new RequestMalformedError(`message.${name}: must be a text of at most ${MOST_ID} characters`)
  return id
}

interface Content {
  readonly text: string
  readonly data: readonly Members[]
  readonly isText: boolean
}

/** The texts of a message as one, and its data. A text that is a request as JSON is data, for clients that send texts alone. */
function contentOf(parts: readonly Part[]): Content {
  const data: Members[] = []
  const texts: string[] = []
  for (const { content } of parts) {
    if (content?.$case === 'data' && isRecord(content.value)) data.push(content.value)
    else if (content?.$case === 'text' && typeof content.value === 'string') texts.push(content.value)
    else if (content?.$case === 'raw' || content?.$case === 'url')
      throw new ContentTypeNotSupportedError('message.parts: files are not taken; send text or a data part')
    else throw new RequestMalformedError('message.parts: each must have text, or data that is an object')
  }
  if (data.some((one) => isDeeper(one)))
    throw new RequestMalformedError(`message.parts: data may be nested ${MOST_DEPTH} levels deep`)
  const text = texts.join('\n').trim()
  const inText = data.length === 0 && text.startsWith('{') ? jsonOrNothing(new TextEncoder().encode(text)) : undefined
  const isRequest = isRecord(inText) && ('operationId' in inText || 'tool' in inText) && !isDeeper(inText)
  return isRequest ? { text: '', data: [inText], isText: true } : { text, data, isText: false }
}

function requestIn(data: readonly Members[], payment: string | undefined) {
  const requests = data.filter((one) => 'operationId' in one || 'tool' in one)
  const others = data.filter((one) => !requests.includes(one))
  const [first, second] = requests
  if (second) throw new RequestMalformedError('message.parts: one call a message')
  const credentials: Members = Object.assign({}, ...others, payment === undefined ? {} : { payment })
  const unknown = Object.keys(credentials).find((name) => !isCredential(name))
  if (unknown !== undefined)
    throw new RequestMalformedError(`message.parts: ${unknown.slice(0, 64).toWellFormed()} is not known; ${TAKES}`)
  return { toolCall: first && toToolCall(first), credentials }
}

/** `{operationId, args, …}` or `{tool, args}`; `next` of an answer, which has `arguments` and `why`, can be sent as it is. */
function toToolCall(part: Members): ToolCall {
  const { tool, operationId } = part
  if (tool === undefined && typeof operationId === 'string' && !isTool(operationId))
    return askOperation(operationId, part)
  const name = tool ?? operationId
  if (typeof name !== 'string' || !isTool(name))
    throw new RequestMalformedError(
      'message.parts: no tool has this name; {"tool": "search_operations", "args": {"query"}} finds operations',
    )
  const args = part['args'] ?? part['arguments'] ?? {}
  if (!isRecord(args)) throw new RequestMalformedError('message.parts: args must be an object')
  const own = tool === undefined ? [...OF_PART, 'operationId'] : OF_PART
  const options = Object.fromEntries(Object.entries(part).filter(([member]) => !own.includes(member)))
  return { tool: name, args: { ...args, ...options } }
}

/** Members of a call that are not arguments of its tool. */
const OF_PART = ['tool', 'args', 'arguments', 'why']

const JSON_MODES = ['application/json', 'application/*', '*/*']
const TEXT_MODES = ['text/plain', 'text/*']

function takesTextAlone(modes: unknown): boolean {
  if (!Array.isArray(modes) || modes.length === 0 || modes.some((mode) => JSON_MODES.includes(mode))) return false
  if (modes.some((mode) => TEXT_MODES.includes(mode))) return true
  throw new ContentTypeNotSupportedError(
    'configuration.acceptedOutputModes: answers are application/json or text/plain',
  )
}
