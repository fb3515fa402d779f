import type { AgentCard, StreamResponse, Task } from '@a2a-js/sdk'
import {
  A2AError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { logError } from '../../../shared/log/logError.ts'
import { answerText } from './answerText.ts'
import { NOT_KEPT, readMessage, type Wanted } from './readMessage.ts'
import { type AgentContext, runCall } from './runCall.ts'
import { dataPart, STATE, taskOf, textPart, type Waiting, waitingOf } from './taskParts.ts'
import { isPaid, nameOf } from './ToolCall.ts'
import { declined } from './x402.ts'

/** Message of an error that is this service's own. */
export const INTERNAL = 'internal_error'

/** Part of an agent card that the transport reads: the card itself is the gateway's. */
const STREAMS: AgentCard = {
  name: '',
  description: '',
  version: '',
  provider: undefined,
  supportedInterfaces: [],
  capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  signatures: [],
}

/**
 * The operations of A2A (1.0, section 3.1) for the caller of one request. No task is kept: most are over with their answer, and
 * the id of one that waits holds its call. Throws errors of A2A alone.
 */
export function createHandler(context: AgentContext): A2ARequestHandler {
  const send = async (wanted: Wanted): Promise<Task> =>
    wanted.toolCall
      ? answerCall({ ...wanted, toolCall: wanted.toolCall }, context)
      : toTask(answerText(wanted, context))

  async function* stream(wanted: Wanted): AsyncGenerator<StreamResponse, void> {
    if (wanted.toolCall) yield { payload: { $case: 'task', value: await send(wanted) } }
    else for await (const payload of answerText(wanted, context)) yield { payload }
  }

  return {
    getAgentCard: () => Promise.resolve(STREAMS),
    sendMessage: (params) => guarded(() => send(readMessage(params))),
    async *sendMessageStream(params) {
      yield* stream(await guarded(async () => readMessage(params)))
    },
    getTask: ({ id }) => guarded(() => describe(id, context)),
    async *resubscribe({ id }) {
      // Nothing more happens until its client sends a message.
      yield { payload: { $case: 'task', value: await guarded(() => describe(id, context)) } }
    },
    cancelTask: async ({ id }) => {
      requireWaiting(id)
      throw new TaskNotCancelableError('id: the task only waits for its client, and nothing runs or is charged')
    },
    listTasks: async ({ pageSize = 50 }) => {
      if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
        throw new RequestMalformedError('pageSize: must be an integer from 1 to 100')
      return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
    },
    getAuthenticatedExtendedAgentCard: () =>
      Promise.reject(new UnsupportedOperationError('the agent card is the same for every caller')),
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
  }
}

const noPush = () => Promise.reject(new PushNotificationNotSupportedError())

async function answerCall(wanted: Wanted & Required<Pick<Wanted, 'toolCall'>>, context: AgentContext): Promise<Task> {
  const { isDeclined, taskId, contextId } = wanted
  if (!isDeclined || taskId === undefined) return runCall(wanted, context)
  const parts = [textPart('The client declined to pay: this message charged nothing. The task still takes a payment.')]
  return taskOf({ taskId, contextId }, { state: STATE.inputRequired, parts, ...declined() })
}

/**
 * A task that waits, from its id. A paid operation is called again without a payment, which changes nothing and returns the price;
 * no other call is repeated.
 */
async function describe(id: string, context: AgentContext): Promise<Task> {
  const { toolCall, contextId } = requireWaiting(id)
  if (isPaid(toolCall)) return runCall({ toolCall, contextId, taskId: id, asText: false }, context)
  const parts = [
    textPart(
      `${nameOf(toolCall)} needs a credential: send a message with this taskId and a data part {"operationId", "accessToken"}.`,
    ),
    dataPart({ next: { tool: 'sign_in', arguments: {} } }),
  ]
  return taskOf({ taskId: id, contextId }, { state: STATE.authRequired, parts })
}

function requireWaiting(id: unknown): Waiting {
  const waiting = typeof id === 'string' ? waitingOf(id) : undefined
  if (!waiting) throw new TaskNotFoundError(NOT_KEPT)
  return waiting
}

/** Logs any error that is not A2A's, and hides it from the client. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof A2AError) throw error
    logError('error', 'internal_error', error)
    throw new A2AError(INTERNAL)
  }
}

type Event = NonNullable<StreamResponse['payload']>

/** The task that the events of a stream lead to. Pieces of a text become one. */
async function toTask(events: AsyncIterable<Event>): Promise<Task> {
  let task: Task | undefined
  for await (const event of events) {
    if (event.$case === 'task') task = event.value
    else if (!task) throw new Error('a stream of a task begins with the task')
    else if (event.$case === 'statusUpdate') task.status = event.value.status
    else if (event.$case === 'artifactUpdate' && event.value.artifact) {
      const { artifact, append } = event.value
      const [last] = task.artifacts
      if (append && last) appendTo(last, artifact)
      else task.artifacts = [artifact]
    }
  }
  if (!task) throw new Error('a stream of a task has the task')
  return task
}

type Artifact = Task['artifacts'][number]

function appendTo({ parts: [first] }: Artifact, { parts: [more] }: Artifact): void {
  if (first?.content?.$case === 'text' && more?.content?.$case === 'text') first.content.value += more.content.value
}
