import { schedule } from '../../shared/http/schedule.ts'
import { ChatappEnv } from './env.ts'
import { createChatappLinks } from './store/chatappLinks.ts'
import { createLinkTelemetry } from './store/linkTelemetry.ts'

/** Links that one run has written again; the next one continues. */
const MOST_STALE = 50

/** Has links written that D1 must have again, and deletes old telemetry. */
export const scheduled = schedule('chatapp', ChatappEnv, {
  async republishLinks({ env: { DB, CHATAPP_USERS } }) {
    const stale = await createChatappLinks(DB).stale(MOST_STALE)
    await Promise.all(stale.map((id) => CHATAPP_USERS.getByName(id).republish(id)))
  },
  pruneTelemetry: ({ env, seconds }) => createLinkTelemetry(env.DB).prune(seconds),
})
