import type { Phase } from '../flow/phaseOf.ts'

/** The screen of a phase; phases with the same screen keep its fields and focus. */
export type Screen = 'verify' | 'email' | 'code' | 'wait' | 'linked' | 'error'

interface Shown {
  readonly screen: Screen
  /** Step of the progress. */
  readonly step: 1 | 2 | 3 | 4
  /** Announced by a screen reader when the phase begins. */
  readonly status: string
}

const SHOWN: Readonly<Record<Phase, Shown>> = {
  verify_chatapp_session: { screen: 'verify', step: 1, status: 'Checking your chat account' },
  collect_email: { screen: 'email', step: 2, status: '' },
  sending_email_code: { screen: 'email', step: 2, status: 'Sending the code' },
  enter_email_code: { screen: 'code', step: 3, status: 'The code was sent' },
  verifying_email_code: { screen: 'code', step: 3, status: 'Checking the code' },
  wait_for_identity_sync: { screen: 'wait', step: 4, status: 'Confirming your e-mail address' },
  'bind_chatapp.ensure_identity_link': { screen: 'wait', step: 4, status: 'Connecting your chat account' },
  'bind_chatapp.complete_backend': { screen: 'wait', step: 4, status: 'Saving the link' },
  linked: { screen: 'linked', step: 4, status: 'Your chat account is linked' },
  expired_or_error: { screen: 'error', step: 4, status: '' },
}

export const shownFor = (phase: Phase): Shown => SHOWN[phase]
