import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { award } from '../../localnet/seed.ts'
import { embeddedKeyOf } from '../../localnet/identity/UserDirectory.ts'
import { Portfolio } from '../../schema/account/portfolioAnswers.ts'
import { PERSONAL_DATA } from '../../functions/account/store/personalData.ts'
import { type ChatappNet, linked, startChatappNet } from '../chatapp/startChatappNet.ts'
import { killRuntimes, runtimes } from '../support/killRuntimes.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { countHeld } from './heldRows.ts'
import { deleted, signedIn } from './portfolioCalls.ts'
import { dataOf } from './support.ts'

const KILLS = soak(2, 100)
const random = seeded('kills of deletions')
let net: ChatappNet
let others: readonly number[]
beforeAll(async () => {
  others = await runtimes()
  net = await startChatappNet({ inWorkerd: true, families: ['account'] })
})
afterAll(() => net?.stop())

test(
  'killed at any point of a deletion, the account is there whole, or goes whole with the same confirmation',
  { timeout: soak(120_000, 3_600_000) },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const chat = await net.join()
      const { profileId } = linked(await net.complete(chat)).link
      const person = await signedIn(net.api, embeddedKeyOf(chat.email))
      await award(await net.objects('AMOE_LEDGER'), { profileId, sourceId: 'test', points: 300, now: 1 })
      const { confirmation } = await person.ask()
      const deleting = person.confirm(confirmation).catch(() => undefined)
      await sleep(300 * random.fraction())
      await killRuntimes(others)
      const acknowledged = await deleting

      const own = await vi.waitFor(
        async () => {
          const answer = await person.send('GET')
          // The account is gone, and the session with it, but for repeating the deletion.
          return answer.code === 'unauthenticated' ? null : dataOf(answer, Portfolio)
        },
        { timeout: 45_000, interval: 50 },
      )
      if (acknowledged?.status === 200) expect(own?.profile ?? null).toBeNull()
      if (acknowledged?.status === 200 && deleted(acknowledged).status === 'done') expect(own).toBeNull()
      const isWhole = own?.linked?.length === 3 && own.wallets.length === 1
      const isGone = (own?.wallets.length ?? 0) + (own?.linked?.length ?? 0) === 0
      expect((own?.profile ?? null) === null ? isGone : isWhole).toBe(true)

      const answer = deleted(await person.confirm(confirmation))
      expect(answer.status).toBe('done')
      if (acknowledged?.status === 200) expect(answer.requestedAt).toBe(deleted(acknowledged).requestedAt)
      const held = { profileId, wallet: person.address, chatappUserId: chat.chatappUserId }
      await vi.waitFor(
        async () => expect(await countHeld(await net.database(), held)).toEqual(PERSONAL_DATA.map(() => 0)),
        { timeout: 45_000, interval: 100 },
      )
    }
  },
)
