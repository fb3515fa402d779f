import { beforeEach, expect, test } from 'vitest'
import { Problem } from '../../schema/problem.ts'
import { startRead } from './startRead.ts'

let read: ReturnType<typeof startRead>
beforeEach(() => {
  read = startRead()
})
const send = (query: string, headers: Record<string, string> = {}, method = 'GET') => read.send(headers, method, query)
const strict = { prefer: 'handling=strict' }
const outcome = ({ status, headers }: Response) => [status, headers.get('x-unknown-parameters'), headers.get('vary')]

test('unknown parameters are named on every answer to their URL, warm or cold, and on no other', async () => {
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

test('a strict caller is refused by a URL that is answered for others, before and after', async () => {
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

test('a request that is wrong otherwise names them too', async () => {
  expect(outcome(await send('?size=3&siz=1'))).toEqual([400, 'siz; did-you-mean=size', 'Prefer, Accept'])
})
