import { expect, test } from 'vitest'
import { requestsWith } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { soak } from '../support/soak.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
let turn = 0

const net = useNet(() =>
  startLocalnet({
    families: ['vetoken'],
    inWorkerd: true,
    // On a busy machine, a request may come when the reading is over: it finds the answer.
    blockTimeMs: 3_600_000,
    nodeUrl: proxy.nodeUrl,
  }),
)

/** A user that no request has named. */
const nextUser = () => (++turn).toString(16).padStart(40, 'c01d')
const coldUrl = (user = nextUser()) => `${net.sockets['vetoken']}/v1/vetoken/user/0x${user}`
/** Requests that ask about a user: core's job reads the chain as well. */
const readsOf = (target: string) => requestsWith(proxy, target.slice(-40))

test('200 identical concurrent cold reads cost the upstream requests of one', async () => {
  const clients = soak(200, 2000)
  proxy.delayMs = 100
  const target = coldUrl()
  const answers = await Promise.all(Array.from({ length: clients }, () => fetch(target)))
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  expect(readsOf(target)).toBe(1)
})

test('the first caller may hang up: the others get the answer of the same reading', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  proxy.mode = { holds: () => isRead }
  const target = coldUrl()
  const leaving = new AbortController()
  const first = fetch(target, { signal: leaving.signal }).catch(() => 'gone')
  await expect.poll(() => readsOf(target)).toBe(1)
  const others = Array.from({ length: 5 }, () => fetch(target))
  leaving.abort()
  expect(await first).toBe('gone')
  read()
  expect((await Promise.all(others)).map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(readsOf(target)).toBe(1)
})

test('a failed reading fails all who shared it, and the next one starts again', async () => {
  proxy.delayMs = 100
  proxy.mode = { status: 500 }
  const target = coldUrl()
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(target)))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 502))
  proxy.mode = 'pass'
  expect((await fetch(target)).status).toBe(200)
})

test('a node that limits is 429 with its Retry-After', async () => {
  proxy.mode = { status: 429, retryAfter: 9 }
  const answer = await fetch(coldUrl())
  expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get('retry-after')]).toEqual([
    429,
    'upstream_rate_limited',
    '9',
  ])
})
