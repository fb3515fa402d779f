import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { OwnerConfirmation } from '../../../schema/account/walletAnswers.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { accountOf, bearer, call, dataOf, me, signIn } from '../support.ts'
import { ask } from '../../support/ask.ts'
import { startAuthorityNet } from './support.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'

const net = useNet(() => startAuthorityNet('authority'))
beforeEach(() => net.proxy.reset())

const Role = z.looseObject({ actorRole: z.string() })
const roleOf = async (headers: Record<string, string>) => {
  const answer = await net.get(`/v1/workspace/summary?vault=${net.vault}`, headers)
  return answer.status === 200 ? dataOf(answer, Role).actorRole : `${answer.status} ${answer.code}`
}
const settle = () => net.runSchedule('account')
const rowOf = (wallet: string) =>
  net.d1
    .prepare('select profile_id, owner, denied_at from profile_wallets where address = ?')
    .bind(wallet.toLowerCase())
    .first<{ profile_id: string; owner: string | null; denied_at: number | null }>()

/** A and B own a wallet, and A has linked it. */
async function shared() {
  const [a, b] = [await net.person(), await net.person()]
  const wallet = await net.walletOf(a.account, b.account)
  expect(dataOf(await net.link(a.headers, wallet, a.address), OwnerConfirmation)).toMatchObject({
    linked: true,
    canonicalWallet: wallet,
  })
  return { a, b, wallet }
}

