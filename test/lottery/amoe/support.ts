import type * as z from 'zod'
import { expect } from 'vitest'
import type { Address, Hex, LocalAccount, PrivateKeyAccount } from 'viem'
import { AmoeChallenge, AmoeCheckin, AmoeCredits, AmoeEntry } from '../../../schema/lottery/amoeAnswers.ts'
import { award, seedAccounts, type LocalProfile } from '../../../localnet/seed.ts'
import { startSocial } from '../../../localnet/social/startSocial.ts'
import { patiently } from '../../support/patiently.ts'
import { seeded } from '../../support/seeded.ts'
import { accountOf, bearer, dataOf, signIn, toAnswer, type Answer } from '../../account/support.ts'
import { startLotteryNet } from '../startLotteryNet.ts'

export type AmoeNet = Awaited<ReturnType<typeof startAmoeNet>>

/** A caller with its credentials. */
export interface Member {
  readonly profileId: string
  readonly account: PrivateKeyAccount
  readonly headers: Readonly<Record<string, string>>
  readonly author: string
}

const random = seeded('members')
const unixNow = () => Math.floor(Date.now() / 1000)

/** The lottery with its free way in, sign-in, and a social platform to post on. */
export async function startAmoeNet(
  variables: Readonly<Record<string, string>> = {},
  where: { readonly inWorkerd?: boolean } = {},
) {
  const social = await startSocial()
  const net = await startLotteryNet({
    families: ['lottery', 'account'],
    ...where,
    variables: { ...social.variables, ...variables },
  })
  const ledgers = await net.objects('AMOE_LEDGER')
  const posts = await net.objects('AMOE_POST')
  const root = net.sockets['lottery'] ?? ''

  async function call(
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    passing: readonly string[] = [],
  ): Promise<Answer> {
    const init = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers }
    return toAnswer(await patiently(() => fetch(`${root}/v1/lottery/amoe/${path}`, init), passing))
  }
  const session = async (account: Parameters<typeof signIn>[1]) =>
    bearer((await signIn(net.sockets['account'] ?? '', account)).token)

  let members = 0
  return {
    ...net,
    social,
    call,
    session,
    award: (profileId: string, points: number, sourceId = 'test') =>
      award(ledgers, { profileId, sourceId, points, now: unixNow() }),
    /** Claims a post as a run does that ends right after. */
    async claimPost(postId: string, claim: { profileId: string; day: string }): Promise<void> {
      const object = posts.getByName(postId)
      const method: unknown = Reflect.get(object, 'claim')
      if (typeof method !== 'function') throw new Error('a post has no claim')
      await Reflect.apply(method, object, [claim])
    },
    account: (role: Parameters<typeof accountOf>[1]) => accountOf(net, role),
    /** People who are signed in, each with an account of their own, a linked social account, and credits. */
    async join(count: number, credits: number): Promise<Member[]> {
      const people = Array.from({ length: count }, () => {
        const n = ++members
        return {
          profileId: `member-${n}`,
          author: String(20_000_000 + n),
          account: random.account(),
        }
      })
      const profiles = people.map(({ profileId, author, account }): LocalProfile => ({
        id: profileId,
        wallets: [{ address: account.address, kind: 'owner' }],
        linked: [{ kind: 'social', id: author, handle: profileId }],
        credits,
      }))
      // From here the store is behind one socket of the runtime, which cuts connections off when hundreds come at once.
      await inGroups(profiles, (profile) => seedAccounts(net.d1, [profile], unixNow()))
      if (credits > 0)
        await inGroups(people, ({ profileId }) =>
          award(ledgers, { profileId, sourceId: 'test', points: credits, now: unixNow() }),
        )
      return inGroups(people, async (one) => ({ ...one, headers: await session(one.account) }))
    },
    challenge: async (wallet: Address): Promise<z.output<typeof AmoeChallenge>> =>
      dataOf(await call(`nonce?wallet=${wallet}`), AmoeChallenge),
    credits: async (wallet: Address): Promise<number> =>
      dataOf(await call(`credits?wallet=${wallet}`), AmoeCredits).credits,
    submit: (body: unknown, headers: Readonly<Record<string, string>>) => call('submit', body, headers),
    checkin: (body: unknown, headers: Readonly<Record<string, string>>) => call('post-checkin', body, headers),
    /** One of very many at once, which the platform may have no time for: then it asks again. */
    insist: (body: unknown, headers: Readonly<Record<string, string>>) =>
      call('post-checkin', body, headers, ['post_verification_unavailable']),
    /** A post that says all that it must. */
    post: (authorId: string, options: { text?: string; createdAt?: Date } = {}) =>
      social.publish({ authorId, text: goodText(net.host), ...options }),
    async stop() {
      await net.stop()
      await social.stop()
    },
  }
}

/** Twenty at once: more connections than a small machine takes would test nothing but the machine. */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += 20) results.push(...(await Promise.all(items.slice(i, i + 20).map(work))))
  return results
}

export const goodText = (appUrl: string): string =>
  `Creator vaults have an Alternative Method of Entry,\nno purchase necessary: ${appUrl}/lottery`

/** The challenge of a wallet, signed by an account as a personal message. */
export async function signed(net: AmoeNet, account: LocalAccount, wallet: Address = account.address) {
  const challenge = await net.challenge(wallet)
  const { message } = challenge
  return { challenge, body: { message, signature: await account.signMessage({ message }) } }
}

export const entryOf = (answer: Answer): z.output<typeof AmoeEntry> => dataOf(answer, AmoeEntry)
export const checkinOf = (answer: Answer): z.output<typeof AmoeCheckin> => dataOf(answer, AmoeCheckin)

export const hexOf = (text: string): Hex => {
  if (!text.startsWith('0x')) throw new Error(`no hex: ${text}`)
  return `0x${text.slice(2)}`
}

/** That the projection is what the ledgers hold, once the outboxes are empty: balance and debits of a profile. */
export async function expectProjection(net: AmoeNet, { profileId, account }: Pick<Member, 'profileId' | 'account'>) {
  const credits = await net.credits(account.address)
  const sum = await net.d1
    .prepare('select coalesce(sum(units), 0) n from amoe_credits where profile_id = ?')
    .bind(profileId)
    .first<{ n: number }>()
  expect(sum?.n).toBe(credits * 100)
}
