import { encodeFunctionData, getAddress, parseAbi, serializeErc6492Signature } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { StartedSession } from '../../../schema/account/answers.ts'
import { AuthSession } from '../../../schema/account/sessions.ts'
import { bearer, call, dataOf, me, signIn, writeMessage } from '../support.ts'
import { type Headers, startAuthorityNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAuthorityNet('sessions'))
beforeEach(() => net.proxy.reset())

const Listed = z.object({ sessions: z.array(AuthSession) })
const list = async (headers: Headers) => dataOf(await net.get('/auth/sessions', headers), Listed).sessions
const status = async (headers: Headers) => (await call(net.api, 'me', undefined, headers)).status
const again = async (person: { account: Parameters<typeof signIn>[1] }): Promise<Headers> =>
  bearer((await signIn(net.api, person.account)).token)
const codeOf = async (headers: Headers) =>
  dataOf(await net.post('/auth/handoff-create', headers), z.looseObject({ code: z.string() })).code
const redeem = (code: string) => net.post('/auth/handoff-redeem', {}, { code })
const handedOff = async (headers: Headers): Promise<Headers> =>
  bearer(dataOf(await redeem(await codeOf(headers)), StartedSession).token ?? '')

describe('happy', () => {
  test('the sessions of an account are listed with how they began, and one of them ends', async () => {
    const a = await net.person()
    const wallet = await net.walletOf(a.account)
    await net.link(a.headers, wallet, a.address)
    const other = await again(a)
    const asWallet = await net.asWallet(wallet, a.account)
    const handed = await handedOff(a.headers)
    const found = await list(a.headers)
    expect(found.map(({ method }) => method).sort()).toEqual(['contract', 'handoff', 'key', 'key'])
    expect(found.filter(({ isCurrent }) => isCurrent)).toEqual([
      expect.objectContaining({ method: 'key', address: a.address, by: a.address }),
    ])
    expect(found.find(({ method }) => method === 'handoff')).toMatchObject({ address: wallet, by: a.address })
    const going = (await list(other)).find(({ isCurrent }) => isCurrent)
    expect(await net.request('DELETE', `/auth/sessions/${going?.id}`, a.headers)).toMatchObject({ status: 200 })
    expect(await status(other)).toBe(401)
    for (const headers of [a.headers, asWallet, handed]) expect(await status(headers)).toBe(200)
  })

  test('everywhere is everywhere: keys, wallets and hand-offs, this one too', async () => {
    const a = await net.person()
    const wallet = await net.walletOf(a.account)
    await net.link(a.headers, wallet, a.address)
    const all = [a.headers, await again(a), await net.asWallet(wallet, a.account), await handedOff(a.headers)]
    const answer = await net.request('DELETE', '/auth/sessions', all[1])
    expect(answer).toMatchObject({ status: 200, json: { data: { ended: 4 } } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=;.*Max-Age=0/)
    for (const headers of all) expect(await status(headers)).toBe(401)
  })

  test('a wallet without code keeps what it signed, also once code appears, until its owner is removed', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const { walletFactory } = net.world.contracts
    const factory = net.chain.at('WalletFactory', walletFactory)
    const wallet = getAddress(String(await net.chain.read(factory, 'getWalletAddress', [a.address, 7n])))
    const message = await writeMessage(net.api, wallet)
    const signature = serializeErc6492Signature({
      address: walletFactory,
      data: encodeFunctionData({
        abi: parseAbi(['function createWallet(address owner, uint256 salt)']),
        functionName: 'createWallet',
        args: [a.address, 7n],
      }),
      signature: await a.account.signMessage({ message }),
    })
    const { token = '' } = dataOf(await call(net.api, 'verify', { message, signature }), StartedSession)
    const headers = bearer(token)
    expect((await me(net.api, headers)).account).toMatchObject({ canonicalWallet: wallet })
    await net.chain.send('stranger', factory, 'createWallet', [a.address, 7n])
    expect((await me(net.api, headers)).account).toMatchObject({ canonicalWallet: wallet })
    await net.addOwner(wallet, a.account, b.address)
    await net.removeOwner(wallet, 0, a.account)
    expect(await status(headers)).toBe(401)
  })
})

describe('a limited session of a smart wallet', () => {
  test('ends with the owner that signed it', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account)
    const headers = await net.asWallet(wallet, a.account, 'limited')
    expect(await status(headers)).toBe(200)
    await net.removeOwner(wallet, 0, a.account)
    expect(await status(headers)).toBe(401)
  })

  test('is seen and ended by its owner alone, once the wallet is linked', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account)
    await net.link(a.headers, wallet, a.address)
    const [ofA, ofB] = [
      await net.asWallet(wallet, a.account, 'limited'),
      await net.asWallet(wallet, b.account, 'limited'),
    ]
    expect((await list(a.headers)).map(({ scope }) => scope).sort()).toEqual(['full', 'limited'])
    await net.request('DELETE', '/auth/sessions', a.headers)
    expect([await status(ofA), await status(ofB)]).toEqual([401, 200])
  })
})

