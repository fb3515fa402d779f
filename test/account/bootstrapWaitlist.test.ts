import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { WaitlistAnswer } from '../../schema/account/waitlist.ts'
import { CONVERSIONS_A_DAY } from '../../functions/account/store/waitlist.ts'
import { inOnePeriod } from '../support/inOnePeriod.ts'
import { payload, startLinkNet } from './startLinkNet.ts'
import { type Answer, dataOf } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLinkNet())

function joined(answer: Answer) {
  const data = dataOf(answer, WaitlistAnswer)
  if (!('score' in data)) throw new Error('nobody joined')
  return data
}

describe('happy', () => {
  test('opens an account, puts it on the waitlist once, and gives it a code of its own', async () => {
    const ada = await net.person()
    const first = joined(await net.bootstrap({}, ada.token))
    expect(first).toMatchObject({
      requiresIdpAuth: false,
      idpUserId: ada.idpUserId,
      email: ada.email,
      emailVerified: true,
      appAccessStatus: 'pending',
      score: { points: 0 },
    })
    expect(first.referralCode).toMatch(/^[A-Z0-9]{1,16}$/)
    expect(first.accountSignals.embeddedEoaAddress).not.toBeNull()
    const again = joined(await net.bootstrap({ email: 'x', referralCode: null }, ada.token))
    expect(again).toMatchObject({ waitlistEntryId: first.waitlistEntryId, referralCode: first.referralCode })
  })

  test('credits the inviter, as the linked account shows', async () => {
    const ada = await net.member()
    payload(await net.link(ada, { provider: 'email' }))
    const { referralCode } = joined(await net.bootstrap({}, ada.token))
    const bob = await net.person()
    joined(await net.bootstrap({ referralCode: ` ${referralCode.toLowerCase()} ` }, bob.token))
    expect(joined(await net.bootstrap({ referralCode }, ada.token)).score.points).toBe(15)
  })

  test.each([
    [{ email: ' Ada@Example.com ' }, 'ada@example.com'],
    [{ email: 'ada' }, null],
    [{ email: 'a@b' }, null],
    [{ email: null, referralCode: null }, null],
    [{}, null],
  ])('without a token %j only says that one is needed', async (body, email) => {
    const answer = await net.bootstrap(body)
    expect(dataOf(answer, z.unknown())).toEqual({ requiresIdpAuth: true, email, waitlistEntryId: null })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('error', () => {
  test('an invalid token is refused, in any header', async () => {
    expect(await net.bootstrap({}, 'e30.e30.AA')).toMatchObject({ status: 401 })
    expect(await net.call('/waitlist/bootstrap', {}, { authorization: 'Bearer x' })).toMatchObject({ status: 401 })
  })

  test('a user without a verified e-mail address does not join', async () => {
    const ada = await net.person()
    net.identity.users.unlink(ada.email, 'email')
    expect(await net.bootstrap({}, ada.token)).toMatchObject({ status: 409, code: 'email_not_verified' })
    expect(await net.count('linked_accounts', `id = '${ada.idpUserId}'`)).toBe(0)
  })
})

describe('security', () => {
  test('says the same of an address that is known as of any other, and asks nobody', async () => {
    const ada = await net.person()
    joined(await net.bootstrap({}, ada.token))
    const lookups = net.identity.lookups()
    const bodies = await Promise.all(
      [ada.email, 'nobody@example.com'].map(async (email) => {
        const { json, headers } = await net.bootstrap({ email })
        return [JSON.stringify(json).replace(email, ''), [...headers.keys()].toSorted()]
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
    expect(net.identity.lookups()).toBe(lookups)
  })

  test('a conflict names nobody', async () => {
    const [ada, bob] = [await net.member(), await net.member()]
    payload(await net.link(ada, { provider: 'email' }))
    net.identity.users.setWallets(bob.email, [{ address: ada.wallet.address, kind: 'external' }])
    const answer = await net.bootstrap({}, bob.token)
    expect(answer).toMatchObject({ status: 409, code: 'account_conflict' })
    expect(JSON.stringify(answer.json)).not.toMatch(/@|0x/)
  })

  test('nobody invites themselves', async () => {
    const ada = await net.person()
    const { referralCode } = joined(await net.bootstrap({}, ada.token))
    await (await net.database()).exec('delete from waitlist_entries')
    expect(joined(await net.bootstrap({ referralCode }, ada.token)).score.points).toBe(0)
  })

  test('one person’s own other mailboxes earn nothing, neither the inviter’s nor a guest’s', async () => {
    const ada = await net.person('invites.all@gmail.com')
    const { referralCode } = joined(await net.bootstrap({}, ada.token))
    const emails = [
      'invitesall+1@gmail.com',
      'invites.a.l.l@googlemail.com',
      'guest@example.com',
      'guest+2@example.com',
    ]
    for (const email of emails) {
      const entry = joined(await net.bootstrap({ referralCode }, (await net.person(email)).token))
      expect(entry).toMatchObject({ appAccessStatus: 'pending', email })
    }
    expect(joined(await net.bootstrap({}, ada.token)).score.points).toBe(5)
  })
})

describe('concurrency', () => {
  test(
    'more guests at one instant than count in a day all join, and exactly so many count',
    inOnePeriod(86_400, async () => {
      const ada = await net.person()
      const { referralCode } = joined(await net.bootstrap({}, ada.token))
      const guests = await Promise.all(Array.from({ length: CONVERSIONS_A_DAY + 4 }, () => net.person()))
      const entries = await Promise.all(
        guests.map(async ({ token }, i) =>
          joined(
            await net.call(
              '/waitlist/bootstrap',
              { referralCode },
              { 'x-idp-token': token, 'cf-connecting-ip': `192.0.2.${i}` },
            ),
          ),
        ),
      )
      expect(new Set(entries.map(({ waitlistEntryId }) => waitlistEntryId)).size).toBe(CONVERSIONS_A_DAY + 4)
      expect(joined(await net.bootstrap({}, ada.token)).score.points).toBe(5 * CONVERSIONS_A_DAY)
      expect(await net.count('referral_conversions', `referral_code = '${referralCode}'`)).toBe(CONVERSIONS_A_DAY)
    }),
  )

  test('mailboxes of one person that come at the same instant earn once', async () => {
    const ada = await net.person()
    const { referralCode } = joined(await net.bootstrap({}, ada.token))
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        net.person(`${'crowd'.slice(0, 1 + (i % 5))}.${'crowd'.slice(1 + (i % 5))}+${i}@gmail.com`),
      ),
    )
    await Promise.all(people.map(async ({ token }) => joined(await net.bootstrap({ referralCode }, token))))
    expect(joined(await net.bootstrap({}, ada.token)).score.points).toBe(5)
  })

  test('twenty at once make one account, one entry, one conversion, and points once', async () => {
    const ada = await net.person()
    const { referralCode } = joined(await net.bootstrap({}, ada.token))
    const bob = await net.person()
    const answers = await Promise.all(Array.from({ length: 20 }, () => net.bootstrap({ referralCode }, bob.token)))
    const entries = new Set(answers.map((answer) => joined(answer).waitlistEntryId))
    expect(entries.size).toBe(1)
    expect(new Set(answers.map((answer) => joined(answer).referralCode)).size).toBe(1)
    expect(await net.count('referral_conversions', `referral_code = '${referralCode}'`)).toBe(1)
    expect(joined(await net.bootstrap({}, ada.token)).score.points).toBe(5)
  })
})
