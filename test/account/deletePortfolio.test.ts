import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { award } from '../../localnet/seed.ts'
import { embeddedKeyOf } from '../../localnet/identity/UserDirectory.ts'
import { sealLinkToken } from '../../functions/chatapp/link/linkToken.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { createDeletionStore } from '../../functions/account/store/deletions.ts'
import { createIdentityStore } from '../../shared/store/identities.ts'
import { PERSONAL_DATA } from '../../functions/account/store/personalData.ts'
import { MiniappStatus } from '../../schema/chatapp/answers.ts'
import { linked, startChatappNet } from '../chatapp/startChatappNet.ts'
import { seeded } from '../support/seeded.ts'
import { countHeld, fillRegister, type Held } from './heldRows.ts'
import { callPortfolio, deleted, signedIn } from './portfolioCalls.ts'
import { accountOf, bearer, call, dataOf, PAGE, receiptOf, signIn } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

const random = seeded('deletions')

const net = useNet(() => startChatappNet({ families: ['account'], variables: { TRUSTED_ORIGINS: PAGE } }))
const d1 = prepared(() => net.database())

/** Somebody with an e-mail address, a linked chat account and credits, signed in with the embedded wallet. */
async function chatPerson() {
  const chat = await net.join()
  const { profileId, idpUserId } = linked(await net.complete(chat)).link
  const person = await signedIn(net.api, embeddedKeyOf(chat.email))
  await award(await net.objects('AMOE_LEDGER'), { profileId, sourceId: 'test', points: 300, now: 1 })
  const held: Held = { profileId, wallet: person.address, chatappUserId: chat.chatappUserId }
  // Links and credits reach D1 by outboxes.
  const counts = async (table: string) =>
    (await d1.prepare(`select count(*) n from ${table} where profile_id = ?`).bind(profileId).first<{ n: number }>())?.n
  await vi.waitFor(
    async () => expect([await counts('chatapp_user_links'), await counts('amoe_credits')]).toEqual([1, 1]),
    { timeout: 45_000 },
  )
  return { ...person, chat, held, profileId, idpUserId }
}

/** Calls an account's own object of the lottery. */
async function ledgerOf(profileId: string, method: string, ...args: unknown[]): Promise<unknown> {
  const ledger = (await net.objects('AMOE_LEDGER')).getByName(profileId)
  return Reflect.apply(Reflect.get(ledger, method), ledger, args)
}

const StoredRows = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/** All rows of an object of the chat app. */
async function rowsOf(binding: 'CHATAPP_USERS' | 'CHATAPP_ACCOUNTS', name: string) {
  const object = (await net.objects(binding)).getByName(name)
  return StoredRows.parse(await Reflect.apply(Reflect.get(object, 'storedRows'), object, []))
}

const expectNothingLeft = async (held: Held, kept = 0) => {
  const expected = PERSONAL_DATA.map(({ onDeletion }) => (typeof onDeletion === 'object' ? kept : 0))
  // An account has more joins than the one that is put there.
  const left = async () => (await countHeld(d1, held)).map((count) => Math.min(count, 1))
  await vi.waitFor(async () => expect(await left()).toEqual(expected), { timeout: 45_000 })
}
const runSchedule = () => net.runSchedule('account')
const aheadBy = (aheadMs: number) => net.changeTime('account', { aheadMs })

describe('requestPortfolioDeletion', () => {
  test('says what goes and what stays, stores nothing, and needs an account', async () => {
    const { ask, send, address } = await signedIn(net.api)
    const { whatIsDeleted, whatIsKept } = await ask()
    const named = [...whatIsDeleted, ...whatIsKept].map(({ name }) => name)
    expect(named).toEqual(expect.arrayContaining(PERSONAL_DATA.flatMap(({ shown }) => (shown ? [shown.as] : []))))
    expect(new Set(named).size).toBe(named.length)
    expect(await createDeletionStore(d1).ofAddress(address)).toEqual([])
    await d1.prepare('delete from profile_wallets where address = ?').bind(address.toLowerCase()).run()
    expect(await send('POST', '/deletion')).toMatchObject({ status: 404, code: 'account_not_found' })
  })
})

