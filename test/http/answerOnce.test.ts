import { signRequest } from '@slicekit/erc8128'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ImageProjectSummary } from '../../schema/image/answers.ts'
import { accountOf, type Answer, bearer, dataOf, receiptOf, signIn, toAnswer } from '../account/support.ts'
import { startImageNet } from '../image/startImageNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startImageNet('idempotency'))

type Headers = Record<string, string>
const Projects = z.object({ projects: z.array(ImageProjectSummary) })

const create = (headers: Headers, key: string, body: object = { name: 'Aurora' }): Promise<Answer> =>
  net.post('projects/create', body, { ...headers, 'idempotency-key': key })
const projectsOf = async (headers: Headers) => dataOf(await net.get('projects', headers), Projects).projects
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true'
const idOf = (answer: Answer): string => dataOf(answer, ImageProjectSummary).projectId

describe('a write with an Idempotency-Key', () => {
  test('is done once, and answered the same: quoted or bare, however its body is written', async () => {
    const headers = await net.enter()
    const first = await create(headers, '"k"')
    const again = await Promise.all([
      create(headers, '"k"'),
      create(headers, 'k', { name: 'Aurora', requestId: undefined }),
    ])
    expect([isReplay(first), ...again.map(isReplay)]).toEqual([false, true, true])
    for (const one of again) expect([one.status, one.json]).toEqual([200, first.json])
    expect(await projectsOf(headers)).toHaveLength(1)
    // A key is of one operation.
    expect(
      isReplay(await net.post('projects/delete', { projectId: idOf(first) }, { ...headers, 'idempotency-key': 'k' })),
    ).toBe(false)
  })

  test('is 422 with another body, under way or done, and runs again without the key', async () => {
    const headers = await net.enter()
    await create(headers, 'k')
    const other = await create(headers, 'k', { name: 'Borealis' })
    expect([other.status, other.code]).toEqual([422, 'idempotency_key_reused'])
    await net.post('projects/create', { name: 'Aurora' }, headers)
    expect(await projectsOf(headers)).toHaveLength(2)
  })

  test('runs once if several come at once; the others wait, or have its answer', async () => {
    const headers = await net.enter()
    const all = await Promise.all(Array.from({ length: 20 }, () => create(headers, 'k')))
    const done = all.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(idOf)).size).toBe(1)
    for (const one of all.filter((answer) => !done.includes(answer)))
      expect([one.status, one.code, one.headers.get('retry-after')]).toEqual([409, 'idempotency_in_flight', '1'])
    expect(idOf(await create(headers, 'k'))).toBe(idOf(done[0] ?? all[0] ?? (await create(headers, 'k'))))
    expect(await projectsOf(headers)).toHaveLength(1)
  })

  test('that fails is not kept: its key is free', async () => {
    const headers = await net.enter()
    const projectId = '3f0f4f0e-6f5d-4c8e-9d3a-2b8f0a6f7c11'
    const remove = (id: string) =>
      net.post('projects/delete', { projectId: id }, { ...headers, 'idempotency-key': 'k' })
    for (let i = 0; i < 2; i++) expect((await remove(projectId)).code).toBe('image_project_not_found')
    expect((await remove((await net.begin(headers)).projectId)).status).toBe(200)
  })

  test('is kept for 24 hours', async () => {
    const headers = await net.enter()
    const first = await create(headers, 'k')
    await net.time({ aheadMs: 86_399_000 - 60_000 })
    expect(isReplay(await create(headers, 'k'))).toBe(true)
    await net.time({ aheadMs: 86_400_000 })
    const next = await create(headers, 'k', { name: 'Borealis' })
    await net.time({ aheadMs: 0 })
    expect([isReplay(next), idOf(next) === idOf(first)]).toEqual([false, false])
  })

  test('is refused if its key is not valid', async () => {
    const refused = await create(await net.enter(), 'a b')
    expect([refused.status, refused.code]).toEqual([400, 'invalid_request'])
  })

  test('stores neither the key nor what was sent, and its answer for its owner alone', async () => {
    const headers = await net.enter()
    await create(headers, 'not-stored', { name: 'Aurora', requestId: 'a secret of the caller' })
    const { results } = await net.d1.prepare('select * from idempotency_keys').all()
    expect(JSON.stringify(results)).not.toMatch(/not-stored|a secret/)
  })
})

describe('a key', () => {
  test('of one is nothing to another: neither its answer, nor that it was used', async () => {
    const [ada, eve] = [await net.enter(), await net.enter()]
    const first = await create(ada, 'shared')
    const other = await create(eve, 'shared', { name: 'Borealis' })
    expect([other.status, isReplay(other)]).toEqual([200, false])
    expect(idOf(other)).not.toBe(idOf(first))
  })

  test('of an agent is not that of a session of the same wallet; each is its own to repeat', async () => {
    const account = accountOf(net, 'agent')
    const session = bearer((await signIn(net.api, account)).token)
    const { receipt } = await receiptOf(net.api, 0, account)
    const asAgent = async () => {
      const request = new Request(`${net.root}/image/projects/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-siwa-receipt': receipt, 'idempotency-key': 'mine' },
        body: JSON.stringify({ name: 'Aurora' }),
      })
      const signer = {
        chainId: net.world.chainId,
        address: account.address,
        signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
      }
      return toAnswer(await fetch(await signRequest(request, signer, { components: ['x-siwa-receipt'] })))
    }
    const [first, own, again] = [await asAgent(), await create(session, 'mine'), await asAgent()]
    expect([first, own, again].map(isReplay)).toEqual([false, false, true])
    expect(idOf(again)).toBe(idOf(first))
    expect(idOf(own)).not.toBe(idOf(first))
  })
})
