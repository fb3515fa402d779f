import { ApiError, type Refusal } from './ApiError.ts'

/** A credential that is refused, and what is wrong with it; without a refusal there is none. */
export const unauthenticated = (detail: string | undefined, refusal?: Refusal): ApiError =>
  new ApiError('unauthenticated', detail, {}, refusal ? { refusal } : {})

/**
 * A bearer token that is wrong, has expired or was revoked (RFC 6750, section 3.1), or whose scope is not the `scope` that the
 * operation needs: 401, since another sign-in helps; the `insufficient_scope` of that section belongs to 403.
 */
export const invalidToken = (realm: string, detail: string, scope?: string): ApiError =>
  unauthenticated(detail, {
    scheme: 'Bearer',
    realm,
    error: 'invalid_token',
    ...(scope === undefined ? {} : { scope }),
  })
