import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { CreatorAccess } from '../../schema/account/creatorAccess.ts'
import { createAccountStore } from '../../shared/store/accounts.ts'
import { receiptHeaders } from '../build/support.ts'
import { startAdminNet } from './startAdminNet.ts'
import { dataOf, PAGE, signIn } from './support.ts'
import { openFactory } from './wallet/support.ts'
import { useNet } from '../support/useNet.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const DAY = 86_400

const at = useNet(() => startAdminNet())

const ask = (headers: Record<string, string>, body: unknown = {}) => at.post('/creator-access/request', body, headers)
const rowsOf = (address: string) =>
  at.rows(
    'select id, coin_address coin, status from access_requests where wallet_address = ? order by id',
    address.toLowerCase(),
  )
const newcomer = async () => {
  const wallet = at.newWallet()
  return { address: getAddress(wallet.address), session: await at.sessionOf(wallet) }
}

describe('happy', () => {
  it('stores one pending request, which later ones bring up to date', async () => {
    const { address, session } = await newcomer()
    const first = dataOf(await ask(session, { coin: COIN.toLowerCase() }), CreatorAccess)
    expect(first).toEqual({ address, status: 'pending', requestId: expect.any(Number) })
    const coins: unknown[] = []
    for (const body of [{}, { coin: null }, { coin: COIN }, { coin: '' }]) {
      expect(dataOf(await ask(session, body), CreatorAccess)).toEqual(first)
      coins.push((await rowsOf(address)).map(({ coin }) => coin))
    }
    const coin = COIN.toLowerCase()
    // Left out, the coin stays; null and an empty text remove it.
    expect(coins).toEqual([[coin], [null], [coin], [null]])
  })

  it('answers approved to a wallet on the list, and stores nothing', async () => {
    const { address, session } = await newcomer()
    await at.post('/admin/creator-access/allowlist', { address })
    expect(dataOf(await ask(session, { coin: COIN }), CreatorAccess)).toEqual({ address, status: 'approved' })
    expect(await rowsOf(address)).toEqual([])
  })

  it.each(['address', 'smartWalletAddress'])(
    'and where the list has the smart wallet of its account as %s',
    async (field) => {
      const [owner, other] = [at.newWallet(), at.newWallet().address]
      const smart = await (await openFactory(at.net)).walletOf(owner.address)
      const accounts = createAccountStore(await at.net.database())
      await accounts.open(
        {
          wallets: [
            { address: owner.address, kind: 'owner' },
            { address: smart, kind: 'smart' },
          ],
        },
        1,
      )
      const session = await at.sessionOf(owner)
      expect(dataOf(await ask(session), CreatorAccess).status).toBe('pending')
      await at.post('/admin/creator-access/allowlist', { address: other, [field]: smart })
      expect(dataOf(await ask(session), CreatorAccess)).toEqual({ address: owner.address, status: 'approved' })
    },
  )

  it('takes a new request a day after a denial', async () => {
    const { wallet, session, requestId } = await at.newRequest()
    await at.post('/admin/creator-access/deny', { requestId })
    await at.rows('update access_requests set reviewed_at = reviewed_at - ? where id = ?', DAY, requestId)
    const again = dataOf(await ask(session), CreatorAccess)
    expect(again).toMatchObject({ status: 'pending' })
    expect(again.requestId).not.toBe(requestId)
    expect((await rowsOf(wallet)).map(({ status }) => status)).toEqual(['denied', 'pending'])
  })

  it('takes a new request of a wallet that was taken off the list', async () => {
    const { wallet, session, requestId } = await at.newRequest()
    await at.post('/admin/creator-access/approve', { requestId })
    expect(dataOf(await ask(session), CreatorAccess).status).toBe('approved')
    await at.post('/admin/creator-access/revoke', { address: wallet })
    expect(dataOf(await ask(session), CreatorAccess).status).toBe('pending')
  })
})

describe('error', () => {
  it.each([
    [{ coin: COIN, wallet: COIN }, 'invalid_request: wallet: is not a known field; the fields are coin'],
    [{ coin: `0x${'0'.repeat(40)}` }, 'invalid_request: coin: must not be the zero address'],
  ])('refuses %j', async (body, error) => {
    const { address, session } = await newcomer()
    const answer = await ask(session, body)
    expect(answer).toMatchObject({ status: 400, json: { error: expect.stringContaining(error) } })
    expect(await rowsOf(address)).toEqual([])
  })

  it('refuses a new request for a day after a denial, and says for how long', async () => {
    const { wallet, session, requestId } = await at.newRequest()
    await at.post('/admin/creator-access/deny', { requestId })
    const answer = await ask(session, { coin: COIN })
    expect(answer).toMatchObject({ status: 429, code: 'recently_denied' })
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(DAY - 600)
    expect(wait).toBeLessThanOrEqual(DAY)
    expect(await rowsOf(wallet)).toEqual([{ id: requestId, coin: null, status: 'denied' }])
  })
})

describe('security', () => {
  it('needs a session, of a page that is trusted where it is a cookie', async () => {
    expect(await ask(await receiptHeaders(at.net))).toMatchObject({ status: 401, code: 'unauthenticated' })
    const wallet = at.newWallet()
    const { cookie } = await signIn(at.net.api, wallet)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }])
      expect(await ask({ cookie, ...headers })).toMatchObject({ status: 403, code: 'forbidden_origin' })
    expect(await rowsOf(wallet.address)).toEqual([])
    expect((await ask({ cookie, origin: PAGE })).status).toBe(200)
  })

  it('is about the wallet of the session, whatever smart wallets other accounts have on the list', async () => {
    const smart = at.newWallet().address
    const accounts = createAccountStore(await at.net.database())
    await accounts.open({ wallets: [{ address: smart, kind: 'smart' }] }, 1)
    await at.post('/admin/creator-access/allowlist', { address: smart })
    const { session } = await newcomer()
    expect(dataOf(await ask(session), CreatorAccess).status).toBe('pending')
  })
})

describe('race', () => {
  it('of twenty at once makes one request', async () => {
    const { address, session } = await newcomer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(session, { coin: COIN })))
    expect(new Set(answers.map((answer) => dataOf(answer, CreatorAccess).requestId)).size).toBe(1)
    expect(await rowsOf(address)).toHaveLength(1)
  })

  it('with an approval leaves nobody on the list with a pending request', async () => {
    const requests = await Promise.all(Array.from({ length: 6 }, () => at.newRequest()))
    const sent = requests.flatMap(({ session, requestId }) => [
      ask(session, { coin: COIN }),
      at.post('/admin/creator-access/approve', { requestId }),
      ask(session, { coin: COIN }),
    ])
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
    for (const { wallet } of requests) expect((await rowsOf(wallet)).map(({ status }) => status)).toEqual(['approved'])
  })
})
