import type { StreamResponse } from '@a2a-js/sdk'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { AGENT_STREAM_EVENTS as EVENTS } from '../../../schema/agents/stream.ts'
import { parseBy } from '../../../shared/http/validate.ts'
import type { CallOptions } from '../calls/Args.ts'
import { Failure } from '../calls/Failure.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { UNTRUSTED } from '../results/toResult.ts'
import { CALL_OPTIONS } from '../tools/definitions.ts'
import { findOperation } from '../tools/findOperation.ts'
import type { Wanted } from './readMessage.ts'
import { type AgentContext, runCall } from './runCall.ts'
import {
  artifactOf,
  dataPart,
  type TaskRef,
  type StatusUpdate,
  STATE,
  statusOf,
  taskOf,
  textPart,
} from './taskParts.ts'

const ASSISTANT = 'streamAgent'
/** Without an assistant for this caller, the operations that a search finds are the answer. */
const NO_ASSISTANT = ['llm_not_configured', 'unauthenticated', 'family_unavailable']
const MOST_QUERY = 500

type Event = NonNullable<StreamResponse['payload']>

/**
 * Answers a text: by the assistant, as its model writes, or with the operations that a search finds. The first event is the task;
 * it is over with the last.
 */
export async function* answerText(wanted: Wanted, context: AgentContext): AsyncGenerator<Event, void> {
  const ref = { taskId: crypto.randomUUID(), contextId: wanted.contextId }
  let stream: ReadableStream<Uint8Array> | undefined
  try {
    stream = await openAssistant(wanted, context)
  } catch (error) {
    return yield { $case: 'task', value: taskOf(ref, failedBy(error)) }
  }
  yield* stream ? relay(stream, ref) : found(wanted, context)
}

/** Opens the assistant's answer. Returns undefined if the assistant does not serve this caller. Throws Failure and ApiError. */
async function openAssistant({ text, credentials }: Wanted, { open, hasCredential }: AgentContext) {
  const options: CallOptions = parseBy(CALL_OPTIONS, credentials)
  if (!hasCredential && options.accessToken === undefined) return undefined
  try {
    return await open(findOperation(ASSISTANT), { message: text }, options)
  } catch (error) {
    if (error instanceof Failure && NO_ASSISTANT.includes(error.problem.code)) return undefined
    throw error
  }
}

async function* found({ text, contextId, asText }: Wanted, context: AgentContext): AsyncGenerator<Event, void> {
  const toolCall = { tool: 'search_operations', args: { query: text.slice(0, MOST_QUERY).toWellFormed() } }
  const task = await runCall({ toolCall, contextId, asText }, context)
  task.status?.message?.parts.unshift(textPart(BY_SEARCH))
  yield { $case: 'task', value: task }
}

const BY_SEARCH =
  'These operations may answer it. Send the operationId of one in a data part, with args. The assistant answers callers with an account session, where a language model is configured.'

async function* relay(stream: ReadableStream<Uint8Array>, ref: TaskRef): AsyncGenerator<Event, void> {
  const update = (status: StatusUpdate): Event => ({
    $case: 'statusUpdate',
    value: { ...ref, status: statusOf(ref, status), metadata: undefined },
  })
  const artifact = (text: string, isFirst: boolean, isLast: boolean): Event => ({
    $case: 'artifactUpdate',
    value: {
      ...ref,
      artifact: artifactOf(ASSISTANT, [textPart(text)], { [UNTRUSTED]: true }),
      append: !isFirst,
      lastChunk: isLast,
      metadata: undefined,
    },
  })
  yield { $case: 'task', value: taskOf(ref, { state: STATE.working, parts: [textPart('The assistant answers.')] }) }
  let isFirst = true
  try {
    const events = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events) {
      const value: unknown = JSON.parse(data)
      if (event === 'tool') yield update(readBy(EVENTS.tool.parse(value)))
      if (event === 'delta') {
        yield artifact(EVENTS.delta.parse(value).text, isFirst, false)
        isFirst = false
      }
      if (event === 'error') return yield update(failedBy(reported(EVENTS.error.parse(value))))
      if (event === 'done') {
        if (!isFirst) yield artifact('', false, true)
        return yield update(done(EVENTS.done.parse(value).truncated))
      }
    }
  } catch {
    // Below: the stream was cut off.
  }
  yield update(failedBy(Failure.ofFamily('agents')))
}

const readBy = (read: object): StatusUpdate => ({ state: STATE.working, parts: [dataPart(read)] })

const done = (truncated: boolean): StatusUpdate => ({
  state: STATE.completed,
  parts: [
    textPart(
      `A language model wrote the answer. Verify its figures with the operations that it read.${truncated ? ' It was truncated at the length limit of the model.' : ''}`,
    ),
  ],
})

const reported = ({ code, message }: { code: string; message: string }) =>
  new Failure({ code, detail: message.replace(`${code}: `, '') }, new Headers())

function failedBy(error: unknown): StatusUpdate {
  const { content, structuredContent } = toErrorResult(error, { tool: 'search_operations', operationId: ASSISTANT })
  const [first] = content
  return {
    state: STATE.failed,
    parts: [textPart(first?.type === 'text' ? first.text : ''), dataPart(structuredContent)],
  }
}
