import { ERROR_GUIDE } from '../flow/errorGuide.ts'
import type { LinkEvent, LinkFlow } from '../flow/LinkFlow.ts'
import type { Phase } from '../flow/phaseOf.ts'
import { retryLabel } from './screens/ErrorScreen.tsx'

/** The action of a phase's main button; the native button of the chat app replaces the button if there is one. */
export interface MainAction {
  readonly text: string
  readonly busy: boolean
  readonly event: LinkEvent
}

/** Null if the phase has no main button. */
export function mainActionOf(phase: Phase, { error }: LinkFlow): MainAction | null {
  if (phase === 'collect_email' || phase === 'sending_email_code')
    return { text: 'Send the code', busy: phase === 'sending_email_code', event: { type: 'SUBMIT_EMAIL' } }
  if (phase === 'enter_email_code' || phase === 'verifying_email_code')
    return { text: 'Verify', busy: phase === 'verifying_email_code', event: { type: 'SUBMIT_CODE' } }
  const text = phase === 'expired_or_error' && error ? retryLabel(ERROR_GUIDE[error.code].next) : null
  return text === null ? null : { text, busy: false, event: { type: 'RETRY' } }
}
