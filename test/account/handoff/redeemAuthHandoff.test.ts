import { beforeAll, describe, expect, test } from 'vitest'
import { seedAccounts } from '../../../localnet/seed.ts'
import { StartedSession } from '../../../schema/account/answers.ts'
import { HandoffCode } from '../../../schema/account/handoff.ts'
import { createHandoffCodes } from '../../../functions/account/handoff/createHandoffCodes.ts'
import { createHandoffStore } from '../../../functions/account/store/handoffs.ts'
import { expectBetween } from '../../support/expectBetween.ts'
import { seeded } from '../../support/seeded.ts'
import { openFactory } from '../wallet/support.ts'
import { accountOf, bearer, call, dataOf, me, PAGE, signIn, startAccountNet } from '../support.ts'
import { codeOf, pairOf, redeem } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

let factory: Awaited<ReturnType<typeof openFactory>>
const random = seeded('redeemed')
const newcomer = random.account
const net = useNet(() => startAccountNet())
const d1 = prepared(() => net.database())
beforeAll(async () => {
  factory = await openFactory(net)
})

const invalid = { status: 400, code: 'invalid_handoff_code' }

describe('happy', () => {
  test('a program gets a session for seven days', async () => {
    const account = newcomer()
    const began = Date.now()
    const answer = await redeem(net.api, { code: (await codeOf(net.api, account)).toUpperCase() })
    const { address, expiresAt, token = '' } = dataOf(answer, StartedSession)
    expect(address).toBe(account.address)
    expectBetween(Date.parse(expiresAt) - 604_800_000, began - 1000)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBe(`session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`)
    expect(await me(net.api, bearer(token))).toMatchObject({ kind: 'session', address })
  })

  test('a page with the verifier of its challenge gets the cookie and not the token', async () => {
    const { codeVerifier, codeChallenge } = pairOf('page')
    const code = await codeOf(net.api, newcomer(), { codeChallenge })
    const answer = await redeem(net.api, { code, codeVerifier }, { origin: PAGE })
    expect(dataOf(answer, StartedSession).token).toBeUndefined()
    expect(answer.headers.get('set-cookie')).toMatch(/^session=[0-9a-f]{66};.*HttpOnly/)
  })

  test('an owner is signed in as the canonical smart wallet of the account', async () => {
    const owner = newcomer()
    const smart = await factory.walletOf(owner.address)
    const wallets = [
      { address: owner.address, kind: 'owner' as const },
      { address: smart, kind: 'smart' as const },
    ] as const
    await seedAccounts(d1, [{ id: `profile-${smart}`, wallets, credits: 0 }], 1)
    const answer = await redeem(net.api, { code: await codeOf(net.api, owner) })
    const { address, token = '' } = dataOf(answer, StartedSession)
    expect(address).toBe(smart)
    expect(await me(net.api, bearer(token))).toMatchObject({ address: smart, account: { canonicalWallet: smart } })
  })

  test('security: a smart wallet that does not confirm its owner is signed in by nobody', async () => {
    const [owner, smart] = [newcomer(), await factory.walletOf(newcomer().address)]
    const wallets = [
      { address: owner.address, kind: 'owner' as const },
      { address: smart, kind: 'smart' as const },
    ] as const
    await seedAccounts(d1, [{ id: `profile-${smart}`, wallets, credits: 0 }], 1)
    const answer = await redeem(net.api, { code: await codeOf(net.api, owner) })
    expect(dataOf(answer, StartedSession).address).toBe(owner.address)
  })

  test('security: a code ends with the session that requested it', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    const code = async () => dataOf(await call(net.api, 'handoff-create', {}, bearer(token)), HandoffCode).code
    const [first, second] = [await code(), await code()]
    expect((await redeem(net.api, { code: first })).status).toBe(200)
    expect((await call(net.api, 'logout', {}, bearer(token))).status).toBe(200)
    expect(await redeem(net.api, { code: second })).toMatchObject(invalid)
  })

  test('without a secret of their own, codes are hashed by a key that the sign-in secret gives', async () => {
    await net.withVariables({ AUTH_HANDOFF_SECRET: '' }, async () => {
      expect((await redeem(net.api, { code: await codeOf(net.api, newcomer()) })).status).toBe(200)
    })
  })

  test('a code outlives the rotation of the secret', async () => {
    const code = await codeOf(net.api, newcomer())
    const rotated = {
      AUTH_HANDOFF_SECRET: 'n'.repeat(32),
      AUTH_HANDOFF_SECRET_PREVIOUS: net.secrets['AUTH_HANDOFF_SECRET'] ?? '',
    }
    await net.withVariables(rotated, async () => {
      expect((await redeem(net.api, { code })).status).toBe(200)
    })
  })
})

