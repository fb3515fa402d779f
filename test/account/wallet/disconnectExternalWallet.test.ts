import type { Address, LocalAccount } from 'viem'
import { describe, expect, test } from 'vitest'
import { startIdentity } from '../../../localnet/identity/startIdentity.ts'
import { seedAccounts } from '../../../localnet/seed.ts'
import { DisconnectedWallet } from '../../../schema/account/walletAnswers.ts'
import { seeded } from '../../support/seeded.ts'
import { bearer, call, dataOf, me, signIn, startAccountNet } from '../support.ts'
import { post } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const random = seeded('disconnections')
const identity = useNet(() => startIdentity())
const net = useNet(() => startAccountNet({ variables: identity.variables }))
const d1 = prepared(() => net.database())

interface Parts {
  readonly smart?: readonly Address[]
  readonly idp?: string
  readonly own?: LocalAccount
}
/** An account with two wallets that sign, and the given parts. */
async function person({ smart = [], idp, own = random.account() }: Parts = {}) {
  const other: LocalAccount = random.account()
  const wallets = [
    { address: own.address, kind: 'owner' as const },
    { address: other.address, kind: 'owner' as const },
    ...smart.map((address) => ({ address, kind: 'smart' as const })),
  ] as const
  const linked = idp === undefined ? [] : [{ kind: 'idp' as const, id: idp, handle: null }]
  await seedAccounts(d1, [{ id: `person-${own.address}`, wallets, linked, credits: 0 }], 1)
  const tokens = {
    own: bearer((await signIn(net.api, own)).token),
    other: bearer((await signIn(net.api, other)).token),
  }
  return { own, other, tokens }
}
const disconnect = (address: string, headers: Record<string, string>) =>
  post(net.api, 'disconnect-external', { address }, headers)
/** A user at the identity provider who has a wallet there. */
function userWith(address: Address, kind: 'embedded' | 'external'): string {
  return identity.users.setWallets(`${address}@example.com`, [{ address, kind }]).id
}

describe('happy', () => {
  test('a wallet leaves the account, and a repeat changes nothing', async () => {
    const { own, other, tokens } = await person()
    const answer = await disconnect(other.address, tokens.own)
    const left = { wallets: [own.address], canonicalWallet: own.address }
    expect(dataOf(answer, DisconnectedWallet)).toEqual({ address: other.address, disconnected: true, ...left })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(dataOf(await disconnect(other.address, tokens.own), DisconnectedWallet)).toEqual({
      address: other.address,
      disconnected: false,
      ...left,
    })
    expect(await call(net.api, 'me', undefined, tokens.other)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect((await me(net.api, tokens.own)).account?.wallets).toEqual([{ address: own.address, kind: 'owner' }])
  })

  test('where the canonical wallet leaves, the one that is signed in takes its place', async () => {
    const { own, other, tokens } = await person()
    expect(dataOf(await disconnect(own.address, tokens.other), DisconnectedWallet)).toMatchObject({
      disconnected: true,
      canonicalWallet: other.address,
    })
  })

  test('an external wallet leaves though the account has a user at the identity provider', async () => {
    const own = random.account()
    const { other, tokens } = await person({ own, idp: userWith(own.address, 'external') })
    expect(dataOf(await disconnect(other.address, tokens.own), DisconnectedWallet).disconnected).toBe(true)
  })

  test('a smart wallet that is not canonical leaves', async () => {
    const [first, second] = [random.account().address, random.account().address]
    const { tokens } = await person({ smart: [first, second] })
    const answer = dataOf(await disconnect(second, tokens.own), DisconnectedWallet)
    expect(answer).toMatchObject({ disconnected: true, canonicalWallet: first })
  })
})

describe('error', () => {
  test('with a session whose account is gone it is 404', async () => {
    const { own, other, tokens } = await person()
    await d1.prepare('delete from profile_wallets where address = ?').bind(own.address.toLowerCase()).run()
    expect(await disconnect(other.address, tokens.own)).toMatchObject({ status: 404, code: 'account_not_found' })
  })

  test('the canonical smart wallet stays', async () => {
    const smart = random.account().address
    const { tokens } = await person({ smart: [smart] })
    expect(await disconnect(smart, tokens.own)).toMatchObject({ status: 400, code: 'wallet_not_external' })
  })

  test('the wallet that is signed in stays', async () => {
    const { own, tokens } = await person()
    expect(await disconnect(own.address, tokens.own)).toMatchObject({ status: 409, code: 'last_login_method' })
  })

  test('the wallet that the identity provider keeps for its user stays', async () => {
    const embedded = random.account()
    const { tokens } = await person({ own: embedded, idp: userWith(embedded.address, 'embedded') })
    expect(await disconnect(embedded.address, tokens.other)).toMatchObject({ status: 400, code: 'wallet_not_external' })
  })

  test('whose key it is, is not guessed: a provider that is down or absent is an outage', async () => {
    const own = random.account()
    const { other, tokens } = await person({ own, idp: userWith(own.address, 'external') })
    identity.setFaults({ status: 500 })
    expect(await disconnect(other.address, tokens.own)).toMatchObject({
      status: 502,
      code: 'identity_provider_unavailable',
    })
    identity.setFaults({})
    await net.withVariables({ IDP_APP_SECRET: '' }, async () => {
      expect(await disconnect(other.address, tokens.own)).toMatchObject({
        status: 503,
        code: 'identity_provider_not_configured',
      })
    })
    expect((await me(net.api, tokens.own)).account?.wallets).toHaveLength(2)
  })
})

describe('security', () => {
  test('a wallet of another account stays there', async () => {
    const [a, b] = [await person(), await person()]
    expect(dataOf(await disconnect(b.other.address, a.tokens.own), DisconnectedWallet).disconnected).toBe(false)
    expect((await me(net.api, b.tokens.other)).account?.wallets).toHaveLength(2)
  })
})

describe('concurrency', () => {
  test('two wallets that remove each other at once leave one, which is canonical', async () => {
    const { own, other, tokens } = await person()
    await Promise.all([
      ...Array.from({ length: 5 }, () => disconnect(other.address, tokens.own)),
      ...Array.from({ length: 5 }, () => disconnect(own.address, tokens.other)),
    ])
    const { results } = await d1
      .prepare('select address, canonical from profile_wallets where profile_id = ?')
      .bind(`person-${own.address}`)
      .all()
    expect(results).toEqual([{ address: expect.any(String), canonical: 1 }])
  })
})
