import { createChatappLinks } from './store/chatappLinks.ts'
import { createLinkTelemetry } from './store/linkTelemetry.ts'
import type { ChatappEnv } from './env.ts'

/** Links that one run has written again; the next one continues. */
const MOST_STALE = 50

/** The family's scheduled work: links that D1 must have again, and telemetry that is old; `now` in unix milliseconds. */
export async function sweep(
  { DB, CHATAPP_USERS }: Pick<ChatappEnv, 'DB' | 'CHATAPP_USERS'>,
  now: number,
): Promise<void> {
  const stale = await createChatappLinks(DB).stale(MOST_STALE)
  await Promise.all(stale.map((id) => CHATAPP_USERS.getByName(id).republish(id)))
  await createLinkTelemetry(DB).prune(Math.floor(now / 1000))
}
