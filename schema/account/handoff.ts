import { z } from '@hono/zod-openapi'
import { StartedSession } from './answers.ts'
import { jsonBody } from '../builder.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = {
  AUTH_NONCE_SECRET: { error: 'session_not_configured', when: 'there is no `AUTH_HANDOFF_SECRET` either' },
}

const BODY = { bound: 8192, kind: 'object' } as const

/** RFC 7636 section 4.2: the unpadded base64url of 32 bytes, whose last character has four bits only. */
const CodeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'must be 43 characters: the unpadded base64url of a SHA-256')
/** RFC 7636 section 4.1. */
const CodeVerifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~')

export const HandoffCode = z
  .object({
    code: z.string().openapi({
      description:
        'What redeemAuthHandoff takes, 64 hex digits. Whoever has it, and the verifier if there is one, can sign in',
      example: '4f1c'.repeat(16),
    }),
    expiresAt: z.iso.datetime().openapi({ description: 'When the code expires: 120 seconds from now, ISO 8601' }),
  })
  .openapi('HandoffCode')

/** Carrying a sign-in from one application of a person to another. */
export const handoff = {
  createAuthHandoff: operation({
    operationId: 'createAuthHandoff',
    method: 'post',
    path: '/auth/handoff-create',
    tags: ['account'],
    summary: 'A code that signs the same account in elsewhere, once, within 120 seconds',
    description:
      'Makes a code of 256 random bits for the account of the caller, which redeemAuthHandoff takes in another application or browser of the same person. Only its keyed hash is stored. An account has three live codes at most. A code ends with the session that asked for it.',
    'x-limit': 'handoffCreate',
    'x-answer': 'envelope',
    'x-auth': 'write',
    security: SECURITY.write,
    'x-body': BODY,
    'x-authority': 'handler',
    'x-errors': [
      'account_not_found',
      'wallet_session',
      'principal_changed',
      'handoff_limit_reached',
      'session_not_configured',
    ],
    'x-needs': NEEDS,
    request: {
      body: jsonBody(
        z
          .object({
            expectedAddress: EvmAddress.optional().openapi({
              description: 'Whom the caller takes itself for; a session of another address is refused',
            }),
            codeChallenge: CodeChallenge.optional().openapi({
              description:
                'S256 challenge (RFC 7636) of a verifier that the receiving application made and keeps; the code is then worth nothing without it. Pages must always give one',
              example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
            }),
          })
          .openapi('HandoffRequest'),
        false,
      ),
    },
    responses: answers('The code', HandoffCode),
  }),
  redeemAuthHandoff: operation({
    operationId: 'redeemAuthHandoff',
    method: 'post',
    path: '/auth/handoff-redeem',
    tags: ['account'],
    summary: 'Sign in with a code of createAuthHandoff: returns a session of seven days',
    description:
      'Uses up a code and starts a session for the canonical smart wallet of its account, or for the wallet that asked for the code where there is none. A browser gets the session as a cookie, other callers get a token for Authorization: Bearer. The account and its wallet are looked up again first. A wrong verifier does not use the code up.',
    'x-limit': 'handoffRedeem',
    'x-limit-inside': ['handoffFailure'],
    'x-answer': 'envelope',
    'x-body': BODY,
    'x-errors': [
      'forbidden_origin',
      'invalid_handoff_code',
      'session_not_configured',
      'authority_unknown',
      'store_unavailable',
    ],
    'x-needs': NEEDS,
    'x-after': 'createAuthHandoff',
    request: {
      body: jsonBody(
        z
          .object({
            code: z
              .string()
              .regex(/^[a-fA-F0-9]{64}$/, 'must be 64 hex digits')
              .openapi({ description: '`code` of createAuthHandoff', example: '4f1c'.repeat(16) }),
            codeVerifier: CodeVerifier.optional().openapi({
              description:
                'The verifier of the challenge (RFC 7636). Refused where the code was made without a challenge, so that an application which always sends its own cannot be given the code of somebody else',
              example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
            }),
          })
          .openapi('HandoffRedemption'),
      ),
    },
    responses: answers('Signed in; Set-Cookie holds the session', StartedSession),
  }),
}
