import { beforeAll, describe, expect, test } from 'vitest'
import { Portfolio, PortfolioExport } from '../../schema/account/portfolioAnswers.ts'
import { PERSONAL_DATA } from '../../functions/account/store/personalData.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { seeded } from '../support/seeded.ts'
import { callPortfolio, signedIn } from './portfolioCalls.ts'
import { openFactory } from './wallet/support.ts'
import { accountOf, dataOf, PAGE, receiptOf, signIn, startAccountNet } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

const random = seeded('portfolio')
const EMAIL = 'ada.portfolio@example.com'
let factory: Awaited<ReturnType<typeof openFactory>>
/** Whose profile refused changes leave as it is. */
let shared: Awaited<ReturnType<typeof signedIn>>
const net = useNet(() => startAccountNet())
const d1 = prepared(() => net.database())
beforeAll(async () => {
  factory = await openFactory(net)
  shared = await signedIn(net.api)
  await shared.change({ displayName: 'Shared', website: 'https://example.com/' })
})

/** Somebody with a second wallet, a smart one, and an e-mail address. */
async function linkedPerson() {
  const key = random.key()
  const other = random.account().address
  const email = `${random.below(1e9)}.${EMAIL}`
  const person = await signedIn(net.api, key)
  const smart = await factory.walletOf(person.address)
  const rows = [
    ['smart', smart, 1],
    ['owner', other, 0],
  ] as const
  await d1.batch([
    d1.prepare('update profile_wallets set canonical = 0 where address = ?').bind(person.address.toLowerCase()),
    ...rows.map(([kind, wallet, canonical]) =>
      d1
        .prepare(
          `insert into profile_wallets (address, profile_id, kind, canonical, linked_at, owner)
           select ?1, profile_id, ?2, ?3, 1, iif(?2 = 'smart', ?4, null) from profile_wallets where address = ?4`,
        )
        .bind(wallet.toLowerCase(), kind, canonical, person.address.toLowerCase()),
    ),
    d1
      .prepare(
        `insert into linked_accounts (kind, id, profile_id, linked_at)
         select 'email', ?, profile_id, 1 from profile_wallets where address = ?`,
      )
      .bind(email, person.address.toLowerCase()),
  ])
  return { ...person, smart, other, email }
}

const publicOf = async (address: string) => callPortfolio(net.api, 'GET', `?address=${address}`)

