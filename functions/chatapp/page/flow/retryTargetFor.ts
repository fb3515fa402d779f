import { ERROR_GUIDE } from './errorGuide.ts'
import type { FlowError } from './FlowError.ts'

/** States to which a retry may lead. */
export type RetryTarget =
  'verify_chatapp_session' | 'wait_for_identity_sync' | 'ensure_identity_link' | 'complete_backend'

/** The state to which RETRY leads after a problem in a step; null if a retry cannot help. */
export function retryTargetFor({ code }: FlowError, step: RetryTarget): RetryTarget | null {
  // The identity provider does not have the chat account: completing again would not add it.
  if (code === 'identity_link_missing') return 'ensure_identity_link'
  const { next } = ERROR_GUIDE[code]
  if (next === 'retry' || next === 'without_token') return step
  return next === 'restart' ? 'verify_chatapp_session' : null
}
