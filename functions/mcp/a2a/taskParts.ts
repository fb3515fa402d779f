import type { Message, Part, Task } from '@a2a-js/sdk'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod'
import { parseJson } from '../../../shared/text/json.ts'
import { takesCredential, type ToolCall, withoutCredentials } from './ToolCall.ts'

/** States of tasks, by number as the messages of A2A have them (A2A 1.0, section 4.1.3). */
export const STATE = {
  working: 2,
  completed: 3,
  failed: 4,
  inputRequired: 6,
  authRequired: 8,
} as const
export type State = (typeof STATE)[keyof typeof STATE]

/** Roles of messages (section 4.1.5). */
export const ROLE = { user: 1, agent: 2 } as const

type Metadata = Readonly<Record<string, unknown>>

export const textPart = (text: string): Part => part({ $case: 'text', value: text }, 'text/plain')
export const dataPart = (data: unknown): Part => part({ $case: 'data', value: data }, 'application/json')

const part = (content: NonNullable<Part['content']>, mediaType: string): Part => ({
  content,
  mediaType,
  filename: '',
  metadata: undefined,
})

export interface TaskRef {
  readonly taskId: string
  readonly contextId: string
}

export interface StatusUpdate {
  readonly state: State
  readonly parts: readonly Part[]
  readonly metadata?: Metadata | undefined
  /** Extensions of A2A whose keys the metadata has. */
  readonly extensions?: readonly string[]
}

export function statusOf({ taskId, contextId }: TaskRef, { state, parts, metadata, extensions = [] }: StatusUpdate) {
  const message: Message = {
    messageId: crypto.randomUUID(),
    taskId,
    contextId,
    role: ROLE.agent,
    parts: [...parts],
    metadata: metadata && { ...metadata },
    extensions: [...extensions],
    referenceTaskIds: [],
  }
  return { state, message, timestamp: new Date().toISOString() }
}

export const artifactOf = (name: string, parts: readonly Part[], metadata?: Metadata): Task['artifacts'][number] => ({
  artifactId: 'result',
  name,
  description: '',
  parts: [...parts],
  metadata: metadata && { ...metadata },
  extensions: [],
})

/** A task as it is answered. It has no history: the client has its messages, which may hold credentials. */
export const taskOf = (ref: TaskRef, update: StatusUpdate, artifacts: Task['artifacts'] = []): Task => ({
  id: ref.taskId,
  contextId: ref.contextId,
  status: statusOf(ref, update),
  artifacts,
  history: [],
  metadata: undefined,
})

/** A task that waits for its client, who may continue it with a credential or a payment. */
export interface Waiting {
  readonly contextId: string
  readonly toolCall: ToolCall
}

const PREFIX = 'waiting.'
const MOST_CHARACTERS = 8192

const Content = z.tuple([z.string(), z.string(), z.record(z.string(), z.unknown())])

/**
 * The id of a task that waits. It holds the call without its credentials, so that nothing is stored for the task, and it grants
 * nothing: a stranger with the id can make the same call with credentials of their own. undefined if the call is too long for an id.
 */
export function idOfWaiting({ contextId, toolCall }: Waiting): string | undefined {
  const content: z.output<typeof Content> = [contextId, toolCall.tool, withoutCredentials(toolCall.args)]
  const id = PREFIX + base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(content)))
  return id.length > MOST_CHARACTERS ? undefined : id
}

/** The call in the id of a task that waits; undefined for any other id. */
export function waitingOf(id: string): Waiting | undefined {
  if (!id.startsWith(PREFIX) || id.length > MOST_CHARACTERS) return undefined
  try {
    const [contextId, tool, args] = Content.parse(parseJson(base64urlnopad.decode(id.slice(PREFIX.length))))
    const toolCall = { tool, args: withoutCredentials(args) }
    return takesCredential(toolCall) ? { contextId, toolCall } : undefined
  } catch {
    return undefined
  }
}
