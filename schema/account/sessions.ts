import { z } from '@hono/zod-openapi'
import { answers, EvmAddress } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'

const SessionId = z
  .string()
  .regex(/^[0-9a-f]{34}$/, 'must be 34 hex digits in lower case')
  .openapi({
    description: 'Name of a session: not its token, which is shown only once',
    example: `${'5f'.repeat(16)}a0`,
  })

export const AuthSession = z
  .object({
    id: SessionId,
    isCurrent: z.boolean().openapi({ description: 'Whether it is the session of this request' }),
    address: EvmAddress.openapi({ description: 'The wallet that it acts as' }),
    method: z.enum(['key', 'contract', 'handoff']).openapi({
      description:
        'How it began: the key of the wallet signed, the contract at the address accepted a signature (ERC-1271, ERC-6492), or a hand-off code was redeemed',
    }),
    by: EvmAddress.openapi({
      description: 'The wallet that proved itself; for a hand-off the one that asked for the code',
    }),
    startedAt: z.string().openapi({ description: 'ISO 8601 time of sign-in' }),
    expiresAt: z.string().openapi({ description: 'ISO 8601 time at which it ends by itself' }),
  })
  .openapi('AuthSession')

export const AuthSessions = z.object({ sessions: z.array(AuthSession) }).openapi('AuthSessions')

const tags: string[] = ['account']
const OF_SESSION = {
  tags,
  'x-answer': 'envelope',
  'x-auth': 'session',
  'x-authority': 'none',
  security: SECURITY.session,
} as const

/** The sessions of whoever is signed in. None of these operations needs a chain node. */
export const sessions = {
  listAuthSessions: operation({
    ...OF_SESSION,
    operationId: 'listAuthSessions',
    method: 'get',
    path: '/auth/sessions',
    summary: 'Sessions of the caller',
    description:
      'Lists the live sessions that the caller may end, the newest first, at most 200 per wallet: those of the account’s keys, its hand-offs, and those of its smart wallets that one of its keys signed. A session signed as a smart wallet that an account has linked lists only the sessions that the same owner signed; where its contract does not confirm that owner now, never those of others.',
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
      'Ends every session that listAuthSessions shows, the one of this request too, and clears its cookie. Hand-off codes that these sessions asked for end with them. Agents’ receipts are not affected: they expire within 30 minutes.',
    'x-limit': 'write',
    'x-body': NO_BODY,
    'x-private': true,
    'x-needs': {},
    responses: answers(
      'They are ended',
      z.object({ ended: z.int().min(0).openapi({ description: 'How many sessions were ended', example: 3 }) }),
    ),
  }),
  endAuthSession: operation({
    ...OF_SESSION,
    operationId: 'endAuthSession',
    method: 'delete',
    path: '/auth/sessions/{id}',
    summary: 'End one session',
    description:
      'Ends a session that listAuthSessions shows, with the hand-off codes that it asked for and that were not redeemed. A session that was ended before is session_not_found.',
    'x-limit': 'write',
    'x-body': NO_BODY,
    'x-private': true,
    'x-errors': ['session_not_found'],
    'x-needs': {},
    'x-after': 'listAuthSessions',
    request: { params: z.object({ id: SessionId.openapi({ param: { name: 'id', in: 'path' } }) }) },
    responses: answers(
      'It is ended',
      z.object({
        id: SessionId,
        ended: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }),
      }),
    ),
  }),
}
