import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bearer, signIn, toAnswer } from '../account/support.ts'
import { type ChatappNet, linked, startChatappNet } from '../chatapp/startChatappNet.ts'
import { killRuntimes, runtimes } from '../support/killRuntimes.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'

const KILLS = soak(3, 300)
const random = seeded('kills between write and answer')
let net: ChatappNet
let others: readonly number[]
beforeAll(async () => {
  others = await runtimes()
  net = await startChatappNet({ inWorkerd: true, families: ['account', 'image'] })
})
afterAll(() => net?.stop())

/** Waits until both restarted Workers answer. */
const answerAgain = () =>
  vi.waitFor(
    async () => {
      expect((await net.call('miniapp/status')).status).toBe(401)
      expect((await fetch(`${net.sockets['image']}/image/projects`)).status).toBe(401)
    },
    { timeout: 45_000, interval: 20 },
  )

test(
  'killed at any point of a write, the same request with its key does it once, and its answer is the one of what was done',
  { timeout: soak(120_000, 3_600_000) },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const account = random.account()
      const key = { 'idempotency-key': `kill-${kill}` }
      const headers = { ...bearer((await signIn(net.api, account)).token), ...key }
      const person = await net.join()
      const create = async () => {
        const url = `${net.sockets['image']}/image/projects/create`
        return toAnswer(await fetch(url, { method: 'POST', headers, body: '{"name":"Aurora"}' }))
      }
      const complete = () => net.complete({ ...person, headers: { ...person.headers, ...key } })
      const cutOff = [create(), complete()].map((sent) => sent.catch(() => undefined))
      await sleep(40 * random.fraction())
      await killRuntimes(others)
      const [created, completed] = await Promise.all(cutOff)
      await answerAgain()
      const d1 = await net.database()
      // A run that was cut off has its request for some seconds more.
      await d1.prepare('update idempotency_keys set claimed_until = 0').run()

      const again = await create()
      const owned = await d1
        .prepare('select id from image_projects where owner_address = ?')
        .bind(account.address.toLowerCase())
        .all()
      expect(owned.results).toEqual([{ id: expect.any(String) }])
      expect(JSON.stringify(again.json)).toContain(String(owned.results[0]?.['id']))
      if (created?.status === 200) expect(again.json).toEqual(created.json)

      const link = linked(await complete())
      if (completed?.status === 200) expect(link).toEqual(linked(completed))
      const changes = () =>
        d1.prepare('select seq from chatapp_user_links where profile_id = ?').bind(link.link.profileId).first('seq')
      await vi.waitFor(async () => expect(await changes()).toBe(1), { timeout: 45_000, interval: 50 })
    }
  },
)
