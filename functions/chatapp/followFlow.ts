import type { Completed } from '../../shared/domain/chatapp/linkMessages.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../shared/http/handler.ts'
import type { ChatappContext } from './context.ts'

/** What this service itself reports, beside the page. */
export type ServerEvent =
  'miniapp_session_result' | 'token_claim_result' | 'token_consume_result' | 'backend_completion_result'

/** One request of a flow, whose events are stored if they can be: nobody waits for them, and nothing fails with them. */
export interface Flow {
  /** From here on its events are about this chat user, who has been verified. */
  isOf(chatappUserId: string): void
  /** `result`: a word, or the code of an error. */
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
      // A store that is out of reach has been logged there.
      waitUntil(stored.catch(() => undefined))
    },
  }
}

/** How an attempt ended, in a word: the code of its error. */
export const resultOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal_error')

/** Refusals that come after the link token was claimed, which then is not used up. */
const AFTER_CLAIM: readonly string[] = ['chatapp_linked_elsewhere', 'account_linked_elsewhere', 'link_in_progress']

/** Reports what became of the link token, if one was sent: whether it was claimed, and whether it is used up. */
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
