import { comesFromOwnPage } from '../../shared/auth/origin.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'
import type { ChatappHandler } from './context.ts'
import { isSessionOver, type LiveSession, type MiniappSessions } from './miniappSessions.ts'

/** Properties of an event that are stored; none of them has an e-mail address. */
const KEPT = ['from', 'to', 'errorCode', 'recoverable', 'attempt', 'durationMs', 'platform'] as const

/**
 * Stores an event of the link flow (document 3, POST /chatapp/link/telemetry), with the chat user of its session. Without a
 * live session it must come from the page itself, which reports that its session has ended.
 *
 * Throws forbidden_origin, invalid_miniapp_session, miniapp_session_expired, store_unavailable.
 */
export const recordLinkTelemetry: ChatappHandler<'recordLinkTelemetry'> = async (
  { body: { event, flowId, source, phase, status, sessionToken, ...rest }, request },
  { sessions, telemetry, baseUrl, now },
) => {
  const isOwnPage = comesFromOwnPage(request, new URL(baseUrl).origin)
  const session = sessionToken === undefined ? undefined : await findSession(sessionToken, sessions, isOwnPage)
  if (!session && !isOwnPage)
    throw new ApiError(
      'forbidden_origin',
      'without a live session, this operation accepts requests only from its own page',
    )
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

/** The session if it is live; undefined for an ended session if the event comes from the page. */
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
