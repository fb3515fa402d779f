import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChatapp, type Chatapp } from '../../localnet/chatapp/startChatapp.ts'
import { type Identity, startIdentity } from '../../localnet/identity/startIdentity.ts'
import { COMPATIBILITY_DATE, COMPATIBILITY_FLAGS } from '../../platform/workers.ts'
import { bundleWorker } from '../support/bundleWorker.ts'

let identity: Identity
let chatapp: Chatapp
const runtimes: Miniflare[] = []
let byKey: (operation: string, value: string) => Promise<unknown>
let byKeySet: typeof byKey

beforeAll(async () => {
  ;[identity, chatapp] = await Promise.all([startIdentity(), startChatapp()])
  const script = await bundleWorker({ file: path.join(import.meta.dirname, 'inWorkerd.ts') })
  const start = async (variables: Readonly<Record<string, string>>): Promise<typeof byKey> => {
    const runtime = new Miniflare(
      convertV4MiniflareOptions({
        name: 'identity',
        modules: true,
        script,
        compatibilityDate: COMPATIBILITY_DATE,
        compatibilityFlags: COMPATIBILITY_FLAGS,
        bindings: { ...identity.variables, ...variables },
        cf: false,
      }),
    )
    runtimes.push(runtime)
    const url = await runtime.ready
    return async (operation, value) => (await fetch(new URL(operation, url), { method: 'POST', body: value })).json()
  }
  const IDP_JWKS_URL = `${identity.url}/api/v1/apps/${identity.appId}/jwks.json`
  byKey = await start({})
  byKeySet = await start({ IDP_VERIFICATION_KEY: '', IDP_JWKS_URL })
})
afterAll(async () => {
  await Promise.all(runtimes.map((runtime) => runtime.dispose()))
  await Promise.all([identity?.stop(), chatapp?.stop()])
})

const open = () => {
  const opened = identity.users.open('workerd@example.com')
  if (!opened) throw new Error('no user')
  return opened.user
}

test('access tokens are verified by a key and by a published key set, many at once', async () => {
  const { id } = open()
  const token = await identity.tokens.issue(id)
  for (const ask of [byKey, byKeySet]) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/verify', token)))
    expect(answers).toEqual(answers.map(() => ({ userId: id, expiresAt: expect.any(Number) })))
    expect(await ask('/verify', `${token.slice(0, -4)}AAAA`)).toEqual({ code: 'unauthenticated' })
    expect(await ask('/verify', 'x')).toEqual({ code: 'unauthenticated' })
  }
})

test('users are found, nobody is nobody, and an outage is neither', async () => {
  const { id } = open()
  expect(await byKey('/find', id)).toMatchObject({ id, email: 'workerd@example.com', wallets: [{ kind: 'embedded' }] })
  expect(await byKey('/find', 'did:privy:nobody')).toBeNull()
  identity.setFaults({ status: 502 })
  expect(await byKey('/find', id)).toEqual({ code: 'identity_provider_unavailable' })
  identity.setFaults({})
})

test('launch data is verified in both forms', async () => {
  const data = chatapp.launchData({ user: '42', username: 'ada' })
  const { bot, publicKey } = chatapp
  const byToken = await byKey(`/launch?token=${bot.token}`, data)
  expect(byToken).toMatchObject({ identity: { chatappUserId: '42', chatappUsername: 'ada' } })
  expect(await byKey(`/launch?id=${bot.id}&key=${publicKey}`, data)).toEqual(byToken)
  const altered = data.replace('ada', 'eve')
  expect(await byKey(`/launch?token=${bot.token}`, altered)).toEqual({ code: 'launch_data_not_genuine' })
  expect(await byKey(`/launch?id=${bot.id}&key=${publicKey}`, altered)).toEqual({ code: 'launch_data_not_genuine' })
})

test('link tokens are sealed and opened', async () => {
  expect(await byKey('/token', 'a secret')).toMatchObject({ chatappUserId: '1', chatId: '-2' })
})
