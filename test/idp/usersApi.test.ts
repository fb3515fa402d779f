import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { OWNER_EMAIL } from '../../localnet/identity/startIdentity.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { fetchUser } from '../../shared/idp/fetchUser.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'
import { seeded } from '../support/seeded.ts'
import { readIdentityEnv, startProvider, startUpstream } from './startProvider.ts'
import { useNet } from '../support/useNet.ts'

const provider = useNet(() => startProvider())

const code = (expected: string) => expect.objectContaining({ code: expected })
const ID = 'did:privy:clq5k1z7y00ab12345678abcd'
const random = seeded('users API')

describe('a user', () => {
  test('is known with e-mail, wallets and chat account', async () => {
    const { user, token } = await provider.signIn('Grace@Example.com')
    const found = await provider.adapter.findUser(user.id)
    expect(found).toEqual({
      id: user.id,
      email: 'grace@example.com',
      wallets: [{ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), kind: 'embedded' }],
      svmWallets: [],
      accounts: [],
      crossApps: [],
      chatapp: null,
    })
    await provider.link(token, provider.chatapp.launchData({ user: '501', username: 'grace_h' }))
    expect((await provider.adapter.findUser(user.id))?.chatapp).toEqual({ id: '501', username: 'grace_h' })
    provider.setFaults({ hideChatapp: true })
    expect((await provider.adapter.findUser(user.id))?.chatapp).toBeNull()
    provider.setFaults({})
  })

  test('that the local world begins with has its own wallets', async () => {
    const { user, is_new_user: isNew } = await provider.signIn(OWNER_EMAIL)
    expect(isNew).toBe(false)
    const found = await provider.adapter.findUser(user.id)
    expect(found?.wallets).toEqual([{ address: addressOf('owner'), kind: 'external' }])
    expect(found?.accounts).toEqual([
      { kind: 'google', id: '104837291056348120954', handle: null },
      { kind: 'social', id: '10000001', handle: 'aurora' },
    ])
  })

  test('is looked up with the credentials of the application, at a URL with or without a path', async () => {
    const requests: unknown[] = []
    const upstream = await startUpstream(({ method, url, headers }, response) => {
      requests.push({ method, url, authorization: headers.authorization, app: headers['privy-app-id'] })
      response.writeHead(404).end('{"error":"User not found"}')
    })
    const more = { IDP_APP_ID: 'app', IDP_APP_SECRET: `ü${'s'.repeat(31)}` }
    for (const path of ['', '/', '/idp/'])
      expect(await provider.adapterWith({ ...more, IDP_API_URL: `${upstream.url}${path}` }).findUser(ID)).toBeNull()
    const authorization = `Basic ${Buffer.from(`app:${more.IDP_APP_SECRET}`).toString('base64')}`
    const request = (url: string) => ({ method: 'GET', url, authorization, app: 'app' })
    const url = `/v1/users/${encodeURIComponent(ID)}`
    expect(requests).toEqual([request(url), request(url), request(`/idp${url}`)])
    await upstream.stop()
  })

  test('that does not exist is nobody, and a text that is not a user id is not requested', async () => {
    expect(await provider.adapter.findUser(ID)).toBeNull()
    const before = provider.lookups()
    for (const id of ['', '..', 'did:privy:', 'did:privy:a/../../x', `did:privy:${'a'.repeat(1000)}`])
      expect(await provider.adapter.findUser(id)).toBeNull()
    expect(provider.lookups()).toBe(before)
  })
})

test('the users API is that of the vendor by default, and the page has no other client', () => {
  expect(readIdentityEnv({})).toMatchObject({ IDP_API_URL: 'https://api.privy.io', IDP_ISSUER: 'privy.io' })
  expect(readIdentityEnv({}).IDP_CLIENT_URL).toBeUndefined()
})

/** The user that an answer of the users API is read as. */
async function read(accounts: unknown, { id = ID }: { id?: unknown } = {}) {
  return answered({ body: JSON.stringify({ id, created_at: 1, linked_accounts: accounts, is_guest: false }) })
}