describe('error', () => {
  test('an id of nobody is 404', async () => {
    const a = await net.person()
    const end = (id: string) => net.request('DELETE', `/auth/sessions/${id}`, a.headers)
    expect(await end('0'.repeat(34))).toMatchObject({ status: 404, code: 'session_not_found' })
  })

  test('a fourth live hand-off code is refused, and the first three still count', async () => {
    const a = await net.person()
    const codes = [await codeOf(a.headers), await codeOf(a.headers), await codeOf(a.headers)]
    const refused = await net.post('/auth/handoff-create', a.headers)
    expect(refused).toMatchObject({ status: 409, code: 'handoff_limit_reached' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const code of codes) expect((await redeem(code)).status).toBe(200)
    expect((await net.post('/auth/handoff-create', a.headers)).status).toBe(200)
  })
})

describe('security', () => {
  test('nobody sees or ends the sessions of a co-owner, nor the account’s by a session of the wallet', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account)
    await net.link(a.headers, wallet, a.address)
    const [asA, asB] = [await net.asWallet(wallet, a.account), await net.asWallet(wallet, b.account)]
    const [ofB] = await list(asB)
    expect(await list(asB)).toHaveLength(1)
    expect((await list(a.headers)).map(({ id }) => id)).not.toContain(ofB?.id)
    expect(await net.request('DELETE', `/auth/sessions/${ofB?.id}`, a.headers)).toMatchObject({ status: 404 })
    expect(await net.request('DELETE', '/auth/sessions', asB)).toMatchObject({ json: { data: { ended: 1 } } })
    for (const headers of [a.headers, asA]) expect(await status(headers)).toBe(200)
  })

  test('a former owner ends only their own sessions of a wallet that has an account of its own, node or not', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account)
    const [asA, asB] = [await net.asWallet(wallet, a.account), await net.asWallet(wallet, b.account)]
    expect(await list(asA)).toHaveLength(2)
    await net.removeOwner(wallet, 0, a.account)
    for (const mode of ['pass', 'drop'] as const) {
      net.proxy.mode = mode
      expect(await list(asA)).toEqual([expect.objectContaining({ isCurrent: true })])
    }
    const [ofB] = (await list(asB)).filter(({ isCurrent }) => isCurrent)
    expect(await net.request('DELETE', `/auth/sessions/${ofB?.id}`, asA)).toMatchObject({ status: 404 })
    expect(await net.request('DELETE', '/auth/sessions', asA)).toMatchObject({ json: { data: { ended: 1 } } })
    net.proxy.reset()
    expect(await status(asB)).toBe(200)
  })

  test('a former key of a wallet that lists no owners ends only the session of this request', async () => {
    const [key, other] = [net.random.account(), net.random.account()]
    const wallet = (await net.chain.deploy('OneKeyWallet', [key.address])).address
    const before = await net.asWallet(wallet, key)
    const change = encodeFunctionData({
      abi: parseAbi(['function changeKey(address key)']),
      functionName: 'changeKey',
      args: [other.address],
    })
    await net.send(key.address, wallet, change)
    const after = await net.asWallet(wallet, other)
    expect(await list(after)).toHaveLength(2)
    expect(await net.request('DELETE', '/auth/sessions', before)).toMatchObject({ json: { data: { ended: 1 } } })
    expect(await status(after)).toBe(200)
  })

  test('a hand-off code ends with the session that requested it; a redeemed session ends by itself', async () => {
    const a = await net.person()
    const session = await again(a)
    const [redeemed, code] = [await handedOff(session), await codeOf(session)]
    await net.post('/auth/logout', session)
    expect(await redeem(code)).toMatchObject({ status: 400, code: 'invalid_handoff_code' })
    expect(await status(redeemed)).toBe(200)
    const [other] = (await list(redeemed)).filter(({ isCurrent }) => isCurrent)
    expect(await net.request('DELETE', `/auth/sessions/${other?.id}`, a.headers)).toMatchObject({ status: 200 })
    expect(await status(redeemed)).toBe(401)
  })

  test('sessions end with the wallet that they came through when it is unlinked', async () => {
    const a = await net.person()
    const [first, second] = [await net.walletOf(a.account), await net.walletOf(a.account)]
    for (const wallet of [first, second]) await net.link(a.headers, wallet, a.address)
    const asSecond = await net.asWallet(second, a.account)
    // Another owner does not depend on this link.
    const b = await net.person()
    await net.addOwner(second, a.account, b.address)
    const asB = await net.asWallet(second, b.account)
    expect((await net.post('/wallet/disconnect-external', a.headers, { address: second })).status).toBe(200)
    expect(await status(asSecond)).toBe(401)
    for (const headers of [a.headers, asB]) expect(await status(headers)).toBe(200)
  })

  test('the session in which an account was deleted is refused at once, but for the same request again', async () => {
    const a = await net.person()
    const other = await again(a)
    const { confirmation } = dataOf(
      await net.post('/portfolio/me/deletion', a.headers),
      z.looseObject({ confirmation: z.string() }),
    )
    const remove = () => net.request('DELETE', '/portfolio/me', a.headers, { confirmation })
    const first = await remove()
    expect(first).toMatchObject({ status: 200, json: { data: { deleted: true, status: 'done' } } })
    expect(await status(a.headers)).toBe(401)
    expect(await status(other)).toBe(401)
    expect(await net.get('/auth/sessions', a.headers)).toMatchObject({ status: 401 })
    expect((await remove()).json).toEqual(first.json)
  })
})

describe('concurrency', () => {
  test('a code whose session ends meanwhile is redeemed once at most, and a session that ended stays ended', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await net.person()
      const session = await again(a)
      const code = await codeOf(session)
      const [, ...answers] = await Promise.all([
        net.post('/auth/logout', session),
        ...Array.from({ length: 4 }, () => redeem(code)),
      ])
      expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1)
      expect(await redeem(code)).toMatchObject({ status: 400 })
      expect(await status(session)).toBe(401)
    }
  })
})
