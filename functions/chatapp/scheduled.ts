import { schedule } from '../../shared/http/schedule.ts'
import { ChatappEnv } from './env.ts'
import { createChatappLinks } from './store/chatappLinks.ts'
import { createLinkTelemetry } from './store/linkTelemetry.ts'

/** Maximum number of links that one run writes again; the next run continues. */
const MOST_STALE = 50

/** Writes stale links to D1 again, and deletes old telemetry. */
export const scheduled = schedule('chatapp', ChatappEnv, {
  async republishLinks({ env: { DB, CHATAPP_USERS } }) {
    const stale = await createChatappLinks(DB).stale(MOST_STALE)
    await Promise.all(stale.map((id) => CHATAPP_USERS.getByName(id).republish(id)))
  },
  pruneTelemetry: ({ env, seconds }) => createLinkTelemetry(env.DB).prune(seconds),
})
