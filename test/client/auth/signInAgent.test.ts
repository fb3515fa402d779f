import {
  buildVetokenLock,
  ConnectionError,
  createAuthHandoff,
  createClient,
  fromStore,
  getAuthMe,
  getVetokenUser,
  listAuthSessions,
  signIn,
  signOut,
} from 'creator-vault'
import { signInAgent } from 'creator-vault/agent'
import { createWalletClient, http, type LocalAccount } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { accountOf } from '../../account/support.ts'
import { mallory, OTHER_SECRET } from '../../auth/support.ts'
import { countOf, errorOf, recordingClient, setAhead, startAuthNet, storeWith, textOf, watched } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const families = ['account', 'vetoken', 'build']
const net = useNet(() => startAuthNet())
afterEach(() => setAhead(net, 0, families))

const clientOf = () => recordingClient(net.api)
const agent = () => accountOf(net, 'agent')
const lock = { amount: '1000000000000000000', durationSec: 31_536_000 }
/** Headers of the last request with a path. */
const headersOf = (sent: readonly Request[], path: string): Headers =>
  sent.findLast(({ url }) => new URL(url).pathname.endsWith(path))?.headers ?? new Headers()
/** Signatures of requests, not of sign-ins. */
const ofRequests = (signed: readonly unknown[]) => signed.filter((message) => typeof message !== 'string')
const ofSignIns = (signed: readonly unknown[]) => signed.filter((message) => typeof message === 'string')

/** The API accepts no receipt that it has issued so far. */
const withoutReceipts = (work: () => Promise<void>) => net.withVariables({ SIWA_RECEIPT_SECRET: OTHER_SECRET }, work)

describe('happy', () => {
  test('an agent signs in, builds with its receipt alone, and signs what writes', async () => {
    const { client, sent } = clientOf()
    const account = watched(agent())
    const session = await signInAgent(client, { account, agentId: 0 })
    expect(session).toMatchObject({ address: agent().address, agentId: 0, expiresAt: expect.stringMatching(/Z$/) })

    const built = await buildVetokenLock(client, lock)
    expect(built.description).toContain('Lock 1 ')
    const receiptAlone = headersOf(sent, '/vetoken/lock')
    expect([receiptAlone.get('x-siwa-receipt'), receiptAlone.has('signature')]).toEqual([session.receipt, false])
    expect(ofRequests(account.signed)).toEqual([])

    expect((await createAuthHandoff(client, {})).code).toMatch(/^[0-9a-f]{64}$/)
    expect(headersOf(sent, '/handoff-create').get('signature-input')).toContain('"x-siwa-receipt"')
    expect(await getAuthMe(client)).toMatchObject({ kind: 'siwa', agentId: 0 })
    expect(ofRequests(account.signed)).toHaveLength(2)
  })

  test('a wallet client with the owner’s account signs in', async () => {
    const { client } = clientOf()
    const wallet = createWalletClient({ account: agent(), transport: http(net.rpcUrl) })
    await signInAgent(client, { account: wallet, agentId: 0 })
    expect((await getAuthMe(client)).address).toBe(agent().address)
  })

  test('an agent that a contract wallet owns signs in and writes by ERC-1271', async () => {
    const { client } = clientOf()
    const owner = accountOf(net, 'owner')
    const of = ({ signMessage }: LocalAccount) => ({ address: net.world.contracts.wallet, signMessage })
    await signInAgent(client, { account: of(owner), agentId: 1 })
    expect(await getAuthMe(client)).toMatchObject({ agentId: 1, address: net.world.contracts.wallet })
    expect((await buildVetokenLock(client, lock)).calls.calls.length).toBeGreaterThan(0)
    expect(await errorOf(signInAgent(client, { account: of(mallory), agentId: 1 }))).toMatchObject({
      code: 'invalid_signature',
    })
  })

  test('a stored receipt is used again, and replaced when the API refuses it', async () => {
    const account = watched(agent())
    const store = storeWith()
    const first = await signInAgent(clientOf().client, { account, agentId: 0, store })
    expect(await signInAgent(clientOf().client, { account, agentId: 0, store })).toEqual(first)
    expect(ofSignIns(account.signed)).toHaveLength(1)
    await withoutReceipts(async () => {
      const second = await signInAgent(clientOf().client, { account, agentId: 0, store })
      expect(second.receipt).not.toBe(first.receipt)
      expect(textOf(store)).toContain(second.receipt)
    })
    expect(ofSignIns(account.signed)).toHaveLength(2)
  })

  test('signing out forgets the receipt', async () => {
    const store = storeWith()
    const { client, sent } = clientOf()
    await signInAgent(client, { account: agent(), agentId: 0, store })
    await signOut(client)
    expect([store.text, client.credential, countOf(sent, '/auth/logout')]).toEqual([null, undefined, 0])
  })
})

