import type { FlowErrorCode } from '../flow/errorGuide.ts'
import type { FlowError } from '../flow/FlowError.ts'

/** The refused call: the provider answers `invalid_data` both for an address and for launch data. */
export type ProviderCall = 'sendCode' | 'verifyCode' | 'user' | 'link'

const OF_CALL: Readonly<Record<ProviderCall, FlowErrorCode>> = {
  sendCode: 'email_refused',
  verifyCode: 'code_refused',
  user: 'unexpected',
  link: 'stale_launch_data',
}

/** Refusals with the same meaning in every call. */
const OF_CODE: Readonly<Record<string, FlowErrorCode>> = {
  invalid_app_id: 'identity_provider_not_configured',
  linked_to_another_user: 'linked_to_another_user',
  /** The user has another chat account. */
  cannot_link_more_of_type: 'account_linked_elsewhere',
}

/** The problem of the flow for a refusal of the identity provider, from its status and error code. */
export function problemOfProvider(
  call: ProviderCall,
  { status, code, retryAfter }: { readonly status: number; readonly code: string; readonly retryAfter?: number },
): FlowError {
  const wait = retryAfter === undefined ? {} : { retryAfter }
  if (status === 429 || code === 'too_many_requests') return { code: 'rate_limited', ...wait }
  if (status >= 500) return { code: 'identity_provider_unavailable', ...wait }
  if (status === 401) return { code: 'unauthenticated' }
  return { code: (Object.hasOwn(OF_CODE, code) ? OF_CODE[code] : undefined) ?? OF_CALL[call] }
}
