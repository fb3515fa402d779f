import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { killRuntimes, runtimes } from '../../support/killRuntimes.ts'
import { seeded } from '../../support/seeded.ts'
import { soak } from '../../support/soak.ts'
import { checkinOf, entryOf, signed, startAmoeNet, type AmoeNet, type Member } from './support.ts'

const START = 100_000
const random = seeded('kills of the free way in')
let net: AmoeNet
let others: readonly number[]
beforeAll(async () => {
  others = await runtimes()
  net = await startAmoeNet({}, { inWorkerd: true })
})
afterAll(() => net?.stop())

/** Acknowledged answers of a member, which must hold. */
interface Played {
  readonly member: Member
  readonly entries: { body: { message: string; signature: string }; answer: ReturnType<typeof entryOf> }[]
  post: string | undefined
}

test(
  'killed at random points under load, ledgers, entries and projection agree, and nothing acknowledged is missing',
  { timeout: soak(120_000, 1_800_000) },
  async () => {
    const members = await net.join(4, START)
    const states = members.map((member): Played => ({ member, entries: [], post: undefined }))
    const acknowledged = () => states.flatMap(({ entries }) => entries).length
    for (let round = 0; round < soak(2, 50); round++) {
      let over = false
      const load = states.map((one) => play(one, () => over))
      // A round in which nothing was acknowledged proves nothing, however busy the machine is.
      const before = acknowledged()
      await vi.waitUntil(() => acknowledged() > before, { timeout: 45_000, interval: 10 })
      await sleep(random.fraction() * 500)
      await killRuntimes(others)
      over = true
      await Promise.all(load)
      await answersAgain()
    }
    const d1 = await net.database()
    for (const { member, entries, post } of states) {
      // All that was acknowledged is answered again as it was, before anything else is counted.
      for (const { body, answer } of entries) expect(entryOf(await net.submit(body, member.headers))).toEqual(answer)
      if (post !== undefined) {
        const again = checkinOf(await net.checkin({ postId: post }, member.headers))
        expect(again.awarded).toBe(false)
      }
      const credits = await net.credits(member.account.address)
      const count = async (sql: string) =>
        (await d1.prepare(sql).bind(member.profileId).first<{ n: number }>())?.n ?? Number.NaN
      // The outbox may still be on its way.
      await vi.waitFor(
        async () =>
          expect(await count('select coalesce(sum(units), 0) n from amoe_credits where profile_id = ?')).toBe(
            credits * 100,
          ),
        { timeout: 45_000, interval: 100 },
      )
      const entered = await count('select count(*) n from amoe_entries where profile_id = ?')
      const of = (source: string) => `select count(*) n from amoe_credits where source = '${source}' and profile_id = ?`
      expect(await count('select units n from amoe_ledgers where profile_id = ?')).toBe(credits * 100)
      expect(await count(of('amoe_entry_spend'))).toBe(entered)
      expect(await count(of('amoe_entry_refund'))).toBe(0)
      const days = await count(of('amoe_post_daily'))
      expect(credits).toBe(START + days - 100 * entered)
      expect(entered).toBeGreaterThanOrEqual(entries.length)
      expect(days).toBeGreaterThanOrEqual(post === undefined ? 0 : 1)
    }
  },
)

/** Enters and checks in until the runtime is gone. */
async function play(state: Played, isOver: () => boolean): Promise<void> {
  const { member, entries } = state
  const postId = state.post ?? net.post(member.author)
  while (!isOver()) {
    try {
      const { body } = await signed(net, member.account)
      const [submitted] = await Promise.all([net.submit(body, member.headers), net.submit(body, member.headers)])
      if (submitted.status === 200) entries.push({ body, answer: entryOf(submitted) })
      if (state.post !== undefined) continue
      const checked = await net.checkin({ postId }, member.headers)
      if (checked.status === 200) state.post = postId
    } catch {
      // The connection went with the runtime: whatever was on its way is not acknowledged.
      await sleep(20)
    }
  }
}

const answersAgain = () =>
  vi.waitFor(async () => expect((await net.call(`credits?wallet=${net.world.contracts.wallet}`)).status).toBe(200), {
    timeout: 45_000,
    interval: 50,
  })
