import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Problem } from '../../schema/problem.ts'
import { configureLog } from '../../shared/log/log.ts'
import { startRead } from './startRead.ts'

/** Headers of an answer that was made for its request. */
const TIMES = ['server-timing', 'timing-allow-origin']

/** The parts of an answer that equal answers share. */
async function partsOf(response: Response) {
  const own = ['x-request-id', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset', ...TIMES]
  const headers = [...response.headers].filter(([name]) => !own.includes(name))
  return { status: response.status, headers, text: await response.text() }
}

beforeEach(() => configureLog({ level: 'off', write: () => undefined }))
afterEach(() => configureLog({ level: 'warn', write: (level, line) => console[level](line) }))

describe('a read from the memory of the isolate', () => {
  it('equals the first answer, at any log level', async () => {
    const { send, handled } = startRead()
    const first = await partsOf(await send())
    expect(await partsOf(await send())).toEqual(first)
    for (const [headers, method] of [
      [{}, 'GET'],
      [{ 'if-none-match': '*' }, 'GET'],
      [{}, 'HEAD'],
      [{ 'x-request-id': 'an-id-of-the-caller' }, 'GET'],
    ] as const) {
      const warm = await send(headers, method)
      configureLog({ level: 'debug' })
      const logged = await send(headers, method)
      configureLog({ level: 'off' })
      expect(await partsOf(warm)).toEqual(await partsOf(logged))
    }
    expect(handled()).toBe(1)
  })

  it('has its own id, or that of its caller, and nothing of an earlier one', async () => {
    const { send } = startRead()
    const ids = []
    for (const id of [undefined, 'first-caller', 'second-caller', undefined, 'no'])
      ids.push((await send(id === undefined ? {} : { 'x-request-id': id })).headers.get('x-request-id'))
    expect(ids.slice(1, 3)).toEqual(['first-caller', 'second-caller'])
    expect(new Set(ids).size).toBe(5)
    expect(ids).not.toContain('no')
  })

  it('counts against the budget of its address, and states it', async () => {
    const { send } = startRead(8)
    const remaining = async (ip: string) =>
      Number((await send({ 'cf-connecting-ip': ip })).headers.get('x-ratelimit-remaining'))
    expect(await remaining('192.0.2.1')).toBe(7)
    expect(await remaining('192.0.2.1')).toBe(6)
    expect(await remaining('192.0.2.2')).toBe(7)
    expect(await remaining('192.0.2.1')).toBe(5)
    expect((await send({ 'cf-connecting-ip': '192.0.2.2' })).headers.get('ratelimit')).toMatch(/^"read";r=6;t=\d+$/)
  })

  it('security: is refused when the budget is used up, to its address alone', async () => {
    const { send } = startRead(8)
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push((await send({ 'cf-connecting-ip': '192.0.2.1' })).status)
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429])
    expect((await send({ 'cf-connecting-ip': '192.0.2.2' })).status).toBe(200)
  })

  it('is read again for a block that it may not have reached', async () => {
    const { send, handled } = startRead()
    await send({}, 'GET', '?minBlock=10')
    await send({}, 'GET', '?minBlock=10')
    expect((await send({}, 'GET', '?minBlock=11')).status).toBe(503)
    expect(handled()).toBe(2)
  })
})

describe('unknown parameters', () => {
  let read: ReturnType<typeof startRead>
  beforeEach(() => {
    read = startRead()
  })
  const send = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    read.send(headers, method, query)
  const strict = { prefer: 'handling=strict' }
  const outcome = ({ status, headers }: Response) => [status, headers.get('x-unknown-parameters'), headers.get('vary')]

  it('are named on every answer to their URL, from memory or not, and on no other', async () => {
    for (let i = 0; i < 3; i++) {
      expect(outcome(await send('?minBlok=1'))).toEqual([200, 'minBlok; did-you-mean=minBlock', 'Prefer'])
      expect(outcome(await send(''))).toEqual([200, null, null])
      expect(outcome(await send('?sise=1&size=1'))).toEqual([200, 'sise; did-you-mean=size', 'Prefer'])
      expect(outcome(await send('?size=1', strict))).toEqual([200, null, null])
    }
    expect(read.handled()).toBe(2)
    const etag = (await send('')).headers.get('etag') ?? ''
    expect(outcome(await send('?x=1', { 'if-none-match': etag }))).toEqual([304, 'x', 'Prefer'])
    expect(outcome(await send('?x=1', {}, 'HEAD'))).toEqual([200, 'x', 'Prefer'])
  })

  it('are refused to a strict caller by a URL that is answered for others, before and after', async () => {
    for (let i = 0; i < 2; i++) {
      const refused = await send('?x=1', { ...strict, accept: 'application/problem+json' })
      expect(outcome(refused)).toEqual([400, 'x', 'Prefer, Accept'])
      expect(refused.headers.get('preference-applied')).toBe('handling=strict')
      expect(Problem.parse(await refused.json())).toMatchObject({
        code: 'invalid_request',
        fields: [{ pointer: '#/query/x' }],
      })
      expect(outcome(await send('?x=1'))).toEqual([200, 'x', 'Prefer'])
    }
    expect(read.handled()).toBe(1)
  })

  it('are named on a request with another fault too', async () => {
    expect(outcome(await send('?size=3&siz=1'))).toEqual([400, 'siz; did-you-mean=size', 'Prefer, Accept'])
  })
})
