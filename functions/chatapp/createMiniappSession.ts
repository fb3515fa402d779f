import { verifyLaunchData } from './link/verifyLaunchData.ts'
import { idempotencyKey } from '../../shared/http/idempotencyKey.ts'
import type { ChatappHandler } from './context.ts'
import { followFlow, resultOf } from './followFlow.ts'

/**
 * Starts a session for the chat user whose launch data the chat app signed (document 3, POST /chatapp/miniapp/session).
 * Launch data counts once; a page that is reloaded, or that lost the answer, repeats its Idempotency-Key. Every result is
 * reported.
 *
 * Throws invalid_request, invalid_launch_data, launch_data_not_genuine, launch_data_expired, launch_data_not_yet_valid, launch_data_used,
 * chatapp_not_configured, store_unavailable.
 */
export const createMiniappSession: ChatappHandler<'createMiniappSession'> = async (
  { body: { initData, flowId }, request, waitUntil },
  context,
) => {
  const { launch, sessions, now } = context
  const flow = followFlow(context, waitUntil, flowId)
  try {
    const genuine = await verifyLaunchData(initData, { ...launch, now: Math.floor(now() / 1000) })
    flow.isOf(genuine.identity.chatappUserId)
    const { token, expiresAt, isReplay } = await sessions.start({ ...genuine, key: idempotencyKey(request) })
    flow.report('miniapp_session_result', isReplay ? 'reopened' : 'opened')
    return {
      data: { sessionToken: token, ...genuine.identity, expiresAt: new Date(expiresAt * 1000).toISOString() },
      ...(isReplay ? { headers: { 'idempotency-replayed': 'true' } } : {}),
    }
  } catch (error) {
    flow.report('miniapp_session_result', resultOf(error))
    throw error
  }
}
