import { lower } from '../../shared/text/address.ts'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'
import type { SocialHandler } from './context.ts'

/**
 * Stores an event of the chat command centre. Anyone may report one; the conversation is what the client says it is, and
 * only the address of a session is known to be true.
 *
 * Throws store_unavailable.
 */
export const recordChatTelemetry: SocialHandler<'recordChatTelemetry'> = async (
  { body: { event, conversationId, conversationType, commandId, source, ...rest }, request },
  { findSession, telemetry, now },
) => {
  const session = await findSession(request)
  await telemetry.add({
    event,
    conversationId: conversationId ?? null,
    conversationType: conversationType ?? null,
    commandId: commandId ?? null,
    source: source ?? null,
    principal: session && lower(session.address),
    payload: sanitisePayload(rest),
    createdAt: Math.floor(now() / 1000),
  })
  return { data: { accepted: true } }
}
