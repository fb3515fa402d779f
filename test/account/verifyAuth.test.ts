import { encodeFunctionData, getAddress, parseAbi, serializeErc6492Signature } from 'viem'
import { describe, expect, test } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { StartedSession } from '../../schema/account/answers.ts'
import { createSealer } from '../../shared/auth/seal.ts'
import { highS, mallory, OTHER_SECRET } from '../auth/support.ts'
import { accountOf, bearer, call, dataOf, me, PAGE, requestsWith, startAccountNet, writeMessage } from './support.ts'
import { expectBetween } from '../support/expectBetween.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const stranger = () => accountOf(net, 'stranger')
const owner = () => accountOf(net, 'owner')
const verify = (body: unknown, headers?: Record<string, string>) => call(net.api, 'verify', body, headers)
const signed = async (message: string, account = stranger()) => ({
  message,
  signature: await account.signMessage({ message }),
})

const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))

describe('happy', () => {
  test('an account signs in without a request to a node', async () => {
    proxy.reset()
    const began = Date.now()
    const answer = await verify(await signed(await writeMessage(net.api, stranger().address)))
    const { address, expiresAt, token = '' } = dataOf(answer, StartedSession)
    expect(address).toBe(stranger().address)
    expectBetween(Date.parse(expiresAt) - 604_800_000, began)
    expect(answer.headers.get('set-cookie')).toBe(`session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await me(net.api, bearer(token))).toMatchObject({ kind: 'session', address })
    expect(requestsWith(proxy, address)).toBe(0)
  })

  test('a page of a trusted origin gets the cookie and not the token', async () => {
    const message = await writeMessage(net.api, stranger().address, { domain: 'app.example.com', uri: `${PAGE}/` })
    const answer = await verify(await signed(message), { origin: PAGE })
    expect(dataOf(answer, StartedSession).token).toBeUndefined()
    expect(answer.headers.get('set-cookie')).toMatch(/^session=[0-9a-f]{66};/)
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  })

  test('a deployed contract wallet signs in by ERC-1271, with one request to the node for the signature and one for its owner', async () => {
    const { wallet } = net.world.contracts
    const body = await signed(await writeMessage(net.api, wallet), owner())
    proxy.reset()
    const { token = '', address } = dataOf(await verify(body), StartedSession)
    expect(address).toBe(wallet)
    expect(requestsWith(proxy, wallet)).toBe(2)
    expect(await me(net.api, bearer(token))).toMatchObject({ address: wallet })
  })

  test('a wallet that is not deployed yet signs in by ERC-6492', async () => {
    const { walletFactory } = net.world.contracts
    const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
    const address = getAddress(
      String(await chain.read(chain.at('WalletFactory', walletFactory), 'getWalletAddress', [owner().address, 42n])),
    )
    const data = encodeFunctionData({
      abi: parseAbi(['function createWallet(address,uint256)']),
      args: [owner().address, 42n],
    })
    const wrapped = async (account = owner()) => {
      const { message, signature } = await signed(await writeMessage(net.api, address), account)
      return { message, signature: serializeErc6492Signature({ address: walletFactory, data, signature }) }
    }
    expect(await verify(await wrapped(mallory))).toMatchObject({ status: 401, code: 'invalid_signature' })
    const { token = '', ...session } = dataOf(await verify(await wrapped()), StartedSession)
    expect(session.address).toBe(address)
    expect((await me(net.api, bearer(token))).account).toEqual({
      canonicalWallet: address,
      wallets: [{ address, kind: 'smart' }],
      linked: [],
    })
  })
})

describe('error', () => {
  test.each<[string, string, string]>([
    ['odd hex', '0x123', 'invalid_request'],
    ['a text that is not a message', '0x12', 'invalid_message'],
    ['too long a signature', `0x${'12'.repeat(4097)}`, 'invalid_request'],
  ])('%s', async (_name, signature, code) => {
    expect(await verify({ message: 'x', signature })).toMatchObject({ status: 400, code })
  })

  test('another chain, domain, a late and a future message', async () => {
    const { address } = stranger()
    const cases = [
      [{ chainId: 1 }, 'unsupported_chain'],
      [{ domain: 'evil.example' }, 'domain_mismatch'],
      [{ uri: 'https://evil.example' }, 'domain_mismatch'],
      [{ issuedAt: new Date(Date.now() - 901_000) }, 'message_expired'],
      [{ issuedAt: new Date(Date.now() + 120_000) }, 'message_not_yet_valid'],
      [{ expirationTime: new Date(Date.now() - 1000) }, 'message_expired'],
    ] as const
    for (const [changes, code] of cases) {
      expect(await verify(await signed(await writeMessage(net.api, address, changes)))).toMatchObject({
        status: 400,
        code,
      })
    }
  })

  test('a node that fails is 502 and one that limits 429, and the wallet comes back with another nonce', async () => {
    const write = async () => signed(await writeMessage(net.api, net.world.contracts.wallet), owner())
    proxy.mode = 'drop'
    const first = await write()
    expect(await verify(first)).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.mode = { status: 429, retryAfter: 7 }
    const limited = await verify(await write())
    expect(limited).toMatchObject({ status: 429, code: 'upstream_rate_limited' })
    expect(limited.headers.get('retry-after')).toBe('7')
    proxy.mode = { chainId: 1 }
    expect(await verify(await write())).toMatchObject({ status: 502 })
    proxy.mode = 'pass'
    expect(await verify(first)).toMatchObject({ status: 400, code: 'invalid_nonce' })
    expect((await verify(await write())).status).toBe(200)
  })
})

describe('security', () => {
  test('of 20 uses of one nonce at once exactly one wins', async () => {
    const body = await signed(await writeMessage(net.api, stranger().address))
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalid_nonce')).toHaveLength(19)
  })

  test('a forged nonce is refused', async () => {
    const forger = createSealer({ secrets: [OTHER_SECRET], purpose: 'siwe nonce', ttlSeconds: 900 })
    const message = await writeMessage(net.api, stranger().address, { nonce: await forger.seal(Date.now()) })
    expect(await verify(await signed(message))).toMatchObject({ status: 400, code: 'invalid_nonce' })
  })

  test('an expired nonce is refused', async () => {
    const sealer = createSealer({
      secrets: [net.secrets['AUTH_NONCE_SECRET'] ?? ''],
      purpose: 'siwe nonce',
      ttlSeconds: 900,
    })
    const message = await writeMessage(net.api, stranger().address, { nonce: await sealer.seal(Date.now() - 901_000) })
    expect(await verify(await signed(message))).toMatchObject({ status: 400, code: 'invalid_nonce' })
  })

  test('the nonce of an agent does not sign a person in', async () => {
    const sealer = createSealer({
      secrets: [net.secrets['AUTH_NONCE_SECRET'] ?? ''],
      purpose: 'siwa nonce',
      ttlSeconds: 900,
    })
    const message = await writeMessage(net.api, stranger().address, { nonce: await sealer.seal(Date.now()) })
    expect(await verify(await signed(message))).toMatchObject({ status: 400, code: 'invalid_nonce' })
  })

  test('spoofed lines are refused', async () => {
    const good = await writeMessage(net.api, stranger().address)
    const spoof = good.replace('\n\n\n', `\n\nURI: https://evil.example\nVersion: 1\n\n`)
    expect(await verify(await signed(spoof))).toMatchObject({ status: 400, code: 'invalid_message' })
  })

  test('the signature of another, of another message, and with high s are refused, and say how to authenticate', async () => {
    const bad = [
      (message: string) => mallory.signMessage({ message }),
      () => stranger().signMessage({ message: 'x' }),
      async (message: string) => highS(await stranger().signMessage({ message })),
    ]
    for (const sign of bad) {
      const message = await writeMessage(net.api, stranger().address)
      const answer = await verify({ message, signature: await sign(message) })
      expect(answer).toMatchObject({ status: 401, code: 'invalid_signature' })
      expect(answer.headers.get('www-authenticate')).toBe('SIWE realm="session"')
    }
  })

  test('one nonce has a node run the code of a wallet once, however often and by how many it is sent', async () => {
    const { wallet } = net.world.contracts
    const body = await signed(await writeMessage(net.api, wallet), mallory)
    proxy.reset()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(body)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      ...Array.from({ length: 19 }, () => 'invalid_nonce'),
      'invalid_signature',
    ])
    expect(requestsWith(proxy, wallet)).toBe(1)
  })

  test('a contract wallet does not sign in by another key', async () => {
    const body = await signed(await writeMessage(net.api, net.world.contracts.wallet), mallory)
    expect(await verify(body)).toMatchObject({ status: 401, code: 'invalid_signature' })
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'a foreign page (%o) signs nobody in',
    async (headers) => {
      const answer = await verify(await signed(await writeMessage(net.api, stranger().address)), headers)
      expect(answer).toMatchObject({ status: 403, code: 'forbidden_origin' })
      expect(answer.headers.get('set-cookie')).toBeNull()
    },
  )
})
