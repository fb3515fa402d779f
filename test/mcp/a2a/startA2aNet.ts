import { type Client, ClientFactory, type RequestOptions } from '@a2a-js/sdk/client'
import type { Message, Part, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import * as z from 'zod'
import { startModel } from '../../../localnet/model/startModel.ts'
import { startReviewNet } from '../../agents/review/startReviewNet.ts'

/** The families that the tests of A2A ask, behind the gateway; a language model, and a facilitator of payments. */
export async function startA2aNet() {
  const model = await startModel()
  const net = await startReviewNet({
    families: ['account', 'agents', 'build', 'context', 'gauge', 'mcp', 'site', 'social', 'vault', 'vetoken'],
    variables: model.variables,
  })
  return {
    ...net,
    model,
    /** The published client, as it comes, from the URL of the host alone. */
    client: (): Promise<Client> => new ClientFactory().createFromUrl(net.host),
    async stop() {
      await net.stop()
      await model.stop()
    },
  }
}
export type A2aNet = Awaited<ReturnType<typeof startA2aNet>>

export const data = (value: unknown): Part => partOf({ $case: 'data', value })
export const text = (value: string): Part => partOf({ $case: 'text', value })
const partOf = (content: NonNullable<Part['content']>): Part => ({
  content,
  metadata: undefined,
  filename: '',
  mediaType: '',
})

/** A message of a client. */
export const message = (parts: readonly Part[], more: Partial<Message> = {}): SendMessageRequest => ({
  tenant: '',
  message: {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: 1,
    parts: [...parts],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: undefined,
  metadata: undefined,
})

/** Sends a message, whose answer is a task. */
export async function send(
  client: Client,
  what: object | string,
  more: Partial<Message> = {},
  options?: RequestOptions,
): Promise<Task> {
  const part = typeof what === 'string' ? text(what) : data(what)
  const answer = await client.sendMessage(message([part], more), options)
  if (!('status' in answer)) throw new Error('the answer is no task')
  return answer
}

/** The value of a task's artifact. */
export const valueOf = (task: Task): unknown => {
  const content = task.artifacts[0]?.parts[0]?.content
  if (content === undefined) throw new Error(`no artifact: ${textOf(task)}`)
  return content.value
}

export const textOf = ({ status }: Task): string =>
  (status?.message?.parts ?? []).map(({ content }) => (content?.$case === 'text' ? content.value : '')).join(' ')

const Failed = z.object({ error: z.looseObject({ code: z.string(), next: z.looseObject({ tool: z.string() }) }) })

/** The error that a task says. */
export const errorOf = ({ status }: Task) =>
  Failed.parse(status?.message?.parts.find(({ content }) => content?.$case === 'data')?.content?.value).error

export const stateOf = ({ status }: Task): number | undefined => status?.state

/** JSON-RPC by hand, for what the client would not send. */
export async function rpc(host: string, body: unknown, headers: Record<string, string> = { 'a2a-version': '1.0' }) {
  const answer = await fetch(`${host}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const parsed = z
    .looseObject({
      id: z.union([z.string(), z.number(), z.null()]).optional(),
      result: z.unknown().optional(),
      error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
    })
    .safeParse(await answer.json().catch(() => ({})))
  return { status: answer.status, headers: answer.headers, ...parsed.data }
}

export async function eventsOf(stream: AsyncIterable<StreamResponse>): Promise<StreamResponse[]> {
  const events: StreamResponse[] = []
  for await (const event of stream) events.push(event)
  return events
}
