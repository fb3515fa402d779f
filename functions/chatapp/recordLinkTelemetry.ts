import type { chatapp } from '../../schema/chatapp/index.ts'
import { comesFromOwnPage } from '../../shared/auth/origin.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'
import type { ChatappContext } from './context.ts'
import { isSessionOver, type LiveSession, type MiniappSessions } from './miniappSessions.ts'

/** Properties of an event that are stored; an e-mail address is in none of them. */
const KEPT = ['from', 'to', 'errorCode', 'recoverable', 'attempt', 'durationMs', 'platform'] as const

/**
 * Stores an event of the link flow (document 3, POST /chatapp/link/telemetry). It is believed to be about the chat user of
 * the session that it brings. Without a live one it must come from the page itself, which reports so that its session ended.
 *
 * Throws forbidden_origin, invalid_miniapp_session, miniapp_session_expired, store_unavailable.
 */
export const recordLinkTelemetry: Handler<typeof chatapp.recordLinkTelemetry, ChatappContext> = async (
  { body: { event, flowId, source, phase, status, sessionToken, ...rest }, request },
  { sessions, telemetry, baseUrl, now },
) => {
  const isOwnPage = comesFromOwnPage(request, new URL(baseUrl).origin)
  const session = sessionToken === undefined ? undefined : await findSession(sessionToken, sessions, isOwnPage)
  if (!session && !isOwnPage)
    throw new ApiError('forbidden_origin', 'this operation accepts requests from its own pages only')
  const kept = Object.fromEntries(KEPT.flatMap((key) => (key in rest ? [[key, rest[key]]] : [])))
  await telemetry.add({
    event,
    source,
    flowId: flowId ?? null,
    phase: phase ?? null,
    status: status ?? null,
    chatappUserId: session?.chatappUserId ?? null,
    payload: sanitisePayload(kept),
    createdAt: Math.floor(now() / 1000),
  })
  return { data: { accepted: true } }
}

/** The session, if it is live. That it is not is no reason to lose an event of the page. */
async function findSession(
  token: string,
  sessions: MiniappSessions,
  isOwnPage: boolean,
): Promise<LiveSession | undefined> {
  try {
    return await sessions.find(token)
  } catch (error) {
    if (isOwnPage && isSessionOver(error)) return undefined
    throw error
  }
}
