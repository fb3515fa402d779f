import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, payload, startLinkNet } from './startLinkNet.ts'
import { seeded } from '../support/seeded.ts'
import { bearer, me, signIn } from './support.ts'
import { openFactory, post } from './wallet/support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLinkNet())

const random = seeded('former mailboxes')
/** Ada, whose account has the address that she has given up, and Eve, who has its mailbox now. */
let ada: Member
let eve: Member
let moved: string
beforeEach(async () => {
  ada = await net.member()
  payload(await net.link(ada, { provider: 'email' }))
  moved = `moved-${ada.email}`
  net.identity.users.changeEmail(ada.email, moved)
  eve = { ...(await net.person(ada.email)), ...(await net.wallet()) }
})

const CONFLICT = { status: 409, code: 'account_conflict' }
const linksOf = async ({ session }: Member) => (await me(net.api, bearer(session))).account?.linked ?? []
const emailsOf = async (member: Member) =>
  (await linksOf(member)).flatMap(({ kind, id }) => (kind === 'email' ? [id] : []))
const emailsIn = (email: string) => net.count('linked_accounts', `kind = 'email' and id = '${email}'`)

/** Ada's account is hers alone, and no longer has the address. */
async function expectUntouched() {
  expect((await linksOf(ada)).filter(({ kind }) => kind === 'idp')).toMatchObject([{ id: ada.idpUserId }])
  expect(await emailsOf(ada)).toEqual([])
  expect((await me(net.api, bearer(ada.session))).account?.wallets).toMatchObject([{ address: ada.wallet.address }])
}

describe('the owner of the former mailbox of an account', () => {
  test.each([
    ['waitlist/bootstrap', () => net.bootstrap({}, eve.token)],
    ['accounts/link', () => net.link(eve, { provider: 'email' })],
    ['chatapp/link/ready', () => net.chat('link/ready', { email: eve.email }, bearer(eve.token))],
    [
      'chatapp/link/complete',
      async () => {
        const { sessionToken, headers } = await net.joinChat(eve.email)
        return net.chat('link/complete', { sessionToken }, headers)
      },
    ],
  ])('is in conflict with it by %s, and the address is unlinked', async (_, ask) => {
    const answer = await ask()
    expect(answer).toMatchObject(CONFLICT)
    expect(JSON.stringify(answer.json)).not.toMatch(/@|0x/)
    await expectUntouched()
    expect(await net.count('linked_accounts', `id = '${eve.idpUserId}'`)).toBe(0)
  })

  test('then has an account of their own, without anything of the other', async () => {
    expect(await net.bootstrap({}, eve.token)).toMatchObject(CONFLICT)
    const own = payload(await net.bootstrap({}, eve.token))
    expect(own).toMatchObject({ idpUserId: eve.idpUserId, email: eve.email })
    expect(own.linkedMethods.wallet).not.toContain(ada.wallet.address)
    await expectUntouched()
    expect(payload(await net.bootstrap({}, ada.token))).toMatchObject({ email: moved })
  })

  test('gets no creator access with it', async () => {
    const factory = await openFactory(net)
    const smartWallet = await factory.walletOf(ada.wallet.address)
    const owner = { smartWallet, ownerAddress: ada.wallet.address }
    expect((await post(net.api, 'confirm-owner', owner, bearer(ada.session))).status).toBe(200)
    await (
      await net.database()
    )
      .prepare(`insert into creator_allowlist (address, approved_by, approved_at) values (?1, ?1, 1)`)
      .bind(smartWallet.toLowerCase())
      .run()
    const key = random.account()
    net.identity.users.setWallets(eve.email, [{ address: key.address, kind: 'external' }])
    for (let times = 0; times < 2; times++) await net.bootstrap({}, eve.token)
    const access = async (session: string) => (await net.call('/creator-access/request', {}, bearer(session))).json
    expect(await access((await signIn(net.api, key)).token)).toMatchObject({ data: { status: 'pending' } })
    expect(await access(ada.session)).toMatchObject({ data: { status: 'approved' } })
  })

  test('however many ask at one time, and its owner with them', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => net.bootstrap({}, eve.token)),
      ...Array.from({ length: 3 }, () => net.bootstrap({}, ada.token)),
    ])
    expect(answers.every(({ status, code }) => status === 200 || code === 'account_conflict')).toBe(true)
    expect((await linksOf(ada)).filter(({ kind }) => kind === 'idp')).toMatchObject([{ id: ada.idpUserId }])
    expect(await emailsOf(ada)).toEqual([moved])
  })
})

describe('an address that has moved goes at the first sign of it', () => {
  test.each([
    ['another link', () => net.link(ada, { provider: 'external_eoa' })],
    ['a link that is refused', () => net.link(ada, { provider: 'google' })],
    ['an unlink', () => net.unlink(ada, { provider: 'google' })],
    ['a chat link that is not ready', () => net.chat('link/ready', { email: 'nobody@example.com' }, bearer(ada.token))],
    [
      'a user without any address',
      () => {
        net.identity.users.unlink(moved, 'email')
        return net.bootstrap({}, ada.token)
      },
    ],
  ])('by %s of its former owner', async (_, ask) => {
    await ask()
    expect([await emailsOf(ada), await emailsIn(eve.email)]).toEqual([[], 0])
    expect(payload(await net.bootstrap({}, eve.token))).toMatchObject({ email: eve.email })
  })
})

describe('an account whose user is gone', () => {
  test('is reached by a signature of one of its wallets, and by nothing else', async () => {
    net.identity.users.remove(moved)
    const again = await net.person(moved)
    expect(await net.link({ session: eve.session, token: eve.token }, { provider: 'email' })).toMatchObject(CONFLICT)
    const { token: session } = await signIn(net.api, ada.wallet)
    net.identity.setFaults({ status: 503 })
    expect(await net.link({ session, token: again.token }, { provider: 'email' })).toMatchObject({
      code: 'identity_provider_unavailable',
    })
    net.identity.setFaults({})
    const linked = payload(await net.link({ session, token: again.token }, { provider: 'email' }))
    expect(linked).toMatchObject({ idpUserId: again.idpUserId, email: moved })
    expect((await linksOf(ada)).filter(({ kind }) => kind === 'idp')).toMatchObject([{ id: again.idpUserId }])
    expect(payload(await net.bootstrap({}, again.token)).linkedMethods.external_eoa).toContain(ada.wallet.address)
  })
})
