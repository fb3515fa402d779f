import * as z from 'zod'
import { answers, EvmAddress } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'

const SessionId = z
  .string()
  .regex(/^[0-9a-f]{34}$/, 'must be 34 hex digits in lower case')
  .meta({
    description: 'Id of the session; not its token, which only the sign-in returns',
    example: `${'5f'.repeat(16)}a0`,
  })

export const AuthSession = z
  .object({
    id: SessionId,
    isCurrent: z.boolean().describe('Whether this is the session of the request'),
    address: EvmAddress.describe('Wallet that the session acts as'),
    scope: z.enum(['full', 'limited']).describe('`limited`: only builds and reads'),
    method: z
      .enum(['key', 'contract', 'handoff'])
      .describe(
        'How the session started. `key`: a signature with the wallet’s private key; `contract`: a signature that the contract accepted (ERC-1271, ERC-6492); `handoff`: a hand-off code',
      ),
    by: EvmAddress.describe('Wallet whose signature was verified; for `handoff`, the wallet that requested the code'),
    startedAt: z.string().describe('When the session started, ISO 8601'),
    expiresAt: z.string().describe('When the session expires, ISO 8601'),
  })
  .meta({ id: 'AuthSession' })

export const AuthSessions = z.object({ sessions: z.array(AuthSession) }).meta({ id: 'AuthSessions' })

const tags: string[] = ['account']
const OF_SESSION = {
  tags,
  'x-answer': 'envelope',
  'x-auth': 'session',
  'x-authority': 'none',
  security: SECURITY.session,
} as const

/** Sessions of the caller. None of these operations needs a chain node. */
export const sessions = {
  listAuthSessions: operation({
    ...OF_SESSION,
    operationId: 'listAuthSessions',
    method: 'get',
    path: '/auth/sessions',
    summary: 'List the caller’s sessions',
    description:
      'Lists live sessions that the caller can end, newest first, at most 200 per wallet: those started by the account’s keys or hand-off codes, and those of its smart wallets that one of its keys signed. A session of a linked smart wallet lists only sessions that the same owner signed.',
    'x-limit': 'read',
    'x-private': true,
    'x-needs': {},
    responses: answers('The sessions', AuthSessions),
  }),
  endAllAuthSessions: operation({
    ...OF_SESSION,
    operationId: 'endAllAuthSessions',
    method: 'delete',
    path: '/auth/sessions',
    summary: 'Sign out everywhere',
    description:
      'Ends every session that listAuthSessions lists, including the session of this request, and clears its cookie. Hand-off codes of these sessions end too. SIWA receipts are not affected: they expire within 30 minutes.',
    'x-limit': 'write',
    'x-body': NO_BODY,
    'x-private': true,
    'x-needs': {},
    responses: answers(
      'The sessions are ended',
      z.object({ ended: z.int().min(0).meta({ description: 'Number of sessions that were ended', example: 3 }) }),
    ),
  }),
  endAuthSession: operation({
    ...OF_SESSION,
    operationId: 'endAuthSession',
    method: 'delete',
    path: '/auth/sessions/{id}',
    summary: 'End one session',
    description:
      'Ends a session that listAuthSessions lists, and its hand-off codes that were not redeemed. A session that has already ended is 404 `session_not_found`.',
    'x-limit': 'write',
    'x-body': NO_BODY,
    'x-private': true,
    'x-errors': ['session_not_found'],
    'x-needs': {},
    'x-after': 'listAuthSessions',
    request: { params: z.object({ id: SessionId.meta({ param: { name: 'id', in: 'path' } }) }) },
    responses: answers(
      'The session is ended',
      z.object({
        id: SessionId,
        ended: z.literal(true).meta({ description: 'Always true', type: 'boolean', enum: [true] }),
      }),
    ),
  }),
}