describe('deletePortfolio', () => {
  test('happy: nothing is left of the account anywhere, but for what was said to stay', async () => {
    const { ask, confirm, chat, export: all, held, key, profileId, send, token } = await chatPerson()
    await fillRegister(d1, held)
    expect((await countHeld(d1, held)).filter((count) => count === 0)).toEqual([])
    expect((await all()).sections.filter(({ rows }) => rows.length === 0)).toEqual([])
    const other = await signedIn(net.api, key)

    const { confirmation } = await ask()
    const answer = await confirm(confirmation)
    expect(deleted(answer).status).toBe('done')
    expect(answer.headers.get('set-cookie')).toMatch(/Max-Age=0/)
    await expectNothingLeft(held, 1)
    await d1.prepare('delete from workspace_members').run()
    expect(await ledgerOf(profileId, 'standing', held.wallet)).toMatchObject({ units: 0, pending: { entries: 0 } })
    // Its session of the Mini App ended with it; another finds no link.
    expect(await net.call('miniapp/status', undefined, bearer(chat.sessionToken))).toMatchObject({ status: 401 })
    const status = await net.call('miniapp/status', undefined, bearer(await net.token({ user: chat.chatappUserId })))
    expect(dataOf(status, MiniappStatus).link).toBeNull()
    expect(await call(net.api, 'me', undefined, bearer(other.token))).toMatchObject({ status: 401 })

    // A repeat answers the same, and the session can do nothing else any more.
    expect(deleted(await confirm(confirmation))).toEqual(deleted(answer))
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/export'],
      ['POST', '/deletion'],
    ] as const)
      expect(await send(method, path)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await call(net.api, 'me', undefined, bearer(token))).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(deleted(await confirm(confirmation))).toEqual(deleted(answer))

    await aheadBy(601_000)
    await runSchedule()
    await aheadBy(0)
    expect(await confirm(confirmation)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await createDeletionStore(d1).unfinished(10)).toEqual([])
  })

  test('signing in again opens a new account, which an old confirmation does not delete', async () => {
    const first = await chatPerson()
    const { confirmation } = await first.ask()
    deleted(await first.confirm(confirmation))
    const again = await signedIn(net.api, first.key)
    const { profileId } = await again.export()
    expect(profileId).not.toBe(first.profileId)
    expect(deleted(await again.confirm(confirmation)).deleted).toBe(true)
    expect((await again.export()).profileId).toBe(profileId)
    // The chat user is free to link again, and that link is the newer one.
    const sessionToken = await net.token({ user: first.chat.chatappUserId })
    const relinked = linked(await net.complete({ ...first.chat, sessionToken })).link
    expect(relinked).toMatchObject({ profileId, revokedAt: null })
    await vi.waitFor(async () => {
      const row = await d1
        .prepare('select profile_id from chatapp_user_links where chatapp_user_id = ?')
        .bind(first.chat.chatappUserId)
        .first()
      expect(row).toEqual({ profile_id: profileId })
    }, 45_000)
  })

  test('security: the objects of the chat app do not name the chat user any more, nor one who was linked before', async () => {
    const before = await net.join()
    const { link } = linked(await net.complete(before))
    await net.call('unlink', {}, bearer(before.sessionToken))
    const access = String(before.headers['authorization']).slice('Bearer '.length)
    net.identity.users.unlinkChatapp(link.idpUserId)
    await net.linkAtProvider(access, { user: '777000001', username: 'ada_of_now' })
    const sessionToken = await net.token({ user: '777000001', username: 'ada_of_now' })
    const secret = net.secrets['CHATAPP_LINK_TOKEN_SECRET'] ?? ''
    const target = { chatappUserId: '777000001', chatId: '777000001', issuedAt: Math.floor(Date.now() / 1000) }
    linked(await net.complete({ ...before, sessionToken }, { linkToken: await sealLinkToken(target, secret) }))
    const ids = [before.chatappUserId, '777000001', 'ada_of_now', link.idpUserId, link.profileId]
    const named = async () => {
      const stored = await Promise.all([
        rowsOf('CHATAPP_USERS', before.chatappUserId),
        rowsOf('CHATAPP_USERS', '777000001'),
        rowsOf('CHATAPP_ACCOUNTS', link.idpUserId),
      ])
      return ids.filter((id) => JSON.stringify(stored).includes(id))
    }
    expect(await named()).toEqual(ids)
    // D1 has heard of both links: what it knows is what the deletion goes by.
    await vi.waitFor(async () => {
      const query = 'select 1 from chatapp_user_links where profile_id = ?'
      expect((await d1.prepare(query).bind(link.profileId).all()).results).toHaveLength(2)
    }, 45_000)

    const person = await signedIn(net.api, embeddedKeyOf(before.email))
    const { confirmation } = await person.ask()
    expect(deleted(await person.confirm(confirmation)).status).toBe('done')
    expect(await named()).toEqual([])
    // The rest: how often the link changed, and hashes that keep launch data and tokens from counting twice.
    const { link: left, launches, used_tokens: used } = await rowsOf('CHATAPP_USERS', '777000001')
    expect(left).toMatchObject([{ chatapp_user_id: '', chatapp_username: null, profile_id: '', seq: 2, published: 2 }])
    expect([launches?.length, used?.length]).toEqual([1, 1])
  })

  test('error: while the chat user’s object cannot erase its row the deletion is not over, and afterwards it is', async () => {
    const person = await chatPerson()
    const cut = { address: person.address, sessionHash: '00', now: Math.floor(Date.now() / 1000) }
    expect(await createDeletionStore(d1).begin(person.profileId, cut)).toMatchObject({
      profileId: person.profileId,
      erasedAt: null,
    })
    const erasedAt = async () => (await createDeletionStore(d1).ofAddress(person.address))[0]?.erasedAt
    await d1.exec('alter table chatapp_user_links rename to moved')
    await runSchedule()
    expect(await erasedAt()).toBeNull()
    await d1.exec('alter table moved rename to chatapp_user_links')
    await runSchedule()
    expect(await erasedAt()).not.toBeNull()
    const { chatappUserId } = person.chat
    expect(JSON.stringify(await rowsOf('CHATAPP_USERS', chatappUserId))).not.toContain(chatappUserId)
  })

  test.each([
    ['the same request', async ({ confirm, confirmation }: Cut) => void deleted(await confirm(confirmation))],
    ['the schedule', runSchedule],
  ])('a deletion that was cut off after its transaction is finished by %s', async (_, finish) => {
    const person = await chatPerson()
    const { confirmation } = await person.ask()
    const cut = { address: person.address, sessionHash: '00', now: Math.floor(Date.now() / 1000) }
    expect(await createDeletionStore(d1).begin(person.profileId, cut)).toMatchObject({
      profileId: person.profileId,
      erasedAt: null,
    })
    expect(await ledgerOf(person.profileId, 'standing', person.address)).toMatchObject({ units: 30_000 })
    await finish({ confirm: person.confirm, confirmation })
    expect(await ledgerOf(person.profileId, 'standing', person.address)).toMatchObject({ units: 0 })
    await expectNothingLeft(person.held)
    const [deletion] = await createDeletionStore(d1).ofAddress(person.address)
    expect(deletion?.erasedAt).not.toBeNull()
  })

  test('very many rows are deleted in parts', async () => {
    const person = await chatPerson()
    await d1
      .prepare(
        `insert into chat_command_center_events (event, principal, payload, created_at)
         select 'x', ?, '{}', 1 from json_each(?)`,
      )
      .bind(person.address.toLowerCase(), JSON.stringify(Array.from({ length: 1200 }, () => 0)))
      .run()
    const { confirmation } = await person.ask()
    expect(deleted(await person.confirm(confirmation)).status).toBe('done')
    await expectNothingLeft(person.held)
  })

  test('error: while the database fails nothing is deleted, and the same confirmation works afterwards', async () => {
    const person = await chatPerson()
    const { confirmation } = await person.ask()
    await d1.exec('alter table room_joins rename to moved')
    expect(await person.confirm(confirmation)).toMatchObject({ status: 503, code: 'store_unavailable' })
    await d1.exec('alter table moved rename to room_joins')
    expect((await person.read()).linked?.map(({ kind }) => kind)).toEqual(['chatapp', 'email', 'idp'])
    expect(await ledgerOf(person.profileId, 'standing', person.address)).toMatchObject({ units: 30_000 })
    expect(deleted(await person.confirm(confirmation)).status).toBe('done')
  })

  test('security: a confirmation counts for its own account and wallet, for ten minutes, and not changed', async () => {
    const [one, other] = [await signedIn(net.api), await signedIn(net.api)]
    const { confirmation } = await one.ask()
    const refused = { status: 400, code: 'invalid_confirmation' }
    expect(await other.confirm(confirmation)).toMatchObject(refused)
    expect(await one.confirm(confirmation.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toMatchObject(refused)
    expect(await one.confirm('')).toMatchObject(refused)
    expect(await one.confirm('0'.repeat(64))).toMatchObject(refused)
    const nonce = (await call(net.api, 'nonce')).json
    expect(await one.confirm(JSON.stringify(nonce).slice(0, 64))).toMatchObject(refused)
    // Another wallet of the same account has to ask for itself.
    const moved = await signedIn(net.api)
    await d1
      .prepare(
        'update profile_wallets set canonical = 0, profile_id = (select profile_id from profile_wallets where address = ?) where address = ?',
      )
      .bind(one.address.toLowerCase(), moved.address.toLowerCase())
      .run()
    expect(await moved.confirm(confirmation)).toMatchObject(refused)
    await aheadBy(601_000)
    expect(await one.confirm(confirmation)).toMatchObject({ status: 400, code: 'confirmation_expired' })
    await aheadBy(0)
    expect((await one.read()).profile).not.toBeNull()
  })

  test('security: nobody without the session deletes anything', async () => {
    const { address, ask } = await signedIn(net.api)
    const { confirmation } = await ask()
    const { cookie } = await signIn(net.api, random.account())
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const foreign = { cookie, origin: 'https://evil.example' }
    for (const headers of [{}, bearer('0'.repeat(64)), foreign, { 'x-siwa-receipt': receipt }]) {
      const { status } = await callPortfolio(net.api, 'DELETE', '', { body: { confirmation }, headers })
      expect([401, 403]).toContain(status)
    }
    expect((await callPortfolio(net.api, 'GET', `?address=${address}`)).status).toBe(200)
  })

  test('concurrency: confirmed many times while it is changed, linked and signed in, it is deleted once and whole', async () => {
    const person = await chatPerson()
    const { confirmation } = await person.ask()
    const identity = { idpUserId: person.idpUserId, email: person.chat.email, wallets: [person.address], linked: [] }
    const [deletions] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => person.confirm(confirmation))),
      person.change({ displayName: 'Late' }),
      signedIn(net.api, person.key),
      net.complete(person.chat),
      createIdentityStore(d1).attach(person.profileId, identity, true, 1),
    ])
    expect(new Set(deletions.map((answer) => deleted(answer).requestedAt)).size).toBe(1)
    // A request that found the old account before writes neither to it nor to a part of it.
    await createIdentityStore(d1).attach(person.profileId, identity, true, 1)
    expect(await ledgerOf(person.profileId, 'award', late(person.profileId))).toMatchObject({ awarded: false })
    await vi.waitFor(
      async () => {
        await runSchedule()
        const { results } = await d1
          .prepare(
            `select 'profile' what from profiles where id = ?1 union all select 'wallet' from profile_wallets where profile_id = ?1
             union all select kind from linked_accounts where profile_id = ?1
             union all select 'credit' from amoe_credits where profile_id = ?1`,
          )
          .bind(person.profileId)
          .all()
        expect(results).toEqual([])
      },
      { timeout: 45_000 },
    )
    const now = await createAccountStore(d1).findByWallet(person.address)
    if (now) expect(now.canonicalWallet).toBe(person.address)
  })
})

type Cut = Pick<Awaited<ReturnType<typeof signedIn>>, 'confirm'> & { readonly confirmation: string }

const late = (profileId: string) => ({
  profileId,
  source: 'waitlist_signup',
  sourceId: 'late',
  points: 1,
  reference: '',
  now: 1,
})
