import type { chatapp } from '../../schema/chatapp.ts'
import { requireOwnPage } from '../../shared/auth/origin.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'
import type { ChatappContext } from './ChatappContext.ts'

/** Properties of an event that are stored; an e-mail address is in none of them. */
const KEPT = ['from', 'to', 'errorCode', 'recoverable', 'attempt', 'durationMs', 'platform'] as const

/**
 * Stores an event of the link flow (document 3, POST /chatapp/link/telemetry). It is believed to be about the chat user of
 * the session that it brings; without one it must come from the page itself.
 *
 * Throws forbidden_origin, invalid_miniapp_session, miniapp_session_expired, store_unavailable.
 */
export const recordLinkTelemetry: Handler<typeof chatapp.recordLinkTelemetry, ChatappContext> = async (
  { body: { event, flowId, source, phase, status, sessionToken, ...rest }, request },
  { sessions, telemetry, baseUrl, now },
) => {
  const session = sessionToken === undefined ? undefined : await sessions.find(sessionToken)
  if (!session) requireOwnPage(request, new URL(baseUrl).origin)
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
