import type { Completed } from '../../shared/domain/chatapp/linkMessages.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../shared/http/handler.ts'
import type { ChatappContext } from './context.ts'

/** Events that this service reports, in addition to those of the page. */
export type ServerEvent =
  'miniapp_session_result' | 'token_claim_result' | 'token_consume_result' | 'backend_completion_result'

/** One request of a flow. Its events are stored in the background; a failure to store them fails nothing. */
export interface Flow {
  /** Sets the verified chat user of all later events. */
  isOf(chatappUserId: string): void
  /** `result`: a word, or an error code. */
  report(event: ServerEvent, result: string): void
}

export function followFlow(
  { telemetry, now }: Pick<ChatappContext, 'telemetry' | 'now'>,
  waitUntil: WaitUntil,
  flowId: string | undefined,
): Flow {
  let user: string | null = null
  return {
    isOf: (chatappUserId) => (user = chatappUserId),
    report(event, result) {
      const stored = telemetry.add({
        event: `chatapp_link_${event}`,
        source: 'chatapp-api',
        flowId: flowId ?? null,
        phase: null,
        status: result,
        chatappUserId: user,
        payload: '{}',
        createdAt: Math.floor(now() / 1000),
      })
      // The store has already logged that it is unreachable.
      waitUntil(stored.catch(() => undefined))
    },
  }
}

export const resultOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal_error')

/** Refusals after the link token was claimed; it is then not consumed. */
const AFTER_CLAIM: readonly string[] = ['chatapp_linked_elsewhere', 'account_linked_elsewhere', 'link_in_progress']

/** Reports whether the link token of a request was claimed, and whether it was consumed. */
export async function reportToken(
  flow: Flow,
  token: string | undefined,
  work: () => Promise<Completed>,
): Promise<Completed> {
  if (token === undefined) return work()
  try {
    const completed = await work()
    const result = 'refused' in completed ? completed.refused : (completed.token ?? 'consumed')
    const isClaimed = !('refused' in completed) || AFTER_CLAIM.includes(result)
    flow.report('token_claim_result', isClaimed ? 'claimed' : result)
    if (isClaimed) flow.report('token_consume_result', result)
    return completed
  } catch (error) {
    flow.report('token_claim_result', resultOf(error))
    throw error
  }
}
