import * as z from 'zod'
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
  .regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, 'must be 43 characters: a SHA-256 hash in base64url without padding')
/** RFC 7636 section 4.1. */
const CodeVerifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be 43 to 128 of the characters A-Z a-z 0-9 - . _ ~')

export const HandoffCode = z
  .object({
    code: z.string().meta({
      description:
        'Hand-off code for redeemAuthHandoff, 64 hex digits. Keep it secret: this code signs in, together with the verifier if it has a challenge',
      example: '4f1c'.repeat(16),
    }),
    expiresAt: z.iso.datetime().describe('When the code expires, after 120 seconds, ISO 8601'),
  })
  .meta({ id: 'HandoffCode' })

/** Hand-off of a sign-in from one application of a person to another. */
export const handoff = {
  createAuthHandoff: operation({
    operationId: 'createAuthHandoff',
    method: 'post',
    path: '/auth/handoff-create',
    tags: ['account'],
    summary: 'Create a hand-off code for another application',
    description:
      'Returns a code that signs the caller’s account in once, within 120 seconds, in another application or browser: redeemAuthHandoff takes it. An account has at most three live codes. A code ends with the session that requested it. Only its keyed hash is stored.',
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
            expectedAddress: EvmAddress.optional().describe(
              'Address that the caller expects to be signed in as; another address is 409 `principal_changed`',
            ),
            codeChallenge: CodeChallenge.optional().meta({
              description:
                'S256 challenge (RFC 7636) of a verifier that the receiving application creates and keeps; the code then works only with that verifier. Web pages must always send one',
              example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
            }),
          })
          .meta({ id: 'HandoffRequest' }),
        false,
      ),
    },
    responses: answers('The hand-off code', HandoffCode),
  }),
  redeemAuthHandoff: operation({
    operationId: 'redeemAuthHandoff',
    method: 'post',
    path: '/auth/handoff-redeem',
    tags: ['account'],
    summary: 'Redeem a hand-off code for a session',
    description:
      'Consumes a code of createAuthHandoff and starts a session of seven days for the account’s canonical smart wallet, else for the wallet that requested the code. Browsers get a cookie, other callers a token for `Authorization: Bearer`. A wrong verifier does not consume the code.',
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
              .meta({ description: '`code` of createAuthHandoff', example: '4f1c'.repeat(16) }),
            codeVerifier: CodeVerifier.optional().meta({
              description:
                'Verifier of the challenge (RFC 7636). Required for a code with a challenge and refused for a code without: an application that always sends its verifier accepts no code of another person',
              example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
            }),
          })
          .meta({ id: 'HandoffRedemption' }),
      ),
    },
    responses: answers('Signed in; `Set-Cookie` carries the session', StartedSession),
  }),
}
