import { base58 } from '@scure/base'
import type { LocalAccount } from 'viem'
import { describe, expect, test } from 'vitest'
import { seedAccounts } from '../../../localnet/seed.ts'
import { CanonicalSvmWallet, SvmSweepJob } from '../../../schema/account/walletAnswers.ts'
import { retention } from '../../../functions/account/store/retention.ts'
import { prune } from '../../../shared/store/retention.ts'
import { seeded } from '../../support/seeded.ts'
import { bearer, dataOf, signIn, startAccountNet } from '../support.ts'
import { post } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const random = seeded('svm wallets')
const net = useNet(() => startAccountNet())
const d1 = prepared(() => net.database())

const newWallet = (): string => base58.encode(random.bytes(32))

/** An account with so many SVM wallets. */
async function person(count: number) {
  const account: LocalAccount = random.account()
  const svm = Array.from({ length: count }, newWallet).toSorted()
  const linked = svm.map((id) => ({ kind: 'svm' as const, id, handle: null }))
  const wallets = [{ address: account.address, kind: 'owner' as const }] as const
  const profileId = `svm-${account.address}`
  await seedAccounts(d1, [{ id: profileId, wallets, linked, credits: 0 }], 1)
  const headers = bearer((await signIn(net.api, account)).token)
  return {
    profileId,
    svm,
    choose: (wallet: unknown) => post(net.api, 'svm/setCanonical', { wallet }, headers),
    sweep: (body: object = { minLamports: 5000 }) => post(net.api, 'svm/sweep/enqueue', body, headers),
  }
}
const canonicalOf = async (profileId: string) =>
  (
    await d1
      .prepare(`select id from linked_accounts where kind = 'svm' and profile_id = ? and canonical = 1`)
      .bind(profileId)
      .all<{ id: string }>()
  ).results.map(({ id }) => id)
const jobsOf = async (profileId: string) =>
  (
    await d1
      .prepare(
        'select status, min_lamports as least from svm_sweep_jobs where profile_id = ? order by created_at, status',
      )
      .bind(profileId)
      .all<{ status: string; least: string }>()
  ).results
const setStatus = (profileId: string, status: string, at = 1) =>
  d1
    .prepare('update svm_sweep_jobs set status = ?, updated_at = ? where profile_id = ?')
    .bind(status, at, profileId)
    .run()

describe('setCanonicalSvmWallet', () => {
  test('one of the linked wallets is paid to, in place of another; again changes nothing', async () => {
    const { profileId, svm, choose } = await person(2)
    const [a = '', b = ''] = svm
    for (const wallet of [a, b, b]) {
      const answer = await choose(wallet)
      expect(dataOf(answer, CanonicalSvmWallet)).toEqual({ wallet, others: [wallet === a ? b : a] })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await canonicalOf(profileId)).toEqual([wallet])
    }
  })

  test('a wallet that is not linked, or to another account, is 404, and nothing changes', async () => {
    const [own, others] = [await person(1), await person(1)]
    await own.choose(own.svm[0])
    for (const wallet of [newWallet(), others.svm[0]])
      expect(await own.choose(wallet)).toMatchObject({ status: 404, code: 'wallet_not_linked' })
    expect(await canonicalOf(own.profileId)).toEqual(own.svm)
    expect(await canonicalOf(others.profileId)).toEqual([])
  })

  test.each(['0'.repeat(40), 'l'.repeat(40), '1'.repeat(44), 'z'.repeat(32)])(
    'what is not 32 bytes in base58 (%s) is 400',
    async (wallet) => {
      const { choose } = await person(0)
      expect(await choose(wallet)).toMatchObject({ status: 400, code: 'invalid_request' })
    },
  )

  test('of twenty choices at once one lasts', async () => {
    const { profileId, svm, choose } = await person(3)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => choose(svm[i % 3])))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await canonicalOf(profileId)).toHaveLength(1)
  })
})

