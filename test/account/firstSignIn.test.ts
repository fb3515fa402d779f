import { signRequest } from '@slicekit/erc8128'
import type { Hex, LocalAccount } from 'viem'
import { describe, expect, test } from 'vitest'
import { seeded } from '../support/seeded.ts'
import { award, localProfiles, seedAccounts } from '../../localnet/seed.ts'
import { AmoeChallenge, AmoeCredits, AmoeEntry } from '../../schema/lottery/amoeAnswers.ts'
import { StartedSession } from '../../schema/account/answers.ts'
import { LotteryKeySnapshot } from '../../schema/lottery/coverage.ts'
import { startLotteryNet } from '../lottery/startLotteryNet.ts'
import {
  accountOf,
  bearer,
  call,
  dataOf,
  me,
  receiptOf,
  signIn,
  toAnswer,
  writeAgentMessage,
  writeMessage,
} from './support.ts'
import { minedReceipt } from '../../localnet/world/minedReceipt.ts'
import { useNet } from '../support/useNet.ts'

/** The world as it is outside of localnet: nobody has an account. */
const net = useNet(() => startLotteryNet({ families: ['account', 'lottery'], profiles: [] }))

const newcomer = seeded('newcomers').account
const lottery = async (path: string, init: RequestInit = {}) =>
  toAnswer(await fetch(`${net.sockets['lottery']}/v1/lottery/${path}`, init))
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  lottery(path, { method: 'POST', body: JSON.stringify(body), headers })
const signedMessage = async (account: LocalAccount, address = account.address) => {
  const message = await writeMessage(net.api, address)
  return { message, signature: await account.signMessage({ message }) }
}
const creditsOf = async ({ address }: LocalAccount) =>
  dataOf(await lottery(`amoe/credits?wallet=${address}`), AmoeCredits)
