import { beforeAll, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { RegisteredAgents } from '../../../schema/agents/list.ts'
import { envelope } from '../../../schema/common.ts'
import { useNet } from '../../support/useNet.ts'
import { startAgentsNet } from '../support.ts'

const net = useNet(() => startAgentsNet())
const ask = (query = '') => fetch(`${net.net.sockets['agents']}/v1/agents?${query}`)
async function list(query = ''): Promise<z.output<typeof RegisteredAgents>> {
  const answer = await ask(query)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return envelope(RegisteredAgents).parse(await answer.json()).data
}
const names = ({ agents }: z.output<typeof RegisteredAgents>) => agents.map(({ name }) => name)
const head = async () => Number((await net.chain.latest()).number)
const register = (uri: string) => net.chain.send('stranger', net.identity, 'register', [uri])
const fileOf = (file: object) => `data:application/json,${encodeURIComponent(JSON.stringify(file))}`

beforeAll(() => vi.waitFor(async () => expect(names(await list())).toContain('Harbour'), 45_000))

test('lists registered agents, newest first, each with its owner and the name in its file', async () => {
  const { agents, identityRegistry, asOf } = await list()
  expect([identityRegistry, asOf.source]).toEqual([net.contracts.identityRegistry, 'index'])
  const ids = agents.map(({ agentId }) => Number(agentId))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(agents.find(({ agentId }) => agentId === 0)).toMatchObject({ name: 'Lantern', owner: addressOf('agent') })
  expect(agents.find(({ agentId }) => agentId === 1)).toMatchObject({ name: 'Harbour' })
})

test('finds an agent by its id, owner and name, however the name is spelled', async () => {
  expect(names(await list('agentId=1'))).toEqual(['Harbour'])
  expect(names(await list('name=harb0ur'))).toEqual(['Harbour'])
  expect(names(await list('name=nobody'))).toEqual([])
  expect(names(await list(`owner=${addressOf('agent')}&name=Lantern`))).toEqual(['Lantern'])
  expect(names(await list(`owner=${addressOf('bidder')}&name=Lantern`))).toEqual([])
  expect((await list('agentId=999999')).agents).toEqual([])
})

test('pages through the same list, and refuses a cursor of other filters', async () => {
  const whole = (await list()).agents.map(({ agentId }) => agentId)
  const first = await list('limit=1')
  const second = await list(`limit=1&cursor=${first.nextCursor}`)
  expect([...first.agents, ...second.agents].map(({ agentId }) => agentId)).toEqual(whole.slice(0, 2))
  const refused = await ask(`name=Harbour&cursor=${first.nextCursor}`)
  expect(refused.status).toBe(400)
})

test('shows only the name in the newest file, and none for a file that it did not read', async () => {
  await register(fileOf({ name: 'First name' }))
  const at = await head()
  await vi.waitFor(async () => expect(names(await list(`minBlock=${at}`))).toContain('First name'), 45_000)
  const [{ agentId } = { agentId: 0 }] = (await list('name=First name')).agents
  await net.chain.send('stranger', net.identity, 'setAgentURI', [agentId, 'https://agent.example/file.json'])
  const { agents } = await list(`agentId=${agentId}&minBlock=${await head()}`)
  expect(agents).toMatchObject([{ name: null, owner: addressOf('stranger') }])
  expect((await list('name=First name')).agents).toEqual([])
})

test.each([
  ['a file that is not JSON', 'data:application/json,{'],
  ['a file without a name', fileOf({ description: 'x' })],
  ['a file whose name is an object', fileOf({ name: { toString: 1 } })],
  ['a file of more bytes than are read', fileOf({ name: 'Long', image: 'x'.repeat(20_000) })],
])('lists an agent with %s, without a name', async (_, uri) => {
  await register(uri)
  const { agents } = await list(`limit=1&minBlock=${await head()}`)
  expect(agents).toMatchObject([{ name: null, owner: addressOf('stranger') }])
})

test('a name is plain text without invisible characters', async () => {
  await register(fileOf({ name: 'Har\u200bbour\u202e' }))
  const at = await head()
  await vi.waitFor(
    async () => expect(names(await list(`name=harbour&minBlock=${at}`))).toEqual(['Harbour', 'Harbour']),
    45_000,
  )
})

test('answers 503 to a search by name while a file is unread, not an empty list', async () => {
  const d1 = await net.net.database()
  net.proxy.mode = 'drop'
  const newest = `(select block_number, log_index from agent_files order by 1 desc, 2 desc limit 1)`
  await d1.prepare(`delete from agent_files where (block_number, log_index) = ${newest}`).run()
  const answer = await ask('name=nobody at all')
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('log_index_unavailable')])
  net.proxy.reset()
  await register('https://agent.example/other.json')
  await vi.waitFor(async () => expect(names(await list('name=nobody at all'))).toEqual([]), 45_000)
})
