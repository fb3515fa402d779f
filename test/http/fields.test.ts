import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { requestsWith } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const BLOCK_MS = 10_000
const proxy = useRpcProxy()
const net = useNet(() =>
  startLocalnet({
    families: ['vetoken', 'gauge', 'token', 'account'],
    blockTimeMs: BLOCK_MS,
    followsBlocks: false,
    nodeUrl: proxy.nodeUrl,
  }),
)

const at = (family: string, path: string) => `${net.sockets[family]}${path}`
const voter = addressOf('voter')
const lockOf = (query: string) => at('vetoken', `/v1/vetoken/user/${voter}${query}`)
const stranger = `0x${'9e'.repeat(20)}`

async function read(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  const body = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, headers: answer.headers, ...body }
}

describe('fields of a read', () => {
  let whole: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    whole = await read(lockOf(''))
  })

  test('leave success and asOf, and of the data what the paths name', async () => {
    const { votingPower, asOf, lock } = whole.data
    const { status, success, data } = await read(lockOf('?fields=lock.end,votingPower,lock.amount'))
    expect([status, success]).toEqual([200, true])
    expect(data).toEqual({ asOf, votingPower, lock: { amount: lock.amount, end: lock.end } })
  })

  test('go through lists to each item, and a list without items or an absent part stays', async () => {
    const votes = await read(at('gauge', `/v1/gauge/user/${voter}?fields=votes.vault`))
    expect(votes.data.votes.length).toBeGreaterThan(0)
    for (const vote of votes.data.votes) expect(Object.keys(vote)).toEqual(['vault'])
    const none = await read(at('gauge', `/v1/gauge/user/${stranger}?fields=votes.vault`))
    expect(none.data.votes).toEqual([])
    const noLock = await read(at('vetoken', `/v1/vetoken/user/${stranger}?fields=lock.lockedToken,utility.ve33`))
    expect(noLock.data.lock).toEqual({ lockedToken: null })
  })

  test('are cut from one answer: no further choice of fields costs a request to a node', async () => {
    const user = `0x${'5c'.repeat(20)}`
    const blocks = new Set<string>()
    for (const query of ['?fields=lock', '?fields=lock.end', '?fields=votingPower,lock', ''])
      blocks.add((await read(at('vetoken', `/v1/vetoken/user/${user}${query}`))).data.asOf.blockNumber)
    expect(blocks.size).toBe(1)
    expect(requestsWith(proxy, user)).toBe(1)
  })

  test('have an ETag of their own, which is one for every spelling of them', async () => {
    const one = await read(lockOf('?fields=lock.end,votingPower'))
    const other = await read(lockOf('?fields=votingPower%2Clock.end,lock.end'))
    const tags = [whole, one, await read(lockOf('?fields=votingPower'))].map(({ headers }) => headers.get('etag'))
    expect(new Set(tags).size).toBe(3)
    expect(other.headers.get('etag')).toBe(tags[1])
    const known = { 'if-none-match': tags[1] ?? '' }
    expect((await read(lockOf('?fields=lock.end,votingPower'), known)).status).toBe(304)
    expect((await read(lockOf('?fields=votingPower'), known)).status).toBe(200)
    for (const name of ['cache-control', 'content-type']) expect(one.headers.get(name)).toBe(whole.headers.get(name))
  })

  test('are cut from the last good answer, too, which says that it is stale', async () => {
    proxy.mode = 'drop'
    await net.changeTime('vetoken', { aheadMs: 2 * BLOCK_MS })
    const { headers, data } = await read(lockOf('?fields=lock.end'))
    expect(headers.get('x-stale')).toMatch(/^\d+$/)
    expect(data).toEqual({ asOf: { ...whole.data.asOf, source: 'stale' }, lock: { end: whole.data.lock.end } })
    await net.changeTime('vetoken', { aheadMs: 0 })
    proxy.mode = 'pass'
  })

  test('are known to a read that nobody may store', async () => {
    const { headers, data } = await read(at('account', '/auth/nonce?fields=domain'))
    expect(Object.keys(data)).toEqual(['domain'])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('are no unknown parameter, however strict the caller is', async () => {
    const { status, headers } = await read(lockOf('?fields=lock'), { prefer: 'handling=strict' })
    expect([status, headers.get('x-unknown-parameters')]).toEqual([200, null])
  })
})

describe('fields that a read refuses', () => {
  test.each([
    ['lock.amuont', 'lock.amuont is not a field of lock; did you mean lock.amount?'],
    ['votingpower', 'votingpower is not a field of the answer; did you mean votingPower?'],
    ['votingPower.value', 'votingPower.value does not exist: votingPower has no fields of its own'],
    ['lock.zzzzzzzz', /^lock\.zzzzzzzz is not a field of lock; the fields are amount, start, end, lockedToken, \w+$/],
    ['data.lock', 'data: paths begin within data; leave it out'],
    ['', / is not a field of the answer/],
    ['lock,', / is not a field of the answer/],
    ['lock&fields=utility', 'must be given only once'],
  ])('%s', async (fields, problem) => {
    const { status, headers, error } = await read(lockOf(`?fields=${fields}`))
    expect([status, headers.get('x-error-code'), headers.get('cache-control')]).toEqual([
      400,
      'invalid_request',
      'no-store',
    ])
    const [, detail = ''] = /^invalid_request: fields: (.*)$/s.exec(error) ?? []
    expect(detail).toMatch(problem)
  })

  test.each(['/metadata', '/image', '/tokenlist'])('all of them, as %s has no envelope', async (path) => {
    const url = at('token', `/v1/token/${net.world.contracts.shareToken}${path}`)
    const { status, error } = await read(`${url}?fields=name`)
    expect(status).toBe(400)
    expect(error).toMatch(/^invalid_request: fields: this operation answers with a whole document or file/)
  })

  test('security: names of prototypes, deep paths and very many paths are refused before anything is read', async () => {
    const refused = async (fields: string) => {
      const { status, error } = await read(at('vetoken', `/v1/vetoken/user/0x${'7a'.repeat(20)}?fields=${fields}`))
      expect(error.length).toBeLessThan(700)
      return status
    }
    for (const name of [
      '__proto__',
      '__proto__.polluted',
      'constructor',
      'constructor.prototype',
      'lock.__proto__',
      'lock.toString',
    ])
      expect(await refused(name)).toBe(400)
    expect(await refused('a.'.repeat(1900))).toBe(400)
    expect(await refused(`lock${'.end'.repeat(40)}`)).toBe(400)
    const many = Array.from({ length: 10_000 }, (_, i) => i.toString(36))
    expect(await refused(many.slice(0, 1000).join(','))).toBe(400)
    expect(await refused(many.join(','))).toBe(414)
    expect(await refused('%00%ff%E2%80%AE')).toBe(400)
    expect(requestsWith(proxy, '7a'.repeat(20))).toBe(0)
  })
})
