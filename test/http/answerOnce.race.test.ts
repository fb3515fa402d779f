import { expect, test, vi } from 'vitest'
import { linked, startChatappNet } from '../chatapp/startChatappNet.ts'
import { bearer, signIn, toAnswer } from '../account/support.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { useNet } from '../support/useNet.ts'

const AT_ONCE = soak(50, 200)
const random = seeded('races for a key')
const net = useNet(() => startChatappNet({ inWorkerd: true, families: ['account', 'image'] }))

const rows = async (sql: string, ...values: string[]) =>
  (
    await (
      await net.database()
    )
      .prepare(sql)
      .bind(...values)
      .all()
  ).results

test('of many requests with one key one begins a project, and all that are answered have it', async () => {
  const account = random.account()
  const headers = { ...bearer((await signIn(net.api, account)).token), 'idempotency-key': 'race' }
  const send = async () =>
    toAnswer(
      await fetch(`${net.sockets['image']}/image/projects/create`, {
        method: 'POST',
        headers,
        body: '{"name":"Aurora"}',
      }),
    )
  const all = await Promise.all(Array.from({ length: AT_ONCE }, send))
  expect(all.filter(({ status, code }) => status !== 200 && code !== 'idempotency_in_flight')).toEqual([])
  const owned = await rows('select id from image_projects where owner_address = ?', account.address.toLowerCase())
  expect(owned).toHaveLength(1)
  const answered = [...all, await send()].filter(({ status }) => status === 200)
  expect(new Set(answered.map(({ json }) => JSON.stringify(json))).size).toBe(1)
})

test('of many requests with one key one links a chat user, in its object', async () => {
  const person = await net.join()
  const keyed = { ...person, headers: { ...person.headers, 'idempotency-key': 'race' } }
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => net.complete(keyed)))
  expect(all.filter(({ status, code }) => status !== 200 && code !== 'idempotency_in_flight')).toEqual([])
  const answered = [...all, await net.complete(keyed)].filter(({ status }) => status === 200)
  expect(new Set(answered.map(({ json }) => JSON.stringify(json))).size).toBe(1)
  const { profileId } = linked(answered[0] ?? (await net.complete(keyed))).link
  // Each change of a link counts.
  const changes = () => rows('select seq from chatapp_user_links where profile_id = ?', profileId)
  await vi.waitFor(async () => expect(await changes()).toEqual([{ seq: 1 }]), { timeout: 45_000, interval: 50 })
})