describe('error', () => {
  test('the owner of another agent, and an agent that does not exist', async () => {
    const account = watched(mallory)
    expect(await errorOf(signInAgent(clientOf().client, { account, agentId: 0 }))).toMatchObject({ code: 'not_owner' })
    const unknown = errorOf(signInAgent(clientOf().client, { account, agentId: 999_999 }))
    expect(await unknown).toMatchObject({ code: 'not_registered' })
    expect(account.signed).toEqual([])
  })

  test('an account that signs too late is refused', async () => {
    const { client } = clientOf()
    const account = {
      address: agent().address,
      async signMessage({ message }: { message: string | { raw: Uint8Array } }) {
        await setAhead(net, 16 * 60_000, families)
        return agent().signMessage({ message })
      },
    }
    expect(await errorOf(signInAgent(client, { account, agentId: 0 }))).toMatchObject({ code: 'message_expired' })
    expect(client.credential).toBeUndefined()
  })

  test('an operation of sessions refuses an agent, and says so', async () => {
    const { client } = clientOf()
    await signInAgent(client, { account: agent(), agentId: 0 })
    expect(String(await errorOf(listAuthSessions(client)))).toContain('accepts only a session, not a SIWA receipt')
  })
})

describe('security', () => {
  test('a receipt goes to no public operation, and the stored one of another agent or of a session is not used', async () => {
    const { client, sent } = clientOf()
    const store = storeWith()
    await signInAgent(client, { account: agent(), agentId: 0, store })
    await getVetokenUser(client, { address: agent().address })
    expect(sent.some(({ headers }) => headers.has('x-siwa-receipt'))).toBe(false)

    const account = watched(agent())
    const ofOther = storeWith(textOf(store).replace('"agentId":0', '"agentId":1'))
    await signInAgent(clientOf().client, { account, agentId: 0, store: ofOther })
    expect(await fromStore(clientOf().client, store)).toBeNull()
    await signIn(clientOf().client, agent(), { store })
    await signInAgent(clientOf().client, { account, agentId: 0, store })
    expect(ofSignIns(account.signed)).toHaveLength(2)
  })

  test('each attempt of a call is signed with a nonce of its own', async () => {
    const sent: Request[] = []
    const client = createClient({
      network: { chainId: 31337, baseUrl: net.api },
      maxDelay: 20_000,
      // The answer to the first attempt is lost on its way, after the API has used up the nonce.
      async fetch(input, init) {
        const request = new Request(input, init)
        const isFirst = request.url.endsWith('/auth/me') && sent.push(request.clone()) === 1
        const response = await fetch(request)
        if (isFirst) throw new TypeError('terminated')
        return response
      },
    })
    await signInAgent(client, { account: agent(), agentId: 0 })
    expect((await getAuthMe(client)).agentId).toBe(0)
    const nonces = sent.map(({ headers }) => /;nonce="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1])
    expect(nonces).toHaveLength(2)
    expect(new Set(nonces).size).toBe(2)
  })

  test('a request that was sent can be authorized and sent again, as for a payment', async () => {
    const { client } = clientOf()
    await signInAgent(client, { account: agent(), agentId: 0 })
    const plain = () => new Request(`${net.api}/auth/handoff-create`, { method: 'POST', body: '{}' })
    const first = await client.credential?.authorize(plain(), true)
    if (!first) throw new Error('there is no credential')
    const copy = first.clone()
    expect((await fetch(first.clone())).status).toBe(200)
    expect((await fetch(first)).status).toBe(401)
    const second = await client.credential?.authorize(copy, true)
    expect(second?.headers.get('signature-input')?.match(/keyid=/g)).toHaveLength(1)
    expect(second && (await fetch(second)).status).toBe(200)
  })

  test('a challenge for another chain is not signed', async () => {
    const account = watched(agent())
    const client = createClient({ network: { chainId: 8453, baseUrl: net.api } })
    expect(await errorOf(signInAgent(client, { account, agentId: 0 }))).toBeInstanceOf(ConnectionError)
    expect(account.signed).toEqual([])
  })
})

describe('concurrency', () => {
  test('20 calls, written and built, with a refused receipt sign in once', async () => {
    const { client, sent } = clientOf()
    const account = watched(agent())
    await signInAgent(client, { account, agentId: 0 })
    await withoutReceipts(async () => {
      const reads = Array.from({ length: 10 }, () => getAuthMe(client))
      const builds = Array.from({ length: 10 }, () => buildVetokenLock(client, lock))
      await Promise.all([...reads, ...builds])
    })
    expect(ofSignIns(account.signed)).toHaveLength(2)
    expect(countOf(sent, '/auth/agent-verify')).toBe(2)
  })
})

describe('a wrong clock', () => {
  test.each([3 * 3_600_000, -3 * 3_600_000])('of this machine, by %d ms, changes nothing', async (aheadMs) => {
    await setAhead(net, aheadMs, families)
    const { client } = clientOf()
    const account = watched(agent())
    await signInAgent(client, { account, agentId: 0 })
    expect((await getAuthMe(client)).agentId).toBe(0)
    expect(ofSignIns(account.signed)).toHaveLength(1)
  })

  test('that is corrected while the agent is signed in is learnt by signing in again', async () => {
    await setAhead(net, 3 * 3_600_000, families)
    const { client } = clientOf()
    const account = watched(agent())
    await signInAgent(client, { account, agentId: 0 })
    await setAhead(net, 3 * 3_600_000 + 10 * 60_000, families)
    expect((await getAuthMe(client)).agentId).toBe(0)
    expect(ofSignIns(account.signed)).toHaveLength(2)
  })
})
