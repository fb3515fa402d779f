import { describe, expect, test, vi } from 'vitest'
import { inOnePeriod } from '../../support/inOnePeriod.ts'
import { soak } from '../../support/soak.ts'
import { utcDay } from '../../../shared/domain/lottery/amoe/credits.ts'
import { checkinOf, expectProjection, goodText, inGroups, startAmoeNet, type Member } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAmoeNet())

/** Credits of posts are counted by UTC days. */
const daily = (name: string, attempt: () => Promise<void>, timeout = 60_000) =>
  test(name, { timeout }, inOnePeriod(86_400, attempt))

const member = async (): Promise<Member> => {
  const [one] = await net.join(1, 0)
  if (!one) throw new Error('nobody joined')
  return one
}

describe('checkinAmoePost', () => {
  daily('gives one credit for a post of today that says what it must', async () => {
    const { account, author, headers } = await member()
    const postId = net.post(author)
    const answer = await net.checkin({ postUrl: `https://x.com/somebody/status/${postId}` }, headers)
    expect(checkinOf(answer)).toMatchObject({
      wallet: account.address,
      day: utcDay(Date.now()),
      awarded: true,
      awardedCredits: 1,
      credits: 1,
      nextEntryAtCredits: 100,
    })
    expect(await net.credits(account.address)).toBe(1)
  })

  daily('answers the same post again without a second credit, and without looking it up again', async () => {
    const { author, headers } = await member()
    const postId = net.post(author)
    checkinOf(await net.checkin({ postId }, headers))
    const before = net.social.lookups()
    expect(checkinOf(await net.checkin({ postId }, headers))).toMatchObject({
      awarded: false,
      awardedCredits: 0,
      credits: 1,
    })
    expect(net.social.lookups()).toBe(before)
  })

  daily('gives nothing for a second post of the same day', async () => {
    const { account, author, headers } = await member()
    checkinOf(await net.checkin({ postId: net.post(author) }, headers))
    const answer = await net.checkin({ postId: net.post(author) }, headers)
    expect([answer.status, answer.code]).toEqual([409, 'daily_checkin_already_claimed'])
    expect(await net.credits(account.address)).toBe(1)
  })

  daily('counts a post once in the world, also when its author’s account is linked to somebody else', async () => {
    const [alice, mallory] = [await member(), await member()]
    const postId = net.post(alice.author)
    checkinOf(await net.checkin({ postId }, alice.headers))
    await net.d1
      .prepare("update linked_accounts set profile_id = ? where kind = 'social' and id = ?")
      .bind(mallory.profileId, alice.author)
      .run()
    const answer = await net.checkin({ postId }, mallory.headers)
    expect([answer.status, answer.code]).toEqual([409, 'post_already_claimed'])
    expect(await net.credits(mallory.account.address)).toBe(0)
  })

  daily('counts an author for one account a day, to whomever the social account is linked by then', async () => {
    const [alice, mallory] = [await member(), await member()]
    checkinOf(await net.checkin({ postId: net.post(alice.author) }, alice.headers))
    await net.d1
      .prepare("update linked_accounts set profile_id = ? where kind = 'social' and id = ?")
      .bind(mallory.profileId, alice.author)
      .run()
    const answer = await net.checkin({ postId: net.post(alice.author) }, mallory.headers)
    expect([answer.status, answer.code]).toEqual([409, 'daily_checkin_already_claimed'])
    expect(await net.credits(mallory.account.address)).toBe(0)
    // The day of the account that it moved to is not used up.
    expect(checkinOf(await net.checkin({ postId: net.post(mallory.author) }, mallory.headers)).awarded).toBe(true)
  })

  daily('refuses posts of others, of other days, without the words, and those that do not exist', async () => {
    const { account, author, headers } = await member()
    const wrong: [string, string][] = [
      [net.post('999'), 'post_author_mismatch'],
      [net.post(author, { createdAt: new Date(Date.now() - 86_400_000) }), 'post_not_today'],
      [net.post(author, { text: `alternative method of entry ${net.host}` }), 'post_content_mismatch'],
      [net.post(author, { text: goodText('https://elsewhere.example') }), 'post_content_mismatch'],
      ['1839000000000000000', 'post_not_found'],
      ['12', 'invalid_post_reference'],
    ]
    for (const [postId, code] of wrong) {
      const answer = await net.checkin({ postId }, headers)
      expect([code, answer.status, answer.code]).toEqual([code, 400, code])
    }
    expect(await net.credits(account.address)).toBe(0)
    // Nothing of that has used up the day.
    expect(checkinOf(await net.checkin({ postId: net.post(author) }, headers)).awarded).toBe(true)
  })

  daily('wants an account with a linked social account', async () => {
    const postId = net.post('10000001')
    for (const role of ['stranger', 'bidder'] as const) {
      const answer = await net.checkin({ postId }, await net.session(net.account(role)))
      expect([role, answer.status, answer.code]).toEqual([role, 403, 'social_not_linked'])
    }
  })

  daily('says 503 while the platform is in trouble, and uses nothing up', async () => {
    const { author, headers } = await member()
    const postId = net.post(author)
    for (const how of [500, 429, 403] as const) {
      net.social.fail(how)
      const answer = await net.checkin({ postId }, headers)
      expect([answer.status, answer.code]).toEqual([503, 'post_verification_unavailable'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    net.social.fail(undefined)
    expect(checkinOf(await net.checkin({ postId }, headers)).awarded).toBe(true)
  })

  daily('makes good a claim whose credit did not come', async () => {
    const { author, profileId, account, headers } = await member()
    const postId = net.post(author)
    const yesterday = utcDay(Date.now() - 86_400_000)
    await net.claimPost(postId, { profileId, day: yesterday })
    expect(checkinOf(await net.checkin({ postId }, headers))).toMatchObject({
      awarded: true,
      day: yesterday,
      credits: 1,
    })
    expect(checkinOf(await net.checkin({ postId }, headers)).awarded).toBe(false)
    // Today's credit is still there to be had.
    expect(checkinOf(await net.checkin({ postId: net.post(author) }, headers)).credits).toBe(2)
    expect(await net.credits(account.address)).toBe(2)
  })

  daily(
    'gives each account one credit a day, however often it claims at once',
    async () => {
      const members = await net.join(soak(8, 500), 0)
      const times = soak(6, 20)
      const claim = ({ author, headers }: Member) => {
        const posts = [net.post(author), net.post(author)]
        return Promise.all(Array.from({ length: times }, (_, i) => net.insist({ postId: posts[i % 2] }, headers)))
      }
      for (const answers of await inGroups(members, claim)) {
        const given = answers.filter(({ status }) => status === 200).map((answer) => checkinOf(answer).awarded)
        expect(given.filter(Boolean)).toHaveLength(1)
        expect(answers.every(({ status, code }) => status === 200 || code === 'daily_checkin_already_claimed')).toBe(
          true,
        )
      }
      const credits = await inGroups(members, ({ account }) => net.credits(account.address))
      expect(credits).toEqual(members.map(() => 1))
      await vi.waitFor(() => inGroups(members, (one) => expectProjection(net, one)), { timeout: 60_000, interval: 200 })
    },
    soak(60_000, 1_500_000),
  )

  daily(
    'gives one credit for a post that many accounts claim at once',
    async () => {
      const members = await net.join(soak(8, 100), 0)
      const postId = net.post('30000000')
      // All of them were proven to own the author's account at one time or other: the link moves while they claim.
      const link = (profileId: string) =>
        net.d1
          .prepare(
            `insert or replace into linked_accounts (kind, id, profile_id, handle, linked_at)
             values ('social', '30000000', ?, null, 0)`,
          )
          .bind(profileId)
          .run()
      const answers = await Promise.all(
        members.map(async ({ profileId, headers }) => {
          await link(profileId)
          return net.insist({ postId }, headers)
        }),
      )
      for (const { profileId, headers } of members) {
        await link(profileId)
        answers.push(await net.insist({ postId }, headers))
      }
      expect(answers.filter(({ status }) => status === 200).filter((answer) => checkinOf(answer).awarded).length).toBe(
        1,
      )
      const credits = await inGroups(members, ({ account }) => net.credits(account.address))
      expect(credits.reduce((sum, n) => sum + n, 0)).toBe(1)
    },
    soak(60_000, 900_000),
  )
})

describe('checkinAmoeMsgnet', () => {
  test('is gone for everyone, with and without a credential, and says since when, until when and what instead', async () => {
    const { headers } = await member()
    for (const own of [{}, headers, { authorization: 'Bearer nobody' }]) {
      const answer = await net.call('msgnet-checkin', { any: 'thing' }, own)
      expect([answer.status, answer.code]).toEqual([410, 'msgnet_checkin_auto_only'])
      expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/)
      expect(Date.parse(answer.headers.get('sunset') ?? '')).toBeGreaterThan(0)
      const link = answer.headers.get('link')
      expect(link).toMatch(/<http[^>]*\/v1\/lottery\/amoe\/post-checkin>; rel="successor-version"/)
      for (const relation of ['deprecation', 'help']) expect(link).toContain(`rel="${relation}"`)
    }
  })
})
