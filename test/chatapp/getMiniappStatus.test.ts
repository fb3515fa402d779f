import { expect, test } from 'vitest'
import { MiniappStatus } from '../../schema/chatapp/answers.ts'
import { bearer, dataOf } from '../account/support.ts'
import { linked, startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const status = (token: string) => net.call('miniapp/status', undefined, bearer(token))

test('says the session and, once there is one, the link, as completing it said', async () => {
  const ada = await net.join()
  const before = dataOf(await status(ada.sessionToken), MiniappStatus)
  expect(before).toMatchObject({ session: { chatappUserId: ada.chatappUserId }, link: null })
  const { link } = linked(await net.complete(ada))
  expect(dataOf(await status(ada.sessionToken), MiniappStatus).link).toEqual(link)
})

test('does not ask the identity provider, and answers while that is down', async () => {
  const ada = await net.join()
  linked(await net.complete(ada))
  const before = net.identity.lookups()
  net.identity.setFaults({ status: 500 })
  try {
    expect(dataOf(await status(ada.sessionToken), MiniappStatus).link?.revokedAt).toBeNull()
  } finally {
    net.identity.setFaults({})
  }
  expect(net.identity.lookups()).toBe(before)
})

test('says the link of nobody else', async () => {
  const ada = await net.join()
  linked(await net.complete(ada))
  expect(dataOf(await status(await net.token({ user: '77' })), MiniappStatus).link).toBeNull()
})

test('an expired session is invalid', async () => {
  await net.withVariables({ CHATAPP_MINIAPP_SESSION_TTL_SECONDS: '60' }, async () => {
    const token = await net.token({ user: '78' })
    expect((await status(token)).status).toBe(200)
    await net.aheadBy(61_000)
    expect(await status(token)).toMatchObject({ status: 401, code: 'unauthenticated' })
    await net.aheadBy(0)
  })
})

test('an account that was deleted leaves a link without a wallet', async () => {
  const ada = await net.join()
  const { link } = linked(await net.complete(ada))
  const d1 = await net.database()
  for (const table of ['profile_wallets', 'linked_accounts'])
    await d1.prepare(`delete from ${table} where profile_id = ?`).bind(link.profileId).run()
  expect(dataOf(await status(ada.sessionToken), MiniappStatus).link).toMatchObject({ canonicalCswAddress: null })
})
