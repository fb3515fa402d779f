import type { Message, Part, Task } from '@a2a-js/sdk'

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

/** Which task a status is of. */
export interface Place {
  readonly taskId: string
  readonly contextId: string
}

/** What a status says. */
export interface Said {
  readonly state: State
  readonly parts: readonly Part[]
  readonly metadata?: Metadata | undefined
  /** Extensions of A2A whose keys the metadata has. */
  readonly extensions?: readonly string[]
}

export function statusOf({ taskId, contextId }: Place, { state, parts, metadata, extensions = [] }: Said) {
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
export const taskOf = (place: Place, said: Said, artifacts: Task['artifacts'] = []): Task => ({
  id: place.taskId,
  contextId: place.contextId,
  status: statusOf(place, said),
  artifacts,
  history: [],
  metadata: undefined,
})
