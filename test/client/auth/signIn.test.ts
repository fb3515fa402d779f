import { x402Client } from '@x402/fetch'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import {
  bootstrapWaitlist,
  ConnectionError,
  createClient,
  endAllAuthSessions,
  fromStore,
  getAuthMe,
  getAuthNonce,
  getVetokenUser,
  isApiError,
  listAuthSessions,
  logoutAuth,
  memoryStore,
  SessionEndedError,
  signIn,
  signOut,
  type Signer,
} from 'creator-vault'
import { payFor } from 'creator-vault/x402'
import { createWalletClient, encodeFunctionData, getAddress, http, parseAbi, serializeErc6492Signature } from 'viem'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { accountOf } from '../../account/support.ts'
import { mallory } from '../../auth/support.ts'
import { countOf, errorOf, recordingClient, setAhead, startAuthNet, storeWith, textOf, watched } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const families = ['account', 'vetoken', 'build']
const net = useNet(() => startAuthNet())
afterEach(() => setAhead(net, 0, families))

const clientOf = () => recordingClient(net.api)
const voter = () => accountOf(net, 'voter')
const stranger = () => accountOf(net, 'stranger')

describe('happy', () => {
  test('an account of viem signs in, and its calls are its own', async () => {
    const { client } = clientOf()
    const session = await signIn(client, voter())
    expect(session).toEqual({
      address: voter().address,
      token: expect.stringMatching(/^[0-9a-f]{66}$/),
      expiresAt: expect.stringMatching(/Z$/),
    })
    expect(await getAuthMe(client)).toMatchObject({
      kind: 'session',
      address: session.address,
      expiresAt: session.expiresAt,
    })
    const { sessions } = await listAuthSessions(client)
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ method: 'key', address: voter().address })
  })

  test('the wallet signs the text that viem writes of the challenge', async () => {
    const signer = watched(voter())
    await signIn(clientOf().client, signer, { statement: 'Vote with your lock.' })
    const message = String(signer.signed[0])
    const { address, chainId, domain, nonce, uri, issuedAt, statement } = parseSiweMessage(message)
    if (!address || !chainId || !domain || !nonce || !uri || !issuedAt || !statement) throw new Error(message)
    expect(createSiweMessage({ address, chainId, domain, nonce, uri, issuedAt, statement, version: '1' })).toBe(message)
    expect(statement).toBe('Vote with your lock.')
  })

  test('a wallet client signs in: of a key, and of a wallet that gives its address in lower case', async () => {
    const transport = http(net.rpcUrl)
    const local = createWalletClient({ account: voter(), transport })
    const remote = createWalletClient({ account: `0x${voter().address.slice(2).toLowerCase()}`, transport })
    for (const wallet of [local, remote])
      expect((await signIn(clientOf().client, wallet)).address).toBe(voter().address)
  })

  test('a stored session is used again without a signature, while the API accepts it', async () => {
    const signer = watched(voter())
    const store = storeWith()
    const first = await signIn(clientOf().client, signer, { store })
    const { client } = clientOf()
    expect(await signIn(client, signer, { store })).toEqual(first)
    expect((await getAuthMe(client)).address).toBe(voter().address)
    expect(signer.signed).toHaveLength(1)

    await logoutAuth(client, {}, { headers: { authorization: `Bearer ${first.token}` } })
    const second = await signIn(clientOf().client, signer, { store })
    expect(second.token).not.toBe(first.token)
    expect(signer.signed).toHaveLength(2)
    expect(textOf(store)).toContain(second.token)
  })

  test('a stored session is used without a wallet, and cannot be renewed then', async () => {
    const store = storeWith()
    expect(await fromStore(clientOf().client, store)).toBeNull()
    const session = await signIn(clientOf().client, voter(), { store })
    const { client } = clientOf()
    expect(await fromStore(client, store)).toEqual(session)
    await endAllAuthSessions(client)
    expect(await errorOf(getAuthMe(client))).toBeInstanceOf(SessionEndedError)
    expect(await fromStore(clientOf().client, store)).toBeNull()
  })

  test('a deployed contract wallet signs in by ERC-1271', async () => {
    const { wallet } = net.world.contracts
    const { client } = clientOf()
    const owner = accountOf(net, 'owner')
    await signIn(client, { address: wallet, signMessage: ({ message }) => owner.signMessage({ message }) })
    expect((await getAuthMe(client)).address).toBe(wallet)
    expect((await listAuthSessions(client)).sessions[0]).toMatchObject({ method: 'contract', by: wallet })
  })

  test('a contract wallet that is not deployed signs in by ERC-6492, and signs in again when its session has ended', async () => {
    const { walletFactory } = net.world.contracts
    const owner = accountOf(net, 'owner')
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const address = getAddress(
      String(await chain.read(chain.at('WalletFactory', walletFactory), 'getWalletAddress', [owner.address, 77n])),
    )
    const data = encodeFunctionData({
      abi: parseAbi(['function createWallet(address,uint256)']),
      args: [owner.address, 77n],
    })
    const smart: Signer = {
      address,
      signMessage: async ({ message }) =>
        serializeErc6492Signature({ address: walletFactory, data, signature: await owner.signMessage({ message }) }),
    }
    const { client } = clientOf()
    const { token } = await signIn(client, smart)
    await logoutAuth(client, {}, { headers: { authorization: `Bearer ${token}` } })
    expect((await getAuthMe(client)).address).toBe(address)
    expect(
      await errorOf(signIn(client, { ...smart, signMessage: () => mallory.signMessage({ message: 'x' }) })),
    ).toMatchObject({
      code: 'invalid_signature',
    })
  })

  test('signing out ends the session at the API and in the store', async () => {
    const store = storeWith()
    const { client, sent } = clientOf()
    const { token } = await signIn(client, voter(), { store })
    await signOut(client)
    expect(store.text).toBeNull()
    expect(client.credential).toBeUndefined()
    const headers = { authorization: `Bearer ${token}` }
    expect(await errorOf(getAuthMe(client, {}, { headers }))).toMatchObject({ code: 'unauthenticated' })
    const before = sent.length
    await signOut(client)
    expect(sent).toHaveLength(before)
  })
})

