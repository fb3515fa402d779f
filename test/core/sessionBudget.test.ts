import { expect, test } from 'vitest'
import { sessionShardOf } from '../../shared/durable/sessions.ts'
import { accountOf, bearer, signIn } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const LIMIT = 50
const net = useNet(() =>
  startLocalnet({
    families: ['account'],
    variables: { LIMIT_MULTIPLIER: '1', LIMIT_ADMIN: String(LIMIT), LIMIT_WRITE: String(LIMIT) },
  }),
)

/** Rest of an address's budget, in the object of its sessions. */
async function left(name: string, address: `0x${string}`): Promise<unknown> {
  const shard = (await net.objects('SESSIONS')).getByName(await sessionShardOf(address))
  const key = `${name}:principal:${address.toLowerCase()}`
  const lease: unknown = Reflect.get(shard, 'lease')
  if (typeof lease !== 'function') throw new Error('the object leases nothing')
  const answer: unknown = await Reflect.apply(lease, shard, [{ key, limit: LIMIT, windowSeconds: 60, want: 0 }])
  return typeof answer === 'object' && answer !== null && 'remaining' in answer ? answer.remaining : undefined
}

const list = (token: string, requestId: string) =>
  fetch(`${net.api}/auth/sessions`, { headers: { ...bearer(token), 'x-request-id': requestId } })

test('one call finds a session and counts its request', async () => {
  const account = accountOf(net, 'voter')
  const { token } = await signIn(net.api, account)
  const answer = await list(token, 'session-budget-1')
  expect(answer.status).toBe(200)
  const limit = Number(answer.headers.get('x-ratelimit-limit'))
  await answer.arrayBuffer()
  const calls = net.storageCalls('session-budget-1').map(({ store, queries: [method] }) => `${store}.${method}`)
  // One call counts the client's address, and none else any budget.
  expect(calls.filter((one) => one.startsWith('LIMIT_COUNTER')).length).toBe(1)
  expect(calls.filter((one) => one === 'SESSIONS.get').length).toBe(1)
  expect(limit).toBeGreaterThan(0)
})

test('a session that is refused does not count against the budget of its address', async () => {
  const account = accountOf(net, 'bidder')
  const { token } = await signIn(net.api, account)
  const refused = await fetch(`${net.api}/admin/creator-access/requests`, { headers: bearer(token) })
  expect(refused.status).toBe(403)
  await refused.arrayBuffer()
  await expect.poll(() => left('admin', account.address)).toBe(LIMIT)
})