interface Broken {
  readonly status?: number
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

async function answered({ status = 200, body, headers = {} }: Broken) {
  const upstream = await startUpstream((_, response) => response.writeHead(status, headers).end(body))
  try {
    return await provider.adapterWith({ IDP_API_URL: upstream.url }).findUser(ID)
  } finally {
    await upstream.stop()
  }
}

describe('an answer of the users API', () => {
  const address = () => random.account().address
  const at = { verified_at: 1_700_000_000 }

  test('counts only what is verified, in its order', async () => {
    const [smart, external, embedded] = [address(), address(), address()]
    const user = await read([
      { type: 'email', address: 'not@example.com', verified_at: null },
      { type: 'smart_wallet', address: smart.toLowerCase(), ...at },
      { type: 'email', address: 'Ada@Example.com', verified_at: null, latest_verified_at: 1_700_000_000 },
      {
        type: 'wallet',
        address: external.toLowerCase(),
        chain_type: 'ethereum',
        wallet_client_type: 'metamask',
        ...at,
      },
      { type: 'wallet', address: address(), chain_type: 'ethereum' },
      { type: 'wallet', address: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', chain_type: 'solana', ...at },
      {
        type: 'wallet',
        address: embedded,
        chain_type: 'ethereum',
        wallet_client_type: 'privy',
        connector_type: 'embedded',
        ...at,
      },
      { type: 'google_oauth', subject: '1048372', email: 'ada@example.com', name: 'Ada', ...at },
      { type: 'apple_oauth', subject: '001234.ab.56', email: null, verified_at: null },
      { type: 'twitter_oauth', subject: '4242', username: 'ada_l', name: 'Ada', profile_picture_url: null, ...at },
      { type: 'tiktok_oauth', subject: '-000ab_C', username: 'ada.l', name: '<b>', ...at },
      { type: 'telegram', telegram_user_id: 42, username: '<i>', ...at },
      { type: 'a type of tomorrow', address: 7, verified_at: 'today' },
    ])
    expect(user).toEqual({
      id: ID,
      email: 'ada@example.com',
      wallets: [
        { address: getAddress(smart), kind: 'smart' },
        { address: getAddress(external), kind: 'external' },
        { address: embedded, kind: 'embedded' },
      ],
      svmWallets: ['HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'],
      accounts: [
        { kind: 'google', id: '1048372', handle: null },
        { kind: 'social', id: '4242', handle: 'ada_l' },
        { kind: 'tiktok', id: '-000ab_C', handle: 'ada.l' },
      ],
      crossApps: [],
      chatapp: { id: '42', username: null },
    })
  })

  test('distinguishes letters that only look like others in lower case', async () => {
    expect(await read([{ type: 'email', address: '\u212aADA@example.com', ...at }])).toMatchObject({
      email: '\u212aada@example.com',
    })
  })

  test('without accounts is a user without anything', async () => {
    expect(await read([])).toEqual({
      id: ID,
      email: null,
      wallets: [],
      svmWallets: [],
      accounts: [],
      crossApps: [],
      chatapp: null,
    })
  })

  test.each<readonly [string, unknown]>([
    ['accounts that are not a list', {}],
    ['an account that is nothing', [null]],
    ['an account without a type', [{ address: 'a@b.cc', ...at }]],
    ['an e-mail without an address', [{ type: 'email', ...at }]],
    ['an e-mail that is none', [{ type: 'email', address: 'ada', ...at }]],
    ['an e-mail with a control character', [{ type: 'email', address: 'a\u0000b@example.com', ...at }]],
    ['a proof without a time', [{ type: 'email', address: 'ada@example.com', verified_at: 'today' }]],
    ['a wallet without a chain', [{ type: 'wallet', address: '0x00', ...at }]],
    ['a wallet with half an address', [{ type: 'wallet', chain_type: 'ethereum', address: '0x1234', ...at }]],
    ['a smart wallet with half an address', [{ type: 'smart_wallet', address: '0x1234', ...at }]],
    ['a chat account without an id', [{ type: 'telegram', username: 'ada', ...at }]],
    ['a chat account with an odd id', [{ type: 'telegram', telegram_user_id: '1 or 2', ...at }]],
    ['an account elsewhere without an id', [{ type: 'google_oauth', email: 'ada@example.com', ...at }]],
    ['a social account with an odd id', [{ type: 'twitter_oauth', subject: '42a', username: 'ada', ...at }]],
    ['half a wallet of the SVM chain', [{ type: 'wallet', chain_type: 'solana', address: 'HN7cAB', ...at }]],
    ['too many accounts', Array.from({ length: 1001 }, () => ({ type: 'x' }))],
  ])('with %s is an outage, and not a part of a user', async (_, accounts) => {
    await expect(read(accounts)).rejects.toEqual(code('identity_provider_unavailable'))
  })

  test('about another user is an outage', async () => {
    await expect(read([], { id: 'did:privy:another' })).rejects.toEqual(code('identity_provider_unavailable'))
    await expect(read([], { id: 7 })).rejects.toEqual(code('identity_provider_unavailable'))
  })

  test.each<readonly [string, Broken & { readonly wait?: string }]>([
    ['an error', { status: 500, body: '{}' }],
    ['a refusal of our credentials', { status: 401, body: '{"error":"x"}' }],
    ['a redirect', { status: 302, body: '', headers: { location: '/v1/users/x' } }],
    ['another success', { status: 204, body: '' }],
    ['a 404 of another server', { status: 404, body: '<html>not here</html>' }],
    ['garbage', { body: '<html>' }],
    ['what is not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['nothing', { body: '' }],
    ['too much', { body: `{"id":"${ID}","linked_accounts":[],"more":"${'x'.repeat(262_144)}"}` }],
    ['a wish to wait', { status: 429, body: '{}', headers: { 'retry-after': '17' }, wait: '17' }],
    ['a wish not to wait', { status: 429, body: '{}', headers: { 'retry-after': '0' }, wait: '1' }],
    ['a wish to wait for days', { status: 503, body: '{}', headers: { 'retry-after': '999999' }, wait: '3600' }],
    ['a date', { status: 503, body: '{}', headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }],
  ])('that is %s is an outage', async (_, { wait, ...broken }) => {
    const error: unknown = await answered(broken).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'identity_provider_unavailable' })
    expect(error).toHaveProperty('headers', wait === undefined ? {} : { 'retry-after': wait })
  })

  test('that leads to another server is an outage, and no credentials are sent there', async () => {
    let led = 0
    const other = await startUpstream((_, response) => {
      led++
      response.writeHead(200).end(JSON.stringify({ id: ID, linked_accounts: [] }))
    })
    for (const status of [301, 302, 303, 307, 308])
      await expect(answered({ status, body: '', headers: { location: other.url } })).rejects.toEqual(
        code('identity_provider_unavailable'),
      )
    expect(led).toBe(0)
    await other.stop()
  })

  test('of nobody is an outage', async () => {
    const upstream = await startUpstream(() => {})
    await upstream.stop()
    await expect(provider.adapterWith({ IDP_API_URL: upstream.url }).findUser(ID)).rejects.toEqual(
      code('identity_provider_unavailable'),
    )
  })

  test('that breaks off is an outage', async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"id":', () => response.destroy())
    })
    await expect(provider.adapterWith({ IDP_API_URL: upstream.url }).findUser(ID)).rejects.toEqual(
      code('identity_provider_unavailable'),
    )
    await upstream.stop()
  })

  test.each(['at all', 'to its end'])('that does not come %s is an outage', async (until) => {
    const upstream = await startUpstream((_, response) => {
      if (until === 'to its end') response.writeHead(200).write('{')
    })
    const timeOuts = holdTimeOuts()
    const rules = { apiUrl: upstream.url, appId: 'app', appSecret: 'secret' }
    const refused = expect(fetchUser(ID, rules)).rejects.toEqual(code('identity_provider_unavailable'))
    timeOuts.fire(5000)
    await refused
    await upstream.stop()
  })

  test('with the provider set to fail is an outage, until that is reset', async () => {
    const { user } = await provider.signIn('faults@example.com')
    await provider.ask('PUT', '/dev/faults', { status: 503 })
    await expect(provider.adapter.findUser(user.id)).rejects.toEqual(code('identity_provider_unavailable'))
    await provider.ask('PUT', '/dev/faults', {})
    expect(await provider.adapter.findUser(user.id)).toMatchObject({ email: 'faults@example.com' })
  })
})
