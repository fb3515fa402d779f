import type { FlowError } from './FlowError.ts'
import type { LinkContext, LinkedAccount, Proof } from './LinkEffects.ts'
import type { RetryTarget } from './retryTargetFor.ts'

/** The context of the machine: the only state of the flow in the page. */
export interface LinkFlow {
  readonly linkContext: LinkContext | null
  /** In every state after the first. */
  readonly proof: Proof | null
  readonly email: string
  readonly emailError: FlowError | null
  /** Empty once it was sent. */
  readonly code: string
  readonly codeError: FlowError | null
  /** Unix milliseconds. */
  readonly resendAvailableAt: number
  /** Addresses with a code that is not used yet, and when another may be sent there (Unix milliseconds). */
  readonly resendWaits: ReadonlyMap<string, number>
  /** Error of the last readiness check; shown if none succeeds. */
  readonly syncError: FlowError | null
  readonly pauseMs: number
  readonly isReady: boolean
  readonly identityLink: 'skipped' | 'linked' | null
  /** Of completion, since the step began. */
  readonly attempts: number
  readonly linked: LinkedAccount | null
  readonly error: FlowError | null
  readonly retryTarget: RetryTarget | null
}

export type LinkEvent =
  | { readonly type: 'EMAIL_CHANGED'; readonly email: string }
  | { readonly type: 'SUBMIT_EMAIL' }
  | { readonly type: 'CODE_CHANGED'; readonly code: string }
  | { readonly type: 'SUBMIT_CODE' }
  | { readonly type: 'RESEND_CODE' }
  /** From the code to the e-mail address, which stays. */
  | { readonly type: 'BACK' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'RESET' }

export const emptyFlow = (linkContext: LinkContext | null): LinkFlow => ({
  linkContext,
  proof: null,
  email: '',
  emailError: null,
  code: '',
  codeError: null,
  resendAvailableAt: 0,
  resendWaits: new Map(),
  syncError: null,
  pauseMs: 0,
  isReady: false,
  identityLink: null,
  attempts: 0,
  linked: null,
  error: null,
  retryTarget: null,
})
