import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MiniappStatus } from '../../schema/chatapp/answers.ts'
import { sealLinkToken } from '../../functions/chatapp/link/linkToken.ts'
import { bearer, dataOf } from '../account/support.ts'
import { killRuntimes, runtimes } from '../support/killRuntimes.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import type { Person } from './joinChatapp.ts'
import { type ChatappNet, linked, startChatappNet } from './startChatappNet.ts'

const KILLS = soak(3, 500)
// The local provider has room for two thousand users.
const AT_ONCE = soak(6, 3)
const random = seeded('kills of the link flow')
let net: ChatappNet
let others: readonly number[]
beforeAll(async () => {
  others = await runtimes()
  net = await startChatappNet({ inWorkerd: true })
})
afterAll(() => net?.stop())

/** Somebody with a link token, and what the service has acknowledged. */
interface Attempt {
  readonly person: Person
  readonly linkToken: string
  acknowledged: string | undefined
}

const begin = async (): Promise<Attempt> => {
  const person = await net.join()
  const { chatappUserId } = person
  const target = { chatappUserId, chatId: chatappUserId, issuedAt: Math.floor(Date.now() / 1000) }
  const secret = net.secrets['CHATAPP_LINK_TOKEN_SECRET'] ?? ''
  return { person, linkToken: await sealLinkToken(target, secret), acknowledged: undefined }
}

const statusOf = async ({ person }: Attempt) =>
  dataOf(await net.call('miniapp/status', undefined, bearer(person.sessionToken)), MiniappStatus).link

const answersAgain = () =>
  vi.waitFor(async () => expect((await net.call('miniapp/status')).status).toBe(401), { timeout: 45_000, interval: 20 })

test(
  'killed at any point of completing, links are made or not, tokens are used with them, and nothing is half done',
  { timeout: soak(120_000, 3_600_000) },
  async () => {
    const linkedIds: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const attempts: Attempt[] = []
      for (let i = 0; i < AT_ONCE; i++) attempts.push(await begin())
      const completing = attempts.map(async (attempt) => {
        await sleep(20 * random.fraction())
        const answer = await net.complete(attempt.person, { linkToken: attempt.linkToken }).catch(() => undefined)
        if (answer?.status === 200) attempt.acknowledged = linked(answer).link.linkedAt
      })
      await sleep(40 * random.fraction())
      await killRuntimes(others)
      await Promise.all(completing)
      await answersAgain()
      for (const attempt of attempts) {
        const link = await statusOf(attempt)
        if (attempt.acknowledged !== undefined)
          expect(link).toMatchObject({ revokedAt: null, linkedAt: attempt.acknowledged })
        // Undone or done: the same request finishes it, with the same token.
        const again = linked(await net.complete(attempt.person, { linkToken: attempt.linkToken })).link
        if (link) expect(again).toMatchObject({ linkedAt: link.linkedAt, profileId: link.profileId })
        linkedIds.push(attempt.person.chatappUserId)
      }
    }
    // Decisions reach D1, once and whole.
    const rows = async (sql: string) => (await (await net.database()).prepare(sql).all<{ id: string }>()).results
    const links = () => rows('select chatapp_user_id id from chatapp_user_links where revoked_at is null order by 1')
    // Profiles of the local world have theirs from the start.
    const accounts = () =>
      rows(`select id from linked_accounts where kind = 'chatapp' and profile_id not like 'profile-%' order by 1`)
    const expected = linkedIds.toSorted().map((id) => ({ id }))
    await vi.waitFor(async () => expect([await links(), await accounts()]).toEqual([expected, expected]), {
      timeout: 45_000,
      interval: 100,
    })
  },
)