describe('getPortfolio', () => {
  test('happy: the caller sees all that is linked, by session or receipt', async () => {
    const { address, smart, other, email, read } = await linkedPerson()
    const own = await read()
    expect(own).toMatchObject({ mode: 'self', linked: [{ kind: 'email', id: email }], onchainIdentity: null })
    expect(own.wallets.map((wallet) => wallet.address).toSorted()).toEqual([address, smart, other].toSorted())
    expect(own.onchainSummary).toEqual({ totalUsdValue: null, asOf: null, source: 'none', wallet: smart })

    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const agent = dataOf(await callPortfolio(net.api, 'GET', '', { headers: { 'x-siwa-receipt': receipt } }), Portfolio)
    expect(agent.onchainIdentity?.agent).toMatchObject({ agentId: 0 })
  })

  test('security: anybody sees the fields, the wallet that was named and the canonical one, and nothing else', async () => {
    const { address, smart, other, email, change } = await linkedPerson()
    await change({ displayName: 'Ada' })
    const answer = await publicOf(address)
    const shown = dataOf(answer, Portfolio)
    expect(shown).toMatchObject({ mode: 'public', profile: { displayName: 'Ada' } })
    expect(shown.wallets.map((wallet) => wallet.address).toSorted()).toEqual([address, smart].toSorted())
    expect(Object.keys(shown.wallets[0] ?? {})).toEqual(['address', 'isCanonical'])
    const text = JSON.stringify(answer.json)
    for (const secret of [email, other, other.toLowerCase(), 'linked', 'kind']) expect(text).not.toContain(secret)
  })

  test('security: the owner, too, gets the public view of an address, and a bad credential is not looked at', async () => {
    const { address, send } = await linkedPerson()
    expect(dataOf(await send('GET', `?address=${address}`), Portfolio).mode).toBe('public')
    const bad = { headers: { authorization: 'Bearer nobody' } }
    expect((await callPortfolio(net.api, 'GET', `?address=${address}`, bad)).status).toBe(200)
    expect(await callPortfolio(net.api, 'GET', '', bad)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await callPortfolio(net.api, 'GET')).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('error: an address that nobody has linked is 404, an invalid one is 400', async () => {
    expect(await publicOf(random.account().address)).toMatchObject({ status: 404, code: 'account_not_found' })
    expect(await publicOf('0x12')).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await publicOf('')).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a session without an account sees that it has none', async () => {
    const { address, read } = await signedIn(net.api)
    await d1.batch([
      d1
        .prepare('delete from profiles where id = (select profile_id from profile_wallets where address = ?)')
        .bind(address.toLowerCase()),
      d1.prepare('delete from profile_wallets where address = ?').bind(address.toLowerCase()),
    ])
    expect(await read()).toEqual({
      mode: 'self',
      profile: null,
      wallets: [],
      linked: [],
      onchainSummary: null,
      onchainIdentity: null,
    })
  })

  test('answers a provider’s data of the last hour and the vaults of the wallets, with the time of the read', async () => {
    const { address, smart, read } = await linkedPerson()
    const now = Math.floor(Date.now() / 1000)
    const { vault, creatorCoin } = net.world.contracts
    const portfolio = { totalUsd: '12.5', chains: [], protocols: null, tokens: null }
    await d1.batch([
      d1
        .prepare(
          `insert into wallet_intelligence_cache (key, source, address, data, created_at, expires_at)
           values (?1, 'portfolio', ?1, ?2, ?3, ?4)`,
        )
        .bind(smart.toLowerCase(), JSON.stringify(portfolio), now - 60, now + 60),
      d1
        .prepare('insert into chains (id, chain_id, genesis, checked_at) values (77, ?, ?, ?)')
        .bind(net.world.chainId, `0x${'77'.repeat(32)}`, now),
      d1
        .prepare(
          `insert into vaults (chain, vault, creator_coin, coin_symbol, search, active, prelaunch, created_at, updated_at,
             market_cap, volume_1d, volume_1w, volume_1y, fees_24h) values (77, ?, ?, 'AUR', '', 1, 0, 1, 1, '', '', '', '', '')`,
        )
        .bind(vault.toLowerCase(), creatorCoin.toLowerCase()),
      d1
        .prepare('insert into creator_reputation (chain, vault, owner, owner_read_at) values (77, ?, ?, ?)')
        .bind(vault.toLowerCase(), address.toLowerCase(), now - 30),
    ])
    const own = await read()
    expect(own.onchainSummary).toEqual({
      totalUsdValue: '12.5',
      asOf: new Date(1000 * (now - 60)).toISOString(),
      source: 'wallet-intelligence',
      wallet: smart,
    })
    const asOf = new Date(1000 * (now - 30)).toISOString()
    expect(own.onchainIdentity).toEqual({
      agent: null,
      vaults: [{ vault, owner: address, creatorCoin, coinSymbol: 'AUR', asOf }],
    })
    // The canonical wallet's answer has nothing about the other one.
    expect(dataOf(await publicOf(smart), Portfolio).onchainIdentity).toBeNull()
  })
})

describe('updatePortfolio', () => {
  test('happy: sets what is sent, clears what is null or empty, and leaves the rest', async () => {
    const { change, read } = await signedIn(net.api)
    const changed = dataOf(await change({ displayName: ' Ada ', website: 'https://Example.com' }), Portfolio)
    expect(changed).toEqual(await read())
    expect(changed.profile).toMatchObject({ displayName: 'Ada', website: 'https://example.com/', bio: null })
    await change({ avatarSocialUri: `social://${'ab'.repeat(32)}`, website: null, displayName: '' })
    expect((await read()).profile).toEqual({
      displayName: null,
      bio: null,
      website: null,
      avatarUrl: null,
      bannerUrl: null,
      avatarSocialUri: `social://${'ab'.repeat(32)}`,
      bannerSocialUri: null,
    })
  })

  test.each([
    ['no field', {}, 'body'],
    ['an unknown field', { displayName: 'x', email: 'a@b.c' }, 'email'],
    ['a name that is too long', { displayName: 'x'.repeat(65) }, 'displayName'],
    ['a bio that is too long', { bio: 'x'.repeat(481) }, 'bio'],
    ['a link that is too long', { website: `https://example.com/${'x'.repeat(261)}` }, 'website'],
    ['a link of another scheme', { website: 'java\tscript:alert(1)' }, 'website'],
    ['a link relative to the scheme', { bannerUrl: '//example.com/x.png' }, 'bannerUrl'],
    ['a link with a backslash', { avatarUrl: '/\\example.com' }, 'avatarUrl'],
    ['another storage', { bannerSocialUri: 'ipfs://abc' }, 'bannerSocialUri'],
    ['a control character', { bio: 'a\u0007b' }, 'bio'],
    ['half a character', { displayName: 'a\ud83d' }, 'displayName'],
  ])('error: refuses %s by its name and changes nothing', async (_, body, name) => {
    const { change, read } = shared
    const refused = await change(body)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(JSON.stringify(refused.json)).toContain(name)
    expect((await read()).profile).toMatchObject({ displayName: 'Shared', website: 'https://example.com/' })
  })

  test('error: nobody’s profile', async () => {
    const { address, change } = await signedIn(net.api)
    await d1.prepare('delete from profile_wallets where address = ?').bind(address.toLowerCase()).run()
    expect(await change({ bio: 'x' })).toMatchObject({ status: 404, code: 'account_not_found' })
  })

  test('security: a cookie counts from a trusted page alone, and a receipt not without a signature', async () => {
    const account = random.account()
    const { cookie } = await signIn(net.api, account)
    const body = { displayName: 'x' }
    const from = (origin: string) => callPortfolio(net.api, 'PATCH', '', { body, headers: { cookie, origin } })
    expect((await from(PAGE)).status).toBe(200)
    expect(await from('https://evil.example')).toMatchObject({ status: 403, code: 'forbidden_origin' })
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const unsigned = await callPortfolio(net.api, 'PATCH', '', { body, headers: { 'x-siwa-receipt': receipt } })
    expect(unsigned).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('concurrency: changes of different fields at once all last, of one field one does', async () => {
    const { change, read } = await signedIn(net.api)
    const fields = { displayName: 'Ada', bio: 'x', website: 'https://a.example/', avatarUrl: 'https://b.example/' }
    const names = ['one', 'two', 'three']
    await Promise.all([
      ...Object.entries(fields).map(([name, value]) => change({ [name]: value })),
      ...names.map((name) => change({ bannerUrl: `https://${name}.example/` })),
    ])
    const { profile } = await read()
    expect(profile).toMatchObject(fields)
    expect(names.map((name) => `https://${name}.example/`)).toContain(profile?.bannerUrl)
  })
})

describe('exportPortfolio', () => {
  test('happy: every section, with one’s own e-mail address, as a file that nobody keeps', async () => {
    const { address, email, send } = await linkedPerson()
    const answer = await send('GET', '/export')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/)
    const { sections } = dataOf(answer, PortfolioExport)
    expect(sections.map(({ name }) => name)).toEqual(PERSONAL_DATA.flatMap(({ shown }) => (shown ? [shown.as] : [])))
    expect(JSON.stringify(answer.json)).toContain(email)
    expect(JSON.stringify(answer.json)).toContain(address.toLowerCase())
  })

  test('security: nothing of anybody else, and no secret', async () => {
    const [one, other] = [await linkedPerson(), await linkedPerson()]
    const accounts = createAccountStore(d1)
    const [invitee, referrer] = [await accounts.findByWallet(one.address), await accounts.findByWallet(other.address)]
    await d1
      .prepare(
        `insert into referral_conversions (invitee_profile_id, referrer_profile_id, referral_code, created_at)
         values (?, ?, 'CODE', 1)`,
      )
      .bind(invitee?.profileId, referrer?.profileId)
      .run()
    const text = JSON.stringify(await other.export())
    expect(text).toContain('CODE')
    for (const foreign of [one.address.toLowerCase(), one.email, invitee?.profileId ?? '', other.token])
      expect(text).not.toContain(foreign)
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const headers = { 'x-siwa-receipt': receipt }
    expect(await callPortfolio(net.api, 'GET', '/export', { headers })).toMatchObject({ status: 401 })
  })

  test('pages a long section, each row once', async () => {
    const { export: all, send } = await signedIn(net.api)
    const { profileId } = await all()
    const rows = Array.from({ length: 1100 }, (_, i) => i)
    await d1
      .prepare(
        `insert into amoe_credits (profile_id, source, source_id, units, seq, created_at)
         select ?, 'x', value, 1, value, 1 from json_each(?)`,
      )
      .bind(profileId, JSON.stringify(rows))
      .run()
    const credits = (await all()).sections.find(({ name }) => name === 'freeEntryCredits')
    const seen = [...(credits?.rows ?? [])]
    expect(seen).toHaveLength(500)
    for (let cursor = credits?.nextCursor ?? null; cursor !== null;) {
      const page = await send('GET', `/export?section=freeEntryCredits&cursor=${cursor}`)
      const [section] = dataOf(page, PortfolioExport).sections
      seen.push(...(section?.rows ?? []))
      cursor = section?.nextCursor ?? null
    }
    expect(seen.map((row) => Number(row['sourceId'])).toSorted((a, b) => a - b)).toEqual(rows)
  })

  test('error: an unknown section, and a cursor without one', async () => {
    const { send } = await signedIn(net.api)
    expect(await send('GET', '/export?section=passwords')).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(await send('GET', '/export?cursor=5')).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})