test('signing out by a client that pays signs out the client that it was made from', async () => {
  const { client } = clientOf()
  await signIn(client, voter())
  const paying = payFor(client, new x402Client())
  await signOut(paying)
  expect([client.credential, paying.credential]).toEqual([undefined, undefined])
})

describe('error', () => {
  test('another key than that of the address is refused, and the client is as it was', async () => {
    const { client } = clientOf()
    const store = storeWith()
    const error = await errorOf(signIn(client, { ...mallory, address: voter().address }, { store }))
    expect(isApiError(error) && error.code).toBe('invalid_signature')
    expect([client.credential, store.text]).toEqual([undefined, null])
  })

  test('a wallet that signs too late is refused', async () => {
    const { client } = clientOf()
    const slow: Signer = {
      address: voter().address,
      async signMessage({ message }) {
        await setAhead(net, 16 * 60_000, families)
        return voter().signMessage({ message })
      },
    }
    expect(await errorOf(signIn(client, slow))).toMatchObject({ code: 'message_expired' })
    expect(client.credential).toBeUndefined()
  })

  test('what the wallet throws is thrown, also when it should sign again', async () => {
    const refusal = new Error('User rejected the request.')
    const { client } = clientOf()
    let refuses = false
    const signer: Signer = {
      address: voter().address,
      signMessage: ({ message }) => (refuses ? Promise.reject(refusal) : voter().signMessage({ message })),
    }
    await signIn(client, signer)
    await endAllAuthSessions(client)
    refuses = true
    const outcomes = await Promise.all([getAuthMe(client), listAuthSessions(client)].map(errorOf))
    expect(outcomes).toEqual([refusal, refusal])
    await expect(signIn(clientOf().client, signer)).rejects.toBe(refusal)
  })

  test('a statement of two lines is refused before a signature is requested', async () => {
    const signer = watched(voter())
    await expect(signIn(clientOf().client, signer, { statement: 'a\nURI: b' })).rejects.toThrow('statement: must be')
    expect(signer.signed).toEqual([])
  })

  test('an unreadable store: no signature is requested', async () => {
    const signer = watched(voter())
    const store = { ...memoryStore(), get: () => Promise.reject(new Error('the storage is blocked')) }
    await expect(signIn(clientOf().client, signer, { store })).rejects.toThrow('the storage is blocked')
    expect(signer.signed).toEqual([])
  })

  test('a store that refuses the session: no session is left', async () => {
    let text = ''
    const store = {
      get: () => null,
      set(given: string | null) {
        text = given ?? ''
        throw new Error('the storage is full')
      },
    }
    const { client } = clientOf()
    await expect(signIn(client, voter(), { store })).rejects.toThrow('the storage is full')
    expect(client.credential).toBeUndefined()
    expect(await fromStore(client, storeWith(text))).toBeNull()
  })

  test('a connection that is cut while signing in: nothing is kept, and the next attempt signs in', async () => {
    const cutting = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await new Promise((resolve) => cutting.once('listening', resolve))
    const dead = `http://127.0.0.1:${portOf(cutting.address())}/`
    const store = storeWith()
    const signer = watched(voter())
    for (const step of ['/auth/nonce', '/auth/verify']) {
      const client = createClient({
        network: { chainId: 31337, baseUrl: net.api },
        retries: 0,
        fetch: (input, init) => {
          const request = new Request(input, init)
          return fetch(request.url.endsWith(step) ? dead : request)
        },
      })
      expect(await errorOf(signIn(client, signer, { store }))).toBeInstanceOf(ConnectionError)
      expect([client.credential, store.text]).toEqual([undefined, null])
    }
    cutting.close()
    expect((await signIn(clientOf().client, signer, { store })).address).toBe(voter().address)
    expect(signer.signed).toHaveLength(2)
  })

  test('an API that does not end the session: the client is still signed in, and signs out later', async () => {
    const store = storeWith()
    let isDown = false
    const client = createClient({
      network: { chainId: 31337, baseUrl: net.api },
      fetch: (input, init) => (isDown ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init)),
    })
    await signIn(client, voter(), { store })
    isDown = true
    expect(await errorOf(signOut(client))).toBeInstanceOf(ConnectionError)
    isDown = false
    expect(textOf(store)).not.toBe('')
    expect((await getAuthMe(client)).address).toBe(voter().address)
    await signOut(client)
    expect(store.text).toBeNull()
  })
})

