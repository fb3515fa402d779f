import { once } from 'node:events'
import type { StreamResponse } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { begin, sendChunk } from '../../../localnet/model/startModel.ts'
import { held } from '../../agents/messages/assistant/startStreamNet.ts'
import { data, errorOf, eventsOf, message, send, startA2aNet, stateOf, text, textOf, valueOf } from './startA2aNet.ts'
import { useNet } from '../../support/useNet.ts'

let client: Client
let as: { serviceParameters: Record<string, string> }
const net = useNet(() => startA2aNet())
beforeAll(async () => {
  client = await net.client()
  as = { serviceParameters: net.headers }
})
afterEach(() => {
  net.model.respond = undefined
})

const QUESTION = 'Which epoch of gauge voting is it?'
const [WORKING, COMPLETED, FAILED] = [2, 3, 4]

const summary = ({ payload }: StreamResponse): string => {
  if (payload?.$case === 'task') return `task ${payload.value.status?.state}`
  if (payload?.$case === 'statusUpdate') return `status ${payload.value.status?.state}`
  return payload?.$case === 'artifactUpdate' ? `artifact${payload.value.append ? '+' : ''}` : 'other'
}
const piecesOf = (events: readonly StreamResponse[]): string =>
  events
    .map(({ payload }) => {
      const content = payload?.$case === 'artifactUpdate' ? payload.value.artifact?.parts[0]?.content : undefined
      return content?.$case === 'text' ? content.value : ''
    })
    .join('')

describe('plain text of a caller with a session', () => {
  test('is answered by the assistant, as a task', async () => {
    const task = await send(client, QUESTION, {}, as)
    expect(stateOf(task)).toBe(COMPLETED)
    expect(String(valueOf(task))).toMatch(/^getGaugeEpoch says: \{/)
    expect(task.artifacts[0]).toMatchObject({ name: 'streamAgent', metadata: { untrusted: true } })
  })

  test('is streamed: the task, the reads, the answer in pieces, the end', async () => {
    const events = await eventsOf(client.sendMessageStream(message([text(QUESTION)]), as))
    const [first, second, third, fourth] = events.map(summary)
    expect([first, second, third, fourth]).toEqual([`task ${WORKING}`, `status ${WORKING}`, 'artifact', 'artifact+'])
    expect(events.map(summary).at(-1)).toBe(`status ${COMPLETED}`)
    expect(piecesOf(events)).toMatch(/^getGaugeEpoch says: \{/)
    const ids = events.map(({ payload }) =>
      payload?.$case === 'task' ? payload.value.id : payload?.$case === 'message' ? '' : payload?.value.taskId,
    )
    expect(new Set(ids).size).toBe(1)
    const answer = await fetch(`${net.host}/a2a`, {
      method: 'POST',
      headers: { ...net.headers, 'a2a-version': '1.0' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'my-id',
        method: 'SendStreamingMessage',
        params: { message: { role: 'ROLE_USER', messageId: 'm', parts: [{ text: QUESTION }] } },
      }),
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await answer.text()).toMatch(/^data: \{"jsonrpc":"2.0","id":"my-id","result":\{"task":/)
  })

  test('is answered for a token in a data part beside the text', async () => {
    const accessToken = net.headers['authorization']?.replace('Bearer ', '')
    const task = await client.sendMessage(message([text(QUESTION), data({ accessToken })]))
    expect(JSON.stringify(task)).toContain('getGaugeEpoch says')
  })
})

describe('errors', () => {
  test('search answers an invalid credential', async () => {
    const wrong = { serviceParameters: { authorization: `Bearer ${'0'.repeat(66)}` } }
    const task = await send(client, QUESTION, {}, wrong)
    expect(stateOf(task)).toBe(COMPLETED)
    expect(textOf(task)).toContain('may answer it')
  })

  test('an invalid token is a failed task, streamed or not', async () => {
    const wrong = message([text(QUESTION), data({ accessToken: 7 })])
    const [event, ...others] = await eventsOf(client.sendMessageStream(wrong))
    if (event?.payload?.$case !== 'task') throw new Error('no task')
    expect([errorOf(event.payload.value).code, others]).toEqual(['invalid_request', []])
    expect(JSON.stringify(await client.sendMessage(wrong))).toContain('accessToken: ')
  })

  test('a text that is too long for the assistant is a failed task', async () => {
    const task = await send(client, 'x'.repeat(4001), {}, as)
    expect([stateOf(task), errorOf(task).code]).toEqual([FAILED, 'invalid_request'])
  })

  test('a model that fails in between ends the task with its error', async () => {
    net.model.respond = (response) => {
      begin(response)
      sendChunk(response, { content: 'It is ' })
      response.destroy()
    }
    const events = await eventsOf(client.sendMessageStream(message([text(QUESTION)]), as))
    expect(events.map(summary).at(-1)).toBe(`status ${FAILED}`)
    const task = await send(client, QUESTION, {}, as)
    expect([stateOf(task), errorOf(task).code]).toEqual([FAILED, 'llm_failed'])
  })

  test('a client that goes away ends the answer of the model', async () => {
    const pending = held(net.model)
    const stop = new AbortController()
    const stream = client.sendMessageStream(message([text(QUESTION)]), { ...as, signal: stop.signal })
    expect((await stream.next()).done).toBe(false)
    const response = await pending
    const closed = once(response, 'close')
    begin(response)
    sendChunk(response, { content: 'It is ' })
    expect((await stream.next()).done).toBe(false)
    stop.abort()
    await closed
    await expect(stream.next()).rejects.toThrow()
  })
})
