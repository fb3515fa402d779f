import { signRequest } from '@slicekit/erc8128'
import { describe, expect, test } from 'vitest'
import { HandoffCode } from '../../../schema/account/handoff.ts'
import { retention } from '../../../functions/account/store/retention.ts'
import { prune } from '../../../shared/store/retention.ts'
import { expectBetween } from '../../support/expectBetween.ts'
import { seeded } from '../../support/seeded.ts'
import { accountOf, bearer, call, dataOf, receiptOf, signIn, startAccountNet, toAnswer } from '../support.ts'
import { codeOf, pairOf, redeem } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const newcomer = seeded('hand-offs').account
const net = useNet(() => startAccountNet())
const d1 = prepared(() => net.database())

const create = (body: unknown, headers: Record<string, string>) => call(net.api, 'handoff-create', body, headers)
const liveCodes = async (address: string) =>
  (
    await d1
      .prepare('select code_hash as hash, code_challenge as challenge from handoff_codes where address = ?')
      .bind(address.toLowerCase())
      .all<{ hash: string; challenge: string | null }>()
  ).results

describe('happy', () => {
  test('a code for 120 seconds; only its keyed hash is stored', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    const began = Date.now()
    const { codeChallenge } = pairOf('stored')
    const answer = await create({ expectedAddress: account.address, codeChallenge, idpToken: 'x' }, bearer(token))
    const { code, expiresAt } = dataOf(answer, HandoffCode)
    expect(code).toMatch(/^[0-9a-f]{64}$/)
    expectBetween(Date.parse(expiresAt) - 120_000, began - 1000)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [row] = await liveCodes(account.address)
    expect(row).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), challenge: codeChallenge })
    expect(row?.hash).not.toBe(code)
  })

  test('an agent asks by a signed request', async () => {
    const account = accountOf(net, 'agent')
    const { receipt } = await receiptOf(net.api, 0, account)
    const request = new Request(`${net.api}/auth/handoff-create`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-siwa-receipt': receipt, 'content-type': 'application/json' },
    })
    const signer = {
      address: account.address,
      chainId: 31337,
      signMessage: (raw: Uint8Array) => account.signMessage({ message: { raw } }),
    }
    const signed = await signRequest(request, signer, { components: ['x-siwa-receipt'] })
    const { code } = dataOf(await toAnswer(await fetch(signed)), HandoffCode)
    expect((await redeem(net.api, { code })).status).toBe(200)
    expect(await create({}, { 'x-siwa-receipt': receipt })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('an account has three codes: a fourth is refused until one is redeemed or expires', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    const full = { status: 409, code: 'handoff_limit_reached' }
    const codes: string[] = []
    for (let i = 0; i < 3; i++) codes.push(dataOf(await create({}, bearer(token)), HandoffCode).code)
    expect(await create({}, bearer(token))).toMatchObject(full)
    const [first = '', second = ''] = codes
    expect((await redeem(net.api, { code: first })).status).toBe(200)
    codes.push(dataOf(await create({}, bearer(token)), HandoffCode).code)
    expect(await create({}, bearer(token))).toMatchObject(full)
    await d1
      .prepare('update handoff_codes set expires_at = 1 where address = ? and consumed_at is null')
      .bind(account.address.toLowerCase())
      .run()
    expect((await create({}, bearer(token))).status).toBe(200)
    expect(await redeem(net.api, { code: second })).toMatchObject({ status: 400, code: 'invalid_handoff_code' })
  })
})

describe('error', () => {
  test('somebody else than expected is 409, and nothing is stored', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    expect(await create({ expectedAddress: newcomer().address }, bearer(token))).toMatchObject({
      status: 409,
      code: 'principal_changed',
    })
    expect(await liveCodes(account.address)).toEqual([])
  })

  test('an address without an account is 404', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    await d1.prepare('delete from profile_wallets where address = ?').bind(account.address.toLowerCase()).run()
    expect(await create({}, bearer(token))).toMatchObject({ status: 404, code: 'account_not_found' })
  })

  test.each([`${'a'.repeat(42)}B`, 'a'.repeat(44), `${'a'.repeat(42)}=`])(
    'a challenge that no SHA-256 is (%s) is 400',
    async (codeChallenge) => {
      const { token } = await signIn(net.api, newcomer())
      expect(await create({ codeChallenge }, bearer(token))).toMatchObject({ status: 400, code: 'invalid_request' })
    },
  )
})

describe('concurrency', () => {
  test('of twenty codes at once three can be redeemed', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, bearer(token))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'handoff_limit_reached')).toHaveLength(17)
    expect(await liveCodes(account.address)).toHaveLength(3)
    // Refused requests took nothing away from the others.
    const given = answers.filter(({ status }) => status === 200).map((answer) => dataOf(answer, HandoffCode).code)
    for (const code of given) expect((await redeem(net.api, { code })).status).toBe(200)
  })
})

test('codes stay for an hour after they have expired', async () => {
  const account = newcomer()
  await codeOf(net.api, account)
  const expiry = Math.floor(Date.now() / 1000) + 120
  await prune(d1, retention(expiry + 3590))
  expect(await liveCodes(account.address)).toHaveLength(1)
  await prune(d1, retention(expiry + 3610))
  expect(await liveCodes(account.address)).toEqual([])
})
