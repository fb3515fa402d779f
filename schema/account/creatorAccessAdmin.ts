import { z } from '@hono/zod-openapi'
import { AccessRequestId, AllowedCreator, CreatorAccessRequests, CreatorAllowlist } from './adminAnswers.ts'
import { always, id, note, pageOf, READ, CREATOR_WRITE } from './adminParts.ts'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation } from '../operation.ts'
import { adminNeeds } from '../needs.ts'

const RequestDecision = z.object({
  requestId: id('The `requestId` of the request, from listCreatorAccessRequests'),
  note: note(4000),
})

/** What administrators decide about who may create. Every change is in the admin log. */
export const creatorAccessAdmin = {
  listCreatorAccessRequests: operation({
    ...READ,
    operationId: 'listCreatorAccessRequests',
    path: '/admin/creator-access/requests',
    summary: 'Who asks to be let create, with the ids to decide by',
    description:
      'For an administrator: requests of requestCreatorAccess, the newest first, in pages; decided ones for a year. Decide with approveCreatorAccess and denyCreatorAccess.',
    'x-needs': {},
    request: { query: z.object(pageOf('WyJhY2Nlc3MgcmVxdWVzdHMgcGVuZGluZyIsMTJd')) },
    responses: answers('A page of requests', CreatorAccessRequests),
  }),
  approveCreatorAccess: operation({
    ...CREATOR_WRITE,
    operationId: 'approveCreatorAccess',
    'x-idempotency': 'database',
    path: '/admin/creator-access/approve',
    summary: 'Grant a request: its wallet may create',
    description:
      'For an administrator: puts the wallet of a pending request on the list of creators. A request is decided once; the administrator who approved it gets the same answer again, and changes nothing. To put a wallet on the list without a request use allowCreator.',
    'x-errors': ['access_request_not_found', 'already_decided', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(RequestDecision.openapi('ApproveCreatorAccessRequest')) },
    responses: answers(
      'The wallet may create',
      z.object({
        requestId: AccessRequestId,
        wallet: EvmAddress.openapi({ description: 'The wallet that may create' }),
        approved: always('the request is approved'),
      }),
    ),
  }),
  denyCreatorAccess: operation({
    ...CREATOR_WRITE,
    operationId: 'denyCreatorAccess',
    'x-idempotency': 'database',
    path: '/admin/creator-access/deny',
    summary: 'Turn a request down; its wallet may ask again after 24 hours',
    description:
      'For an administrator: denies a pending request. A request is decided once; the administrator who denied it gets the same answer again, and changes nothing. To take a wallet off the list use revokeCreatorAccess.',
    'x-errors': ['access_request_not_found', 'already_decided', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(RequestDecision.openapi('DenyCreatorAccessRequest')) },
    responses: answers(
      'The request is denied',
      z.object({ requestId: AccessRequestId, denied: always('the request is denied') }),
    ),
  }),
  revokeCreatorAccess: operation({
    ...CREATOR_WRITE,
    operationId: 'revokeCreatorAccess',
    'x-idempotency': 'database',
    path: '/admin/creator-access/revoke',
    summary: 'Take a wallet off the list of creators',
    description:
      'For an administrator. The row stays, with when this was, and its note unless another is given. A wallet that was taken off before stays as it is, and nothing is logged. allowCreator puts it back.',
    'x-errors': ['not_on_allowlist', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: {
      body: jsonBody(
        z
          .object({
            address: EvmAddress.openapi({ description: 'The wallet that may create no longer' }),
            note: note(4000),
          })
          .openapi('RevokeCreatorAccessRequest'),
      ),
    },
    responses: answers(
      'The wallet may not create',
      z.object({
        address: EvmAddress.openapi({ description: 'The wallet that may not create' }),
        revoked: always('the wallet is off the list'),
      }),
    ),
  }),
  listCreatorAllowlist: operation({
    ...READ,
    operationId: 'listCreatorAllowlist',
    path: '/admin/creator-access/allowlist',
    summary: 'Wallets that may create',
    description:
      'For an administrator: the list of creators, the newest first, without those that were taken off it. At most 200; `q` finds the others.',
    'x-needs': {},
    request: {
      query: z.object({
        q: z
          .string()
          .regex(/^(0x)?[0-9a-fA-F]{0,40}$/, 'must be a part of an address: hex digits, with or without 0x')
          .optional()
          .openapi({ description: 'Only wallets whose address contains these hex digits', example: '0x5fbd' }),
      }),
    },
    responses: answers('The list', CreatorAllowlist),
  }),
  allowCreator: operation({
    ...CREATOR_WRITE,
    operationId: 'allowCreator',
    'x-idempotency': 'database',
    path: '/admin/creator-access/allowlist',
    summary: 'Put a wallet on the list of creators, or change what is noted about it',
    description:
      'For an administrator: the wallet may create from now on, whether it asked or not; a pending request of it is approved with this. On the list already, it keeps since when it may, and its smart wallet and note unless others are given; if nothing changes, nothing is logged.',
    'x-errors': ['session_not_configured'],
    'x-needs': adminNeeds,
    request: {
      body: jsonBody(
        z
          .object({
            address: NonZeroAddress.openapi({ description: 'The wallet that may create' }),
            smartWalletAddress: NonZeroAddress.optional().openapi({
              description: 'A smart wallet that may create with it',
            }),
            note: note(4000),
          })
          .openapi('AllowCreatorRequest'),
      ),
    },
    responses: answers('The wallet as the list has it', AllowedCreator),
  }),
}