const profilesOf = async ({ address }: LocalAccount): Promise<string[]> => {
  const { results } = await net.d1
    .prepare('select profile_id as id from profile_wallets where address = ?')
    .bind(address.toLowerCase())
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
const count = async (table: string) =>
  (await net.d1.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n
const ownAccount = ({ address }: LocalAccount) => ({
  canonicalWallet: address,
  wallets: [{ address, kind: 'owner' }],
  linked: [],
})
/** While a table is away, every query of it fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await net.d1.exec(`alter table ${table} rename to away`)
  try {
    return await work()
  } finally {
    await net.d1.exec(`alter table away rename to ${table}`)
  }
}

describe('a stranger', () => {
  test('who signs in for the first time has an account, once', async () => {
    const account = newcomer()
    for (let times = 0; times < 2; times++) {
      const { token } = await signIn(net.api, account)
      expect((await me(net.api, bearer(token))).account).toEqual(ownAccount(account))
    }
    expect(await profilesOf(account)).toHaveLength(1)
  })

  test('enters the lottery for free, as far as his credits go', async () => {
    const account = newcomer()
    expect(await creditsOf(account)).toMatchObject({ accountRequired: true, credits: 0 })
    const headers = bearer((await signIn(net.api, account)).token)
    expect(await creditsOf(account)).toMatchObject({ accountRequired: false, credits: 0 })

    const entry = async () => {
      const { message } = dataOf(await lottery(`amoe/nonce?wallet=${account.address}`), AmoeChallenge)
      return post('amoe/submit', { message, signature: await account.signMessage({ message }) }, headers)
    }
    expect(await entry()).toMatchObject({ status: 402, code: 'insufficient_amoe_credits' })

    const ledgers = await net.objects('AMOE_LEDGER')
    const [profileId = ''] = await profilesOf(account)
    await award(ledgers, { profileId, sourceId: 'test', points: 100, now: Math.floor(Date.now() / 1000) })
    const { to, data, buyer } = dataOf(await entry(), AmoeEntry)
    expect(buyer).toBe(account.address)
    const hash = await net.node.sendUnsignedTransaction({
      from: accountOf(net, 'stranger').address,
      to,
      data: hexOf(data),
    })
    expect((await minedReceipt(net.node, hash)).status).toBe('success')
    expect(await entry()).toMatchObject({ status: 402, code: 'insufficient_amoe_credits' })
  })

  test('publishes the keys that he has staked', async () => {
    const account = accountOf(net, 'voter')
    const { token } = await signIn(net.api, account)
    const snapshot = dataOf(await post('key-coverage', {}, bearer(token)), LotteryKeySnapshot)
    expect(snapshot).toMatchObject({ buyer: account.address, status: 'published' })
    const other = { buyer: newcomer().address }
    expect(await post('key-coverage', other, bearer(token))).toMatchObject({
      status: 403,
      code: 'wallet_authority_mismatch',
    })
  })

  test('who is an agent has one too, and acts by signed requests', async () => {
    const account = accountOf(net, 'agent')
    const { receipt } = await receiptOf(net.api, 0, account)
    expect((await me(net.api, { 'x-siwa-receipt': receipt })).account).toEqual(ownAccount(account))
    const request = new Request(`${net.sockets['lottery']}/v1/lottery/key-coverage`, {
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
    expect(dataOf(await toAnswer(await fetch(signed)), LotteryKeySnapshot).buyer).toBe(account.address)
  })

  test('who has not signed in has none, and a session of somebody whose account is gone says so', async () => {
    const account = newcomer()
    const { token } = await signIn(net.api, account)
    await net.d1.prepare('delete from profile_wallets where address = ?').bind(account.address.toLowerCase()).run()
    expect(await me(net.api, bearer(token))).toMatchObject({ address: account.address, account: null })
    expect(await profilesOf(newcomer())).toEqual([])
  })
})

test('people of the local world come by the same way, and each of their wallets signs in to the one account', async () => {
  const { wallet } = net.world.contracts
  await seedAccounts(net.d1, localProfiles(wallet), 1)
  await seedAccounts(net.d1, localProfiles(wallet), 2)
  const { token } = await signIn(net.api, accountOf(net, 'owner'))
  expect((await me(net.api, bearer(token))).account).toMatchObject({
    canonicalWallet: wallet,
    linked: [{ kind: 'social', id: '10000001', handle: 'aurora' }],
  })
  // These two had come before.
  for (const role of ['voter', 'agent'] as const) expect(await profilesOf(accountOf(net, role))).toHaveLength(1)
})

describe('concurrency', () => {
  test('of first sign-ins at once, in both ways, one makes the account', async () => {
    const account = newcomer()
    const registry = net.chain.at('IdentityRegistry', net.world.contracts.identityRegistry)
    await net.chain.send('agent', registry, 'transferFrom', [accountOf(net, 'agent').address, account.address, 0n])
    const before = { profiles: await count('profiles'), wallets: await count('profile_wallets') }
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0 ? signedMessage(account) : writeAgentMessage(net.api, 0, account),
      ),
    )
    const answers = await Promise.all(
      bodies.map((body, i) => call(net.api, i % 2 === 0 ? 'verify' : 'agent-verify', body)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await count('profiles')).toBe((before.profiles ?? 0) + 1)
    expect(await count('profile_wallets')).toBe((before.wallets ?? 0) + 1)
  })
})

describe('error', () => {
  test('an account that cannot be stored is an outage: no session, and the same message signs in afterwards', async () => {
    const account = newcomer()
    const body = await signedMessage(account)
    const down = await without('profile_wallets', () => call(net.api, 'verify', body))
    expect(down).toMatchObject({ status: 503, code: 'store_unavailable' })
    expect(down.headers.get('retry-after')).toBe('1')
    expect(down.headers.get('set-cookie')).toBeNull()
    const { token = '' } = dataOf(await call(net.api, 'verify', body), StartedSession)
    expect((await me(net.api, bearer(token))).account).toEqual(ownAccount(account))
  })

  test('of a contract wallet the nonce is gone by then, and its code is not run again', async () => {
    const body = await signedMessage(accountOf(net, 'owner'), net.world.contracts.wallet)
    expect(await without('profile_wallets', () => call(net.api, 'verify', body))).toMatchObject({
      status: 503,
      code: 'store_unavailable',
    })
    expect(await call(net.api, 'verify', body)).toMatchObject({ status: 400, code: 'invalid_nonce' })
  })
})

const hexOf = (text: string): Hex => `0x${text.slice(2)}`
