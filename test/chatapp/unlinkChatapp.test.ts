import { expect, test } from 'vitest'
import { MiniappStatus, UnlinkedChatapp } from '../../schema/chatapp/answers.ts'
import { bearer, dataOf } from '../account/support.ts'
import { linked, startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const unlink = async (token: string) => net.call('unlink', {}, bearer(token))
const linksOf = async (id: string) =>
  (
    await (
      await net.database()
    )
      .prepare(
        `select 'row' what, revoked_at is null live from chatapp_user_links where chatapp_user_id = ?1
        union all select 'account', 1 from linked_accounts where kind = 'chatapp' and id = ?1`,
      )
      .bind(id)
      .all()
  ).results

test('ends the link, says when, and again the same', async () => {
  const ada = await net.join()
  linked(await net.complete(ada))
  await expect
    .poll(() => linksOf(ada.chatappUserId))
    .toEqual([
      { what: 'row', live: 1 },
      { what: 'account', live: 1 },
    ])
  const { link } = dataOf(await unlink(ada.sessionToken), UnlinkedChatapp)
  expect(link).toMatchObject({ linkStatus: 'revoked', chatappUserId: ada.chatappUserId })
  expect(dataOf(await unlink(ada.sessionToken), UnlinkedChatapp).link?.revokedAt).toBe(link?.revokedAt)
  const status = dataOf(await net.call('miniapp/status', undefined, bearer(ada.sessionToken)), MiniappStatus)
  expect(status.link?.linkStatus).toBe('revoked')
  await expect.poll(() => linksOf(ada.chatappUserId)).toEqual([{ what: 'row', live: 0 }])
})

test('a user who was never linked has nothing to end', async () => {
  const token = await net.token({ user: '901' })
  expect(dataOf(await unlink(token), UnlinkedChatapp)).toEqual({ link: null })
})

test('both sides may be linked again, to each other or to others', async () => {
  const ada = await net.join()
  const first = linked(await net.complete(ada)).link
  await unlink(ada.sessionToken)
  const again = linked(await net.complete(ada)).link
  expect(again).toMatchObject({ profileId: first.profileId, revokedAt: null, linkStatus: 'pending_wallet_setup' })
  await unlink(ada.sessionToken)
  net.identity.users.unlinkChatapp(first.idpUserId)
  const bob = await net.join({ user: ada.chatappUserId, email: 'bob@example.com' })
  const moved = linked(await net.complete(bob)).link
  expect(moved.profileId).not.toBe(first.profileId)
  await expect
    .poll(async () => {
      const d1 = await net.database()
      return d1
        .prepare(`select profile_id p from linked_accounts where kind = 'chatapp' and id = ?`)
        .bind(ada.chatappUserId)
        .first('p')
    })
    .toBe(moved.profileId)
})

test('only a session of the chat user may', async () => {
  const ada = await net.join()
  linked(await net.complete(ada))
  expect(await net.call('unlink', {}, ada.headers)).toMatchObject({ status: 401, code: 'unauthenticated' })
  const stranger = await net.token({ user: '902' })
  expect(dataOf(await unlink(stranger), UnlinkedChatapp)).toEqual({ link: null })
  const status = dataOf(await net.call('miniapp/status', undefined, bearer(ada.sessionToken)), MiniappStatus)
  expect(status.link?.revokedAt).toBeNull()
})

test('D1 gets the link again when its row is marked', async () => {
  const ada = await net.join()
  linked(await net.complete(ada))
  await expect.poll(() => linksOf(ada.chatappUserId)).toHaveLength(2)
  const d1 = await net.database()
  await d1.prepare(`delete from linked_accounts where id = ?`).bind(ada.chatappUserId).run()
  await d1
    .prepare(`update chatapp_user_links set stale = 1, profile_id = '?' where chatapp_user_id = ?`)
    .bind(ada.chatappUserId)
    .run()
  await net.runSchedule('chatapp')
  await expect.poll(() => linksOf(ada.chatappUserId)).toHaveLength(2)
})