describe('security', () => {
  test('a token goes to no public operation, and to none that wants another credential', async () => {
    const { client, sent } = clientOf()
    await signIn(client, voter())
    await getAuthMe(client)
    await getVetokenUser(client, { address: voter().address })
    await getAuthNonce(client)
    // The API refuses a token that is not the identity provider's.
    expect(await bootstrapWaitlist(client, {})).toMatchObject({ requiresIdpAuth: true })
    const withToken = sent.filter(({ headers }) => headers.has('authorization')).map(({ url }) => new URL(url).pathname)
    expect(withToken).toEqual(['/api/auth/me'])
    expect(countOf(sent, '/waitlist/bootstrap')).toBe(1)
  })

  test('a token goes to no other origin', async () => {
    const received: (string | undefined)[] = []
    const other = createServer((request, response) => {
      received.push(request.headers.authorization)
      response.writeHead(401, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'unauthenticated', status: 401, detail: 'who?', fix: '', retryable: false }))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { client } = clientOf()
    const signer = watched(voter())
    await signIn(client, signer)
    const network = { chainId: 31337, baseUrl: `http://127.0.0.1:${portOf(other.address())}/api` }
    const error = await errorOf(getAuthMe({ ...client, network }))
    other.close()
    expect(error).toMatchObject({ code: 'unauthenticated' })
    expect([...new Set(received)]).toEqual([undefined])
    expect(signer.signed).toHaveLength(1)
  })

  test('the session of another address, API or kind is not used, nor a text that is not a session', async () => {
    const store = storeWith()
    await signIn(clientOf().client, voter(), { store })
    const text = textOf(store)
    const others = [
      text,
      text.replaceAll(voter().address, stranger().address),
      text.replaceAll(voter().address, stranger().address).replace(net.api, 'https://api.example.com/api'),
      text.replaceAll(voter().address, stranger().address).replace('"agentId":null', '"agentId":0'),
      text.replaceAll(voter().address, stranger().address).replace(/"token":"\w+"/, '"token":"a\\nb"'),
      'null',
      '{}',
      'no JSON',
      '',
    ]
    for (const other of others) {
      const { client, sent } = clientOf()
      const signer = watched(stranger())
      const own = storeWith(other)
      expect((await signIn(client, signer, { store: own })).address).toBe(stranger().address)
      expect(signer.signed).toHaveLength(1)
      expect((await getAuthMe(client)).address).toBe(stranger().address)
      expect(textOf(own)).not.toBe(other)
      // Only a text that says it is of this address is tried, and the API says whose it is.
      if (other !== others[1]) expect(countOf(sent, '/auth/me')).toBe(1)
    }
  })

  test('a challenge of another origin or chain is not signed', async () => {
    const relay = createServer(async (_request, response) => {
      const answer = await fetch(`${net.api}/auth/nonce`)
      response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => relay.once('listening', resolve))
    const baseUrl = `http://127.0.0.1:${portOf(relay.address())}/api`
    for (const network of [
      { chainId: 31337, baseUrl },
      { chainId: 8453, baseUrl: net.api },
    ]) {
      const signer = watched(voter())
      const error = await errorOf(signIn(createClient({ network }), signer))
      expect(error).toBeInstanceOf(ConnectionError)
      expect(String(error)).toContain('asks for a sign-in at')
      expect(signer.signed).toEqual([])
    }
    relay.close()
  })

  test('after signing out, no copy of the client signs in again', async () => {
    const { client } = clientOf()
    const signer = watched(voter())
    await signIn(client, signer)
    const copy = { ...client }
    await signOut(client)
    expect(await errorOf(getAuthMe(copy))).toMatchObject({ code: 'unauthenticated' })
    expect(signer.signed).toHaveLength(1)
  })

  test('signing out removes no session that another has stored since', async () => {
    const store = storeWith()
    const { client } = clientOf()
    await signIn(client, voter(), { store })
    await signIn(clientOf().client, stranger(), { store })
    await signOut(client)
    expect(textOf(store)).toContain(stranger().address)
  })
})

describe('concurrency', () => {
  test('20 calls with an ended session sign in once', async () => {
    const { client } = clientOf()
    const signer = watched(voter())
    await signIn(client, signer)
    await endAllAuthSessions({ ...client })
    const answers = await Promise.all(Array.from({ length: 20 }, () => getAuthMe(client)))
    expect(answers.map(({ address }) => address)).toEqual(Array.from({ length: 20 }, () => voter().address))
    expect(signer.signed).toHaveLength(2)
  })

  test('a call whose refusal comes after the renewal does not sign in again', async () => {
    const { client } = clientOf()
    const signer = watched(voter())
    await signIn(client, signer)
    await endAllAuthSessions({ ...client })
    let release = () => {}
    const isRenewed = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const late: typeof client = {
      ...client,
      async fetch(input, init) {
        const response = await client.fetch(input, init)
        if (!isHeld) {
          isHeld = true
          await isRenewed
        }
        return response
      },
    }
    const held = getAuthMe(late)
    await expect.poll(() => isHeld).toBe(true)
    await getAuthMe(client)
    release()
    expect((await held).address).toBe(voter().address)
    expect(signer.signed).toHaveLength(2)
  })

  test('clients with one store use the session that one of them has renewed', async () => {
    const store = storeWith()
    const signer = watched(voter())
    const [one, two] = [clientOf().client, clientOf().client]
    await signIn(one, signer, { store })
    await signIn(two, signer, { store })
    await endAllAuthSessions({ ...one })
    await getAuthMe(one)
    await getAuthMe(two)
    expect(signer.signed).toHaveLength(2)
  })
})

describe('a wrong clock', () => {
  test.each([3 * 3_600_000, -3 * 3_600_000])('of this machine, by %d ms, changes nothing', async (aheadMs) => {
    await setAhead(net, aheadMs, families)
    const { client } = clientOf()
    const signer = watched(voter())
    await signIn(client, signer)
    expect((await getAuthMe(client)).address).toBe(voter().address)
    expect(signer.signed).toHaveLength(1)
  })
})

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : Number.NaN
