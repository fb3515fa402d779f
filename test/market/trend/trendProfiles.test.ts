import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { startIdentity } from '../../../localnet/identity/startIdentity.ts'
import { startTrend } from '../../../localnet/trend/startTrend.ts'
import { AccountPayload } from '../../../schema/account/payload.ts'
import { ResolvedTrendProfile } from '../../../schema/market/coinTrendProfiles.ts'
import { TrendProfile } from '../../../schema/market/coinTrendParts.ts'
import { bearer, dataOf, toAnswer } from '../../account/support.ts'
import { startTrendNet } from './startTrendNet.ts'
import { useNet } from '../../support/useNet.ts'

const identity = useNet(() => startIdentity())
const trend = useNet(() => startTrend())
const net = useNet(() => startTrendNet({ ...identity.variables, ...trend.variables }))

let people = 0

/** Somebody with an account here, and a wallet at the trend provider. */
async function person({ isLinked = true }: { isLinked?: boolean } = {}) {
  const n = ++people
  const email = `trend-${n}@example.com`
  const opened = identity.users.open(email)
  if (!opened) throw new Error('no user')
  const token = await identity.tokens.issue(opened.user.id)
  const session = await net.sessionOf(net.random.account())
  const both = { ...session, 'x-idp-token': token }
  const link = async () =>
    dataOf(
      await toAnswer(
        await fetch(`${net.api}/accounts/link`, {
          method: 'POST',
          body: JSON.stringify({ provider: 'email' }),
          headers: both,
        }),
      ),
      AccountPayload,
    )
  await link()
  const { address } = net.random.account()
  const embedded_wallets = [{ address }]
  const crossApp = {
    type: 'cross_app',
    provider_app_id: trend.appId,
    subject: `did:privy:trend${n}`,
    embedded_wallets,
  } as const
  if (isLinked) identity.users.link(email, crossApp)
  return { email, wallet: address, handle: `Handle.${n}`, link, headers: bearer(token), crossApp }
}

const resolve = (who: { headers: Record<string, string> }) => net.post('resolve', '', who.headers)
const refresh = (who: { headers: Record<string, string> }) => net.post('refresh', '', who.headers)
const lookAgain = () => net.db.prepare('update trend_profiles set looked_at = 0').run()

describe('resolveTrendProfile', () => {
  test('resolves whom the providers name, once, and everybody finds the handle', async () => {
    const ada = await person()
    trend.setProfile({ handle: ada.handle, displayName: 'Ada', wallets: [net.random.account().address, ada.wallet] })
    const before = trend.lookups()
    const first = dataOf(await resolve(ada), ResolvedTrendProfile)
    expect(first).toMatchObject({ source: 'provider', handle: ada.handle, displayName: 'Ada', ageSeconds: 0 })
    expect(dataOf(await resolve(ada), ResolvedTrendProfile)).toMatchObject({ source: 'store', handle: ada.handle })
    expect(dataOf(await refresh(ada), ResolvedTrendProfile)).toMatchObject({ source: 'store', handle: ada.handle })
    expect(trend.lookups()).toBe(before + 1)
    const found = dataOf(await net.get(`profile?handle=${ada.handle.toUpperCase()}`), TrendProfile)
    expect(found).toEqual({ ...found, source: 'store', handle: ada.handle, walletAddress: first.walletAddress })
    const { accountSignals, linkedMethods } = await ada.link()
    expect([accountSignals.coinTrendHandle, linkedMethods.cointrend_cross_app]).toEqual([
      ada.handle,
      [ada.crossApp.subject],
    ])
  })
})

describe('refreshTrendProfile', () => {
  test('a refresh after ten minutes asks again, and takes the new name', async () => {
    const ada = await person()
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    await resolve(ada)
    trend.setProfile({ handle: `${ada.handle}.new`, wallets: [ada.wallet] })
    await lookAgain()
    const { handle, walletAddress } = dataOf(await refresh(ada), ResolvedTrendProfile)
    expect([handle, walletAddress]).toEqual([`${ada.handle}.new`, getAddress(ada.wallet)])
    expect((await net.get(`profile?handle=${ada.handle}`)).code).toBe('trend_profile_not_found')
  })

  test('a link that is gone takes the profile with it', async () => {
    const ada = await person()
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    await resolve(ada)
    identity.users.unlink(ada.email, 'cross_app')
    await lookAgain()
    expect(await refresh(ada)).toMatchObject({ status: 409, code: 'trend_not_linked' })
    expect((await ada.link()).accountSignals.coinTrendHandle).toBeNull()
  })
})

describe('error', () => {
  test('nothing linked, or no name of its own there: says so, then asks to wait', async () => {
    const unnamed = await person()
    for (const who of [await person({ isLinked: false }), unnamed]) {
      expect(await resolve(who)).toMatchObject({ status: 409, code: 'trend_not_linked' })
      const again = await refresh(who)
      expect([again.status, again.code]).toEqual([429, 'rate_limited'])
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(500)
    }
  })

  test('a provider that fails is an outage, keeps what is known, and may be called again at once', async () => {
    const ada = await person()
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    await resolve(ada)
    await lookAgain()
    trend.respond = (response) => void response.writeHead(500).end()
    expect(await refresh(ada)).toMatchObject({ status: 502, code: 'trend_provider_unavailable' })
    expect((await net.get(`profile?handle=${ada.handle}`)).status).toBe(200)
    trend.respond = undefined
    expect(dataOf(await refresh(ada), ResolvedTrendProfile).source).toBe('provider')
  })

  test('a user without an account here has none', async () => {
    const opened = identity.users.open('nobody@example.com')
    const headers = bearer(await identity.tokens.issue(opened?.user.id ?? ''))
    expect(await resolve({ headers })).toMatchObject({ status: 404, code: 'account_not_found' })
  })
})

describe('security', () => {
  test('a provider that answers with the profile of another wallet is not believed', async () => {
    const [ada, eve] = [await person(), await person()]
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    trend.respond = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          profile: {
            handle: ada.handle,
            publicWallet: { walletAddress: ada.wallet },
            linkedWallets: { edges: [] },
          },
        }),
      )
    expect(await resolve(eve)).toMatchObject({ status: 502, code: 'trend_provider_unavailable' })
    trend.respond = undefined
  })

  test('an account of the trend provider belongs to one account here', async () => {
    const [ada, eve] = [await person(), await person({ isLinked: false })]
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    await resolve(ada)
    identity.users.forceLink(eve.email, ada.crossApp)
    expect(await resolve(eve)).toMatchObject({ status: 409, code: 'account_conflict' })
    expect((await ada.link()).accountSignals.coinTrendHandle).toBe(ada.handle)
  })
})

describe('race', () => {
  test('of many requests at once one asks the provider', async () => {
    const ada = await person()
    trend.setProfile({ handle: ada.handle, wallets: [ada.wallet] })
    const before = trend.lookups()
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(ada)))
    expect(trend.lookups()).toBe(before + 1)
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })
})
