import { ApiError } from '../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../shared/http/handler.ts'
import type { ChatappContext } from './ChatappContext.ts'

/** What this service itself reports, beside the page. */
export type ServerEvent =
  'miniapp_session_result' | 'token_claim_result' | 'token_consume_result' | 'backend_completion_result'

interface Flow {
  readonly flowId: string | undefined
  readonly chatappUserId: string
}

/** Stores an event of a flow, if it can: nobody waits for it, and nothing fails with it. */
export function reportEvent(
  { telemetry, now }: Pick<ChatappContext, 'telemetry' | 'now'>,
  waitUntil: WaitUntil,
  { flowId, chatappUserId }: Flow,
  event: ServerEvent,
  result: string,
): void {
  const stored = telemetry.add({
    event: `chatapp_link_${event}`,
    source: 'chatapp-api',
    flowId: flowId ?? null,
    phase: null,
    status: result,
    chatappUserId,
    payload: '{}',
    createdAt: Math.floor(now() / 1000),
  })
  // A store that is out of reach has been logged there.
  waitUntil(stored.catch(() => undefined))
}

/** How an attempt ended, in a word: the code of its error. */
export const resultOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'internal_error')