describe('error', () => {
  test('unknown, used and expired codes have one answer', async () => {
    const account = newcomer()
    const [used, expired] = [await codeOf(net.api, account), await codeOf(net.api, newcomer())]
    expect((await redeem(net.api, { code: used })).status).toBe(200)
    await d1.prepare('update handoff_codes set expires_at = 1 where consumed_at is null').run()
    const answers = await Promise.all([used, expired, '0'.repeat(64)].map((code) => redeem(net.api, { code })))
    for (const answer of answers) {
      expect(answer).toMatchObject(invalid)
      expect(answer.json).toEqual(answers[0]?.json)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  test.each([{ code: 'a'.repeat(63) }, { code: 'g'.repeat(64) }])('what is no code (%o) is 400', async (body) => {
    expect(await redeem(net.api, body)).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('security', () => {
  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'a foreign page (%o) signs nobody in',
    async (headers) => {
      const code = await codeOf(net.api, newcomer())
      expect(await redeem(net.api, { code }, headers)).toMatchObject({ status: 403, code: 'forbidden_origin' })
      expect((await redeem(net.api, { code })).status).toBe(200)
    },
  )

  test('a code is nothing without its verifier, and trying does not use it up', async () => {
    const { codeVerifier, codeChallenge } = pairOf('own')
    const code = await codeOf(net.api, newcomer(), { codeChallenge })
    for (const given of [{}, { codeVerifier: pairOf('another').codeVerifier }, { codeVerifier: codeChallenge }])
      expect(await redeem(net.api, { code, ...given })).toMatchObject(invalid)
    expect((await redeem(net.api, { code, codeVerifier })).status).toBe(200)
  })

  test('a caller who sends a verifier cannot be given a code that was made without its challenge', async () => {
    const code = await codeOf(net.api, newcomer())
    expect(await redeem(net.api, { code, codeVerifier: pairOf('page').codeVerifier })).toMatchObject(invalid)
    expect((await redeem(net.api, { code })).status).toBe(200)
  })

  test('a wallet that has left the account takes its codes along', async () => {
    const account = newcomer()
    const code = await codeOf(net.api, account)
    await d1.prepare('delete from profile_wallets where address = ?').bind(account.address.toLowerCase()).run()
    expect(await redeem(net.api, { code })).toMatchObject(invalid)
    // Even where it has come to another account since.
    await signIn(net.api, account)
    expect(await redeem(net.api, { code })).toMatchObject(invalid)
  })

  test('the rights of an administrator do not pass from a smart wallet to its owner', async () => {
    const [owner, smart] = [newcomer(), accountOf(net, 'admin').address]
    const wallets = [
      { address: owner.address, kind: 'owner' as const },
      { address: smart, kind: 'smart' as const },
    ] as const
    await seedAccounts(d1, [{ id: 'profile-admin', wallets, credits: 0 }], 1)
    const answer = await redeem(net.api, { code: await codeOf(net.api, owner) })
    expect(dataOf(answer, StartedSession).address).toBe(owner.address)
  })

  test('failures lock out nobody: neither others, nor a right code from the same place', async () => {
    await net.withVariables({ LIMIT_HANDOFF_FAILURE: '3' }, async () => {
      const from = { 'cf-connecting-ip': '192.0.2.77' }
      const wrong = () => redeem(net.api, { code: '0'.repeat(64) }, from)
      const answers = await Promise.all(Array.from({ length: 6 }, wrong))
      expect(answers.filter(({ code }) => code === 'invalid_handoff_code')).toHaveLength(3)
      const denied = answers.filter(({ code }) => code === 'rate_limited')
      expect(denied).toHaveLength(3)
      for (const { headers } of denied) expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]?$/)
      expect((await redeem(net.api, { code: await codeOf(net.api, newcomer()) }, from)).status).toBe(200)
      const elsewhere = { 'cf-connecting-ip': '192.0.2.78' }
      expect(await redeem(net.api, { code: '0'.repeat(64) }, elsewhere)).toMatchObject(invalid)
    })
  })
})

describe('concurrency', () => {
  test('of fifty who redeem one code at once exactly one is signed in', async () => {
    const account = newcomer()
    const code = await codeOf(net.api, account)
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(net.api, { code })))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ code: failed }) => failed === 'invalid_handoff_code')).toHaveLength(49)
    expect(answers.filter(({ headers }) => headers.has('set-cookie'))).toEqual(won)
    for (const answer of won) {
      const { token = '' } = dataOf(answer, StartedSession)
      expect(await me(net.api, bearer(token))).toMatchObject({ address: account.address })
    }
  })

  test('a wallet that leaves between looking a code up and using it up leaves the code unused', async () => {
    const account = newcomer()
    const code = await codeOf(net.api, account)
    const store = createHandoffStore(d1)
    const now = Math.floor(Date.now() / 1000)
    const found = await store.find(
      await createHandoffCodes([net.secrets['AUTH_HANDOFF_SECRET'] ?? '']).hashesOf(code),
      now,
    )
    if (!found) throw new Error('the code is not stored')
    await d1.prepare('delete from profile_wallets where address = ?').bind(account.address.toLowerCase()).run()
    expect(await store.consume(found, account.address, now)).toBe(false)
  })
})