describe('an owner who was removed', () => {
  test('has no role, appoints nobody and hands nothing off, by a key, by the wallet or by a hand-off; who is left acts at once', async () => {
    const { a, b, wallet } = await shared()
    await net.appoint(wallet, 'ADMIN')
    const asWallet = await net.asWallet(wallet, a.account)
    const code = dataOf(await net.post('/auth/handoff-create', a.headers), z.looseObject({ code: z.string() })).code
    const handed = bearer(
      dataOf(await net.post('/auth/handoff-redeem', {}, { code }), z.looseObject({ token: z.string() })).token,
    )
    const sessions = [a.headers, asWallet, handed]
    for (const headers of sessions) expect(await roleOf(headers)).toBe('ADMIN')

    await net.removeOwner(wallet, 0, a.account)
    expect(await roleOf(a.headers)).toBe('403 forbidden')
    expect(await roleOf(asWallet)).toBe('401 unauthenticated')
    expect(await roleOf(handed)).toBe('401 unauthenticated')
    const payload = { address: a.address, role: 'OPERATOR' }
    for (const headers of sessions) {
      const body = { vault: net.vault, action: 'settings.members.set', payload }
      expect((await net.post('/v1/workspace/actions', headers, body)).status).toBeGreaterThan(400)
    }
    for (const headers of [asWallet, handed])
      expect(await net.post('/auth/handoff-create', headers)).toMatchObject({
        status: expect.any(Number),
        code: expect.stringMatching(/unauthenticated|wallet_session/),
      })
    expect(await roleOf(await net.asWallet(wallet, b.account))).toBe('ADMIN')
  })

  test('of a vault has its rights no more, and the owner who is left has them', async () => {
    const { a, b, wallet } = await shared()
    const { vault2 } = net
    const transfer = encodeFunctionData({
      abi: parseAbi(['function transferOwnership(address to)']),
      functionName: 'transferOwnership',
      args: [wallet],
    })
    await net.send(accountOf(net, 'owner').address, vault2, transfer)
    const role = async (headers: Record<string, string>) => {
      const answer = await net.get(`/v1/workspace/summary?vault=${vault2}`, headers)
      return answer.status === 200 ? dataOf(answer, Role).actorRole : answer.code
    }
    expect(await role(a.headers)).toBe('OWNER')
    await net.removeOwner(wallet, 0, a.account)
    expect(await role(a.headers)).toBe('forbidden')
    expect(await role(await net.asWallet(wallet, b.account))).toBe('OWNER')
  })

  test('gets that the wallet is not linked, and it is no longer canonical', async () => {
    const { a, wallet } = await shared()
    await net.removeOwner(wallet, 0, a.account)
    expect(dataOf(await net.link(a.headers, wallet, a.address), OwnerConfirmation)).toMatchObject({
      status: 'owner_not_found_yet',
      linked: false,
      canonicalWallet: a.address,
    })
    expect((await me(net.api, a.headers)).account).toMatchObject({
      canonicalWallet: a.address,
      wallets: [{ address: a.address, kind: 'owner' }],
    })
  })

  test('loses the link once the block is final, with what came through it, and the log has why', async () => {
    const { a, b, wallet } = await shared()
    const handoff = async () =>
      dataOf(await net.post('/auth/handoff-create', a.headers), z.looseObject({ code: z.string() })).code
    const handed = bearer(
      dataOf(
        await net.post('/auth/handoff-redeem', {}, { code: await handoff() }),
        z.looseObject({ token: z.string() }),
      ).token,
    )
    const asB = await net.asWallet(wallet, b.account)
    await net.removeOwner(wallet, 0, a.account)
    // Denied, and not final yet.
    expect((await me(net.api, a.headers)).account?.wallets).toHaveLength(1)
    expect(await net.link(b.headers, wallet, b.address)).toMatchObject({ status: 409, code: 'account_conflict' })
    expect(await rowOf(wallet)).toMatchObject({ denied_at: expect.any(Number) })

    await net.finalize()
    await settle()
    expect(await rowOf(wallet)).toBeNull()
    const log = await net.d1
      .prepare('select owner, reason, chain_id from wallet_link_endings where address = ?')
      .bind(wallet.toLowerCase())
      .first()
    expect(log).toEqual({ owner: a.address.toLowerCase(), reason: 'owner_removed', chain_id: 31_337 })
    expect(await call(net.api, 'me', undefined, handed)).toMatchObject({ status: 401 })
    // The other owner's session did not come through the link.
    expect(await me(net.api, asB)).toMatchObject({ address: wallet, account: null })
    expect(dataOf(await net.link(b.headers, wallet, b.address), OwnerConfirmation)).toMatchObject({
      linked: true,
      canonicalWallet: wallet,
    })
  })

  test('makes way for a present owner at once where the block is final, without waiting for the schedule', async () => {
    const { a, b, wallet } = await shared()
    await net.removeOwner(wallet, 0, a.account)
    await net.finalize()
    expect(dataOf(await net.link(b.headers, wallet, b.address), OwnerConfirmation)).toMatchObject({ linked: true })
    expect((await me(net.api, a.headers)).account?.wallets).toHaveLength(1)
  })

  test('may prove the wallet again by another owner of the same account', async () => {
    const { a, wallet } = await shared()
    await net.addOwner(wallet, a.account, a.address === wallet ? wallet : net.random.account().address)
    const second = net.random.account()
    const row = await rowOf(wallet)
    await net.d1
      .prepare(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at) values (?, ?, 'owner', 0, 1)`,
      )
      .bind(second.address.toLowerCase(), row?.profile_id ?? '')
      .run()
    await net.addOwner(wallet, a.account, second.address)
    await net.removeOwner(wallet, 0, a.account)
    expect((await me(net.api, a.headers)).account?.wallets).not.toContainEqual({ address: wallet, kind: 'smart' })
    expect(dataOf(await net.link(a.headers, wallet, second.address), OwnerConfirmation)).toMatchObject({ linked: true })
    expect(await rowOf(wallet)).toMatchObject({ owner: second.address.toLowerCase(), denied_at: null })
  })
})

describe('a co-owner', () => {
  test('who signs in as the wallet acts for it, and gets nothing of the account that has linked it', async () => {
    const { a, b, wallet } = await shared()
    await net.appoint(wallet, 'OPERATOR')
    const asWallet = await net.asWallet(wallet, b.account)
    expect(await me(net.api, asWallet)).toMatchObject({ address: wallet, account: null })
    expect(await roleOf(asWallet)).toBe('OPERATOR')
    const refused = { status: 403, code: 'wallet_session' }
    expect(await net.get('/portfolio/me', asWallet)).toMatchObject(refused)
    expect(await net.get('/portfolio/me/export', asWallet)).toMatchObject(refused)
    expect(await net.post('/portfolio/me/deletion', asWallet)).toMatchObject(refused)
    expect(await net.request('PATCH', '/portfolio/me', asWallet, { bio: 'mine' })).toMatchObject(refused)
    expect(await net.post('/wallet/disconnect-external', asWallet, { address: a.address })).toMatchObject(refused)
    expect(await net.post('/auth/handoff-create', asWallet)).toMatchObject(refused)
    expect(await net.get(`/wallet/trayPortfolio?ids=${wallet}`, asWallet)).toMatchObject(refused)
    expect((await me(net.api, a.headers)).account?.wallets).toHaveLength(2)
  })

  test('who speaks as the wallet in another network has nothing of that account, while the only owner has all of it', async () => {
    const { a, wallet } = await shared()
    const alone = await net.walletOf(a.account)
    await net.link(a.headers, alone, a.address)
    const config = parseChainConfig({ chainId: net.world.chainId, contracts: net.world.contracts })
    const chain = createChain(config, createRpc({ urls: [net.rpcUrl] }))
    const { behind } = openAuthority({ chain }, net.d1)
    expect(await behind(wallet)).toEqual({ account: null, wallets: [wallet] })
    const all = [a.address, wallet, alone].toSorted()
    for (const one of [alone, a.address]) {
      const { account, wallets } = await behind(one)
      expect([account?.canonicalWallet, wallets.toSorted()]).toEqual([wallet, all])
    }
    await net.addOwner(alone, a.account, net.random.account().address)
    expect(await behind(alone)).toEqual({ account: null, wallets: [alone] })
  })

  test('does not take the link over while the first owner is one', async () => {
    const { b, wallet } = await shared()
    await net.finalize()
    expect(await net.link(b.headers, wallet, b.address)).toMatchObject({ status: 409, code: 'account_conflict' })
  })

  test('an account that a wallet made by its own first sign-in stays the wallet’s, under any owner', async () => {
    const [a, b] = [await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account)
    const first = await net.asWallet(wallet, a.account)
    expect((await me(net.api, first)).account).toMatchObject({ canonicalWallet: wallet })
    expect((await net.request('PATCH', '/portfolio/me', first, { bio: 'of the wallet' })).status).toBe(200)
    await net.removeOwner(wallet, 0, a.account)
    expect(await net.get('/portfolio/me/export', first)).toMatchObject({ status: 401 })
    await net.finalize()
    await settle()
    const second = await net.asWallet(wallet, b.account)
    expect(await net.get('/portfolio/me/export', second)).toMatchObject({ status: 200 })
    const { confirmation } = dataOf(
      await net.post('/portfolio/me/deletion', second),
      z.looseObject({ confirmation: z.string() }),
    )
    expect(await net.request('DELETE', '/portfolio/me', second, { confirmation })).toMatchObject({ status: 200 })
  })
})

describe('what proves a wallet', () => {
  test('where it lists no owners, its own signature, until the wallet rejects it', async () => {
    const [key, other] = [net.random.account(), net.random.account()]
    const wallet = (await net.chain.deploy('OneKeyWallet', [key.address])).address
    const headers = await net.asWallet(wallet, key)
    expect(await net.get('/portfolio/me', headers)).toMatchObject({ status: 200 })
    const change = encodeFunctionData({
      abi: parseAbi(['function changeKey(address key)']),
      functionName: 'changeKey',
      args: [other.address],
    })
    await net.send(key.address, wallet, change)
    expect(await net.get('/portfolio/me', headers)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await net.get('/portfolio/me', await net.asWallet(wallet, other))).toMatchObject({ status: 200 })
  })

  test('an owner at another index is the same owner, and the link stays', async () => {
    const { a, b, wallet } = await shared()
    await net.removeOwner(wallet, 0, a.account)
    await net.addOwner(wallet, b.account, a.address)
    expect((await me(net.api, a.headers)).account).toMatchObject({ canonicalWallet: wallet })
    await net.chain.mine(4, 60)
    await settle()
    expect(await rowOf(wallet)).toMatchObject({ denied_at: null })
  })

  test('a contract that names everybody an owner, once it does, proves nothing', async () => {
    const { a, wallet } = await shared()
    await net.chain.setCode(wallet, '0x60015f5260205ff3')
    expect((await me(net.api, a.headers)).account?.wallets).toEqual([{ address: a.address, kind: 'owner' }])
  })
})

describe('a node that fails, lags or lies', () => {
  test('leaves whose a wallet is unknown, and changes nothing; what needs no node goes on', async () => {
    const { a, wallet } = await shared()
    await net.appoint(wallet, 'ADMIN')
    const asWallet = await net.asWallet(wallet, a.account)
    const second = await signIn(net.api, a.account)
    const extra = await net.walletOf(a.account)
    await net.link(a.headers, extra, a.address)
    net.proxy.mode = 'drop'
    const unknown = { status: 503, code: 'authority_unknown' }
    expect(await net.get(`/v1/workspace/summary?vault=${net.vault}`, a.headers)).toMatchObject(unknown)
    expect(await call(net.api, 'me', undefined, a.headers)).toMatchObject(unknown)
    expect(await call(net.api, 'me', undefined, asWallet)).toMatchObject(unknown)
    expect(await net.get('/image/projects', asWallet)).toMatchObject(unknown)
    expect((await net.get('/auth/sessions', a.headers)).status).toBe(200)
    expect((await net.post('/auth/logout', bearer(second.token))).status).toBe(200)
    expect((await net.post('/wallet/disconnect-external', a.headers, { address: extra })).status).toBe(200)
    expect(await rowOf(wallet)).toMatchObject({ denied_at: null })
    await settle()
    net.proxy.reset()
    expect(await roleOf(a.headers)).toBe('ADMIN')
  })

  test('refuses this answer alone: one that denies what is so ends no link', async () => {
    const before = Number((await net.chain.latest()).number)
    const { a, wallet } = await shared()
    await net.finalize()
    // It is stuck at a block in which there was no wallet yet.
    net.proxy.mode = { stuckAt: before }
    expect((await me(net.api, a.headers)).account).toMatchObject({
      canonicalWallet: a.address,
      wallets: [{ address: a.address, kind: 'owner' }],
    })
    expect(await rowOf(wallet)).toMatchObject({ denied_at: expect.any(Number) })
    await settle()
    net.proxy.reset()
    await settle()
    expect(await rowOf(wallet)).toMatchObject({ denied_at: null })
    expect((await me(net.api, a.headers)).account).toMatchObject({ canonicalWallet: wallet })
  })
})

describe('concurrency', () => {
  test('of two present owners who claim a wallet whose linker was removed, one gets it', async () => {
    const [a, b, c] = [await net.person(), await net.person(), await net.person()]
    const wallet = await net.walletOf(a.account, b.account, c.account)
    await net.link(a.headers, wallet, a.address)
    await net.removeOwner(wallet, 0, a.account)
    await net.finalize()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        i % 2 === 0 ? net.link(b.headers, wallet, b.address) : net.link(c.headers, wallet, c.address),
      ),
    )
    const linked = await Promise.all([b, c].map(async ({ headers }) => (await me(net.api, headers)).account))
    expect(linked.filter((one) => one?.wallets.some(({ address }) => address === wallet))).toHaveLength(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const { n } = (await net.d1
      .prepare('select count(*) n from wallet_link_endings where address = ?')
      .bind(wallet.toLowerCase())
      .first<{ n: number }>()) ?? { n: 0 }
    expect(n).toBe(1)
  })
})

describe('two nodes', () => {
  const second = useRpcProxy()
  const pair = useNet(() => startAuthorityNet('witnesses', second.nodeUrl))

  test('must both deny a link at a final block: while one is away, or says otherwise, it stays', async () => {
    const a = await pair.person()
    const wallet = await pair.walletOf(a.account, pair.random.account())
    await pair.link(a.headers, wallet, a.address)
    const linked = () =>
      pair.d1.prepare('select count(*) n from profile_wallets where address = ?').bind(wallet.toLowerCase()).first('n')
    const held = Number((await pair.chain.latest()).number)
    await pair.removeOwner(wallet, 0, a.account)
    await pair.finalize()
    second.mode = 'drop'
    await pair.runSchedule('account')
    expect(await linked()).toBe(1)
    // Its finalized block is one in which the owner still was one.
    const block = await ask(pair.rpcUrl, 'eth_getBlockByNumber', `0x${held.toString(16)}`, false)
    second.mode = {
      replies: ({ method, params }) =>
        method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? { result: block } : undefined,
    }
    await pair.runSchedule('account')
    expect(await linked()).toBe(1)
    second.reset()
    await pair.runSchedule('account')
    expect(await linked()).toBe(0)
  })
})
