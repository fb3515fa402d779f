import { getAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { CreatorAgents } from '../../../schema/agents/creators.ts'
import { encodeKeyset } from '../../../shared/store/openPage.ts'
import { dataOf, signIn, accountOf, toAnswer } from '../../account/support.ts'
import { receiptHeaders, sessionOf } from '../../build/support.ts'
import { startCreatorsNet } from './startCreatorsNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

/** Creators: the number, seconds, and whether they are listed. Two of them began in the same second. */
const CREATORS = [
  [1, 1000, true],
  [2, 2000, true],
  [3, 2000, true],
  [4, 3000, false],
  [5, 4000, true],
] as const
const addressOfCreator = (n: number) => getAddress(`0x${'ab'.repeat(19)}0${n}`)

const at = useNet(() => startCreatorsNet({ ADMIN_ADDRESSES: addressOf('admin') }))
const admin = prepared(() => sessionOf(at.net, 'admin'))
beforeEach(async () => {
  await at.forget()
  const database = await at.net.database()
  await database.batch(
    CREATORS.map(([n, time, listed]) => {
      const address = addressOfCreator(n).toLowerCase()
      return database
        .prepare("insert into creator_agents values (?, ?, 'smart-wallet', ?, ?, ?, ?, ?)")
        .bind(address, `profile-${n}`, `wallet-${n}`, address, listed ? 1 : 0, time, time)
    }),
  )
})

const ask = async (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${at.net.api}/v1/agents/creators?${new URLSearchParams(query)}`, { headers })
const list = async (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  toAnswer(await ask(query, headers))
const numbers = ({ agents }: { agents: readonly { creatorAddress: string }[] }) =>
  agents.map(({ creatorAddress }) => Number(creatorAddress.slice(-1)))

describe('happy', () => {
  it('lists those that are listed publicly, the newest first', async () => {
    const response = await ask()
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=300')
    const data = dataOf(await toAnswer(response), CreatorAgents)
    expect(numbers(data)).toEqual([5, 3, 2, 1])
    expect(data).toMatchObject({ count: 4, nextCursor: null })
    expect(data.agents[0]).toEqual({
      creatorAddress: addressOfCreator(5),
      msgnetAgentAddress: addressOfCreator(5),
      agentType: 'smart-wallet',
      smartWalletAddress: addressOfCreator(5),
      listedPublicly: true,
      createdAt: 4000,
    })
  })

  it.each([1, 2, 3, 4, 200])('in pages of %s shows each once, also those of the same second', async (limit) => {
    const seen: number[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const query: Record<string, string> = { limit: String(limit), ...(cursor ? { cursor } : {}) }
      const data: CreatorsPage = dataOf(await list(query), CreatorAgents)
      expect(data.count).toBe(data.agents.length)
      seen.push(...numbers(data))
      cursor = data.nextCursor
    }
    expect(seen).toEqual([5, 3, 2, 1])
  })
  type CreatorsPage = ReturnType<typeof CreatorAgents.parse>

  it('of one creator', async () => {
    const of = async (n: number) => numbers(dataOf(await list({ creatorAddress: addressOfCreator(n) }), CreatorAgents))
    expect(await of(2)).toEqual([2])
    expect(await of(4)).toEqual([])
    expect(await of(9)).toEqual([])
  })

  it('shows an administrator all of them', async () => {
    for (const listed of ['false', '0']) {
      const response = await ask({ listed }, admin)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('vary')).toMatch(/Authorization.*Cookie/i)
      expect(numbers(dataOf(await toAnswer(response), CreatorAgents))).toEqual([5, 4, 3, 2, 1])
    }
    expect(numbers(dataOf(await list({ listed: 'true' }, admin), CreatorAgents))).toEqual([5, 3, 2, 1])
  })
})

describe('error', () => {
  it.each([
    [{ limit: '201' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: 'x'.repeat(513) }, 'cursor'],
    [{ cursor: encodeKeyset('another list', [1, '0x']) }, 'cursor'],
    [{ cursor: encodeKeyset('creator agents', ['1', '0x']) }, 'cursor'],
    [{ cursor: Buffer.from('{"createdAt":1,"creatorAddress":"0x"}').toString('base64url') }, 'cursor'],
  ])('refuses %j', async (query, field) => {
    const answer = await list(query)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${field}: `) })
  })

  it('refuses a cursor of all agents for the public ones, and the other way round', async () => {
    const { nextCursor } = dataOf(await list({ limit: '1', listed: 'false' }, admin), CreatorAgents)
    expect(await list({ cursor: nextCursor ?? '' })).toMatchObject({ status: 400 })
    expect(numbers(dataOf(await list({ listed: 'false', cursor: nextCursor ?? '' }, admin), CreatorAgents))).toEqual([
      4, 3, 2, 1,
    ])
  })
})

describe('security', () => {
  it('hides agents that are not listed', async () => {
    expect(await list({ listed: 'false' })).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await list({ listed: '0' }, { authorization: 'Bearer x' })).toMatchObject({ status: 401 })
    expect(await list({ listed: 'false' }, await receiptHeaders(at.net))).toMatchObject({ status: 401 })
    const voter = await sessionOf(at.net, 'voter')
    const refused = await list({ listed: 'false' }, voter)
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
    expect(refused.headers.get('cache-control')).toBe('private, no-store')
  })

  it('counts a request for all of them once against the budget of its address', async () => {
    const remaining: number[] = []
    for (let n = 0; n < 3; n++) {
      const { headers } = await ask({ listed: 'false' }, { 'cf-connecting-ip': '192.0.2.7' })
      remaining.push(Number(headers.get('x-ratelimit-remaining')))
    }
    const [first = 0] = remaining
    expect(remaining).toEqual([first, first - 1, first - 2])
  })

  it('never serves what an administrator was shown to anybody else', async () => {
    for (let round = 0; round < 3; round++) {
      const [mine, theirs, publicly] = await Promise.all([
        list({ listed: 'false' }, admin),
        list({ listed: 'false' }),
        list({}),
      ])
      expect(mine.status).toBe(200)
      expect(theirs.status).toBe(401)
      expect(JSON.stringify(publicly.json)).not.toContain(addressOfCreator(4))
    }
    const etag = (await ask({ listed: 'false' }, admin)).headers.get('etag') ?? '*'
    expect((await ask({ listed: 'false' }, { 'if-none-match': etag })).status).toBe(401)
    expect((await fetch(`${at.net.api}/v1/agents/creators?listed=false`, { method: 'HEAD' })).status).toBe(401)
  })

  it('ignores credentials on public lists', async () => {
    for (const headers of [admin, { authorization: 'Bearer nonsense' }, { cookie: '__Host-session=x' }])
      expect(numbers(dataOf(await list({}, headers), CreatorAgents))).toEqual([5, 3, 2, 1])
  })

  it('takes the session of an administrator from its cookie too', async () => {
    const { cookie } = await signIn(at.net.api, accountOf(at.net, 'admin'))
    if (cookie !== '') expect((await ask({ listed: 'false' }, { cookie })).status).toBe(200)
  })

  it('takes nothing in a cursor for a part of the query', async () => {
    const cursor = encodeKeyset('creator agents', [9999, "0x' or 1=1 --"])
    expect(numbers(dataOf(await list({ cursor }), CreatorAgents))).toEqual([5, 3, 2, 1])
  })
})
