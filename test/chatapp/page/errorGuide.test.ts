import { describe, expect, test } from 'vitest'
import { ERROR_GUIDE, isFlowErrorCode } from '../../../functions/chatapp/page/flow/errorGuide.ts'
import { isRecoverable, problemOf } from '../../../functions/chatapp/page/flow/FlowError.ts'
import { retryTargetFor } from '../../../functions/chatapp/page/flow/retryTargetFor.ts'
import { loadVendorClient } from '../../../functions/chatapp/page/identity/loadVendorClient.ts'
import { problemOfProvider } from '../../../functions/chatapp/page/identity/problemOfProvider.ts'
import { chatapp } from '../../../schema/chatapp/index.ts'
import { codesOf, HOST_CODES } from '../../../schema/codesOf.ts'
import { ERRORS } from '../../../schema/errors.ts'

describe('what a person reads about an error', () => {
  test.each(['createMiniappSession', 'checkLinkReady', 'completeChatappLink'] as const)(
    'is there for every code of %s',
    (operation) => {
      const codes = [...codesOf(chatapp[operation]), ...HOST_CODES]
      expect(codes.filter((code) => !isFlowErrorCode(code))).toEqual([])
    },
  )

  test('offers a retry if the catalogue says that this helps', () => {
    const later = Object.entries(ERRORS).flatMap(([code, { retry }]) =>
      retry !== undefined && isFlowErrorCode(code) ? [code] : [],
    )
    expect(later.length).toBeGreaterThan(5)
    expect(later.filter((code) => isFlowErrorCode(code) && !isRecoverable({ code }))).toEqual([])
  })

  test('is a sentence and what to do, in words of its own', () => {
    for (const [code, { title, advice }] of Object.entries(ERROR_GUIDE)) {
      expect(title, code).toMatch(/^[A-Z].{8,60}[^.]$/)
      expect(advice, code).toMatch(/\.$/)
    }
  })

  test('leads nowhere where only new launch data helps', () => {
    for (const code of ['launch_data_expired', 'launch_data_used', 'stale_launch_data', 'no_launch_data'] as const)
      expect(retryTargetFor({ code }, 'verify_chatapp_session'), code).toBeNull()
  })
})

describe('the vendor’s client', () => {
  const failing = (load: () => Promise<unknown>) => loadVendorClient('app', load).catch(problemOf)

  test('that was not built is said to be missing', async () => {
    expect(await failing(() => Promise.reject(new TypeError('404')))).toEqual({ code: 'identity_client_missing' })
    expect(await failing(async () => ({ default: 1 }))).toEqual({ code: 'identity_client_missing' })
  })

  test('that cannot reach its provider is an outage, and is loaded again by a retry', async () => {
    const createIdentityClient = () => Promise.reject(new TypeError('Failed to fetch'))
    const problem = { code: 'identity_provider_unavailable' } as const
    expect(await failing(async () => ({ createIdentityClient }))).toEqual(problem)
    expect(isRecoverable(problem)).toBe(true)
  })
})

describe('a refusal of the identity provider', () => {
  test.each([
    ['sendCode', 400, 'invalid_data', 'email_refused'],
    ['verifyCode', 422, 'invalid_credentials', 'code_refused'],
    ['link', 400, 'invalid_data', 'stale_launch_data'],
    ['link', 409, 'linked_to_another_user', 'linked_to_another_user'],
    ['link', 400, 'cannot_link_more_of_type', 'account_linked_elsewhere'],
    ['link', 401, 'missing_or_invalid_token', 'unauthenticated'],
    ['user', 503, '', 'identity_provider_unavailable'],
    ['sendCode', 400, 'invalid_app_id', 'identity_provider_not_configured'],
    ['verifyCode', 400, 'constructor', 'code_refused'],
  ] as const)('of %s, %i %s is %s', (call, status, code, expected) => {
    expect(problemOfProvider(call, { status, code })).toEqual({ code: expected })
  })

  test('for too many calls says how long to wait', () => {
    const refused = { status: 429, code: 'too_many_requests', retryAfter: 60 }
    expect(problemOfProvider('sendCode', refused)).toEqual({ code: 'rate_limited', retryAfter: 60 })
  })
})