describe('enqueueSvmSweep', () => {
  test('a job waits, and asking again gives the same one, with new values while it waits', async () => {
    const { svm, choose, sweep } = await person(2)
    const [source = '', target = ''] = svm
    await choose(target)
    const first = dataOf(await sweep(), SvmSweepJob)
    expect(first).toMatchObject({ status: 'pending', sourceWallet: source, targetWallet: target, minLamports: '5000' })
    expect(dataOf(await sweep(), SvmSweepJob)).toEqual(first)
    expect(dataOf(await sweep({ minLamports: '18446744073709551615' }), SvmSweepJob)).toMatchObject({
      id: first.id,
      minLamports: '18446744073709551615',
    })
  })

  test('once a worker has it, the same job answers the same question, and another question is 409', async () => {
    const { profileId, svm, choose, sweep } = await person(2)
    await choose(svm[1])
    const { id } = dataOf(await sweep(), SvmSweepJob)
    await setStatus(profileId, 'processing')
    expect(dataOf(await sweep(), SvmSweepJob)).toMatchObject({ id, status: 'processing' })
    expect(await sweep({ minLamports: 1 })).toMatchObject({ status: 409, code: 'sweep_in_progress' })
    await setStatus(profileId, 'succeeded')
    expect(dataOf(await sweep(), SvmSweepJob).id).not.toBe(id)
  })

  test('it says what is missing', async () => {
    const [none, alone, two] = [await person(0), await person(1), await person(2)]
    expect(await none.sweep()).toMatchObject({ status: 409, code: 'svm_wallet_missing' })
    expect(await two.sweep()).toMatchObject({ status: 409, code: 'svm_wallet_missing' })
    await alone.choose(alone.svm[0])
    expect(await alone.sweep()).toMatchObject({ status: 409, code: 'svm_wallet_missing' })
    await two.choose(two.svm[0])
    const sourceWallet = alone.svm[0]
    expect(await two.sweep({ minLamports: 0, sourceWallet })).toMatchObject({ status: 409, code: 'svm_wallet_missing' })
    expect(await two.sweep({ minLamports: 0, sourceWallet: two.svm[0] })).toMatchObject({
      status: 409,
      code: 'svm_wallets_equal',
    })
    for (const { profileId } of [none, alone, two]) expect(await jobsOf(profileId)).toEqual([])
  })

  test('of several wallets one must be named', async () => {
    const { svm, choose, sweep } = await person(3)
    await choose(svm[0])
    expect(await sweep()).toMatchObject({ status: 400, code: 'invalid_request' })
    const sourceWallet = svm[2]
    expect(dataOf(await sweep({ minLamports: 0, sourceWallet }), SvmSweepJob)).toMatchObject({ sourceWallet })
  })

  test.each(['-1', '01', '18446744073709551616', 2 ** 53])('minLamports %s is 400', async (minLamports) => {
    const { sweep } = await person(0)
    expect(await sweep({ minLamports })).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a sweep to the former canonical wallet is cancelled', async () => {
    const { profileId, svm, choose, sweep } = await person(2)
    await choose(svm[0])
    await sweep()
    await choose(svm[0])
    expect(await jobsOf(profileId)).toEqual([{ status: 'pending', least: '5000' }])
    await choose(svm[1])
    expect(await jobsOf(profileId)).toEqual([{ status: 'cancelled', least: '5000' }])
  })

  test('of twenty requests at once one job is made', async () => {
    const { profileId, svm, choose, sweep } = await person(2)
    await choose(svm[0])
    const ids = (await Promise.all(Array.from({ length: 20 }, () => sweep()))).map(
      (answer) => dataOf(answer, SvmSweepJob).id,
    )
    expect(new Set(ids).size).toBe(1)
    expect(await jobsOf(profileId)).toHaveLength(1)
  })

  test('jobs stay for 90 days after they are over, and as long as they are not', async () => {
    const [over, live] = [await person(2), await person(2)]
    for (const { choose, svm, sweep } of [over, live]) {
      await choose(svm[0])
      await sweep()
    }
    await setStatus(over.profileId, 'failed', 1000)
    await setStatus(live.profileId, 'retrying', 1000)
    await prune(d1, retention(1000 + 90 * 86_400))
    expect(await jobsOf(over.profileId)).toHaveLength(1)
    await prune(d1, retention(1001 + 90 * 86_400))
    expect(await jobsOf(over.profileId)).toEqual([])
    expect(await jobsOf(live.profileId)).toHaveLength(1)
  })
})
