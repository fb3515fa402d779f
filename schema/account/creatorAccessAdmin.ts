import * as z from 'zod'
import { AccessRequestId, AllowedCreator, CreatorAccessRequests, CreatorAllowlist } from './adminAnswers.ts'
import { always, id, note, pageOf, READ, CREATOR_WRITE } from './adminParts.ts'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation } from '../operation.ts'
import { adminNeeds } from '../needs.ts'

const RequestDecision = z.object({
  requestId: id('Field `requestId` from listCreatorAccessRequests'),
  note: note(4000),
})

/** Decisions of administrators about creator access. The admin log records every change. */
export const creatorAccessAdmin = {
  listCreatorAccessRequests: operation({
    ...READ,
    operationId: 'listCreatorAccessRequests',
    path: '/admin/creator-access/requests',
    summary: 'List requests for creator access',
    description:
      'For administrators. Lists requests of requestCreatorAccess, newest first, in pages. Decided requests stay for one year. Decide with approveCreatorAccess or denyCreatorAccess.',
    'x-needs': {},
    request: { query: z.object(pageOf('WyJhY2Nlc3MgcmVxdWVzdHMgcGVuZGluZyIsMTJd')) },
    responses: answers('A page of requests', CreatorAccessRequests),
  }),
  approveCreatorAccess: operation({
    ...CREATOR_WRITE,
    operationId: 'approveCreatorAccess',
    'x-idempotency': 'database',
    path: '/admin/creator-access/approve',
    summary: 'Approve a request for creator access',
    description:
      'For administrators. Adds the wallet of a pending request to the creator allowlist. A repeat by the same administrator returns the same answer; any other decided request is 409 `already_decided`. To add a wallet without a request, use allowCreator.',
    'x-errors': ['access_request_not_found', 'already_decided', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(RequestDecision.meta({ id: 'ApproveCreatorAccessRequest' })) },
    responses: answers(
      'The wallet has creator access',
      z.object({
        requestId: AccessRequestId,
        wallet: EvmAddress.describe('Wallet that now has creator access'),
        approved: always('the request is approved'),
      }),
    ),
  }),
  denyCreatorAccess: operation({
    ...CREATOR_WRITE,
    operationId: 'denyCreatorAccess',
    'x-idempotency': 'database',
    path: '/admin/creator-access/deny',
    summary: 'Deny a request for creator access',
    description:
      'For administrators. Denies a pending request; its wallet can ask again after 24 hours. A repeat by the same administrator returns the same answer; any other decided request is 409 `already_decided`. To remove a wallet from the creator allowlist, use revokeCreatorAccess.',
    'x-errors': ['access_request_not_found', 'already_decided', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: { body: jsonBody(RequestDecision.meta({ id: 'DenyCreatorAccessRequest' })) },
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
    summary: 'Remove a wallet from the creator allowlist',
    description:
      'For administrators. Ends the creator access of a wallet. The record stays, with the time of removal, and keeps its note unless the request has one. Removing a wallet again changes nothing; a wallet that was never on the list is `not_on_allowlist`. allowCreator adds it again.',
    'x-errors': ['not_on_allowlist', 'session_not_configured'],
    'x-needs': adminNeeds,
    request: {
      body: jsonBody(
        z
          .object({
            address: EvmAddress.describe('Wallet to remove'),
            note: note(4000),
          })
          .meta({ id: 'RevokeCreatorAccessRequest' }),
      ),
    },
    responses: answers(
      'The wallet has no creator access',
      z.object({
        address: EvmAddress.describe('Wallet that was removed'),
        revoked: always('the wallet is not on the allowlist'),
      }),
    ),
  }),
  listCreatorAllowlist: operation({
    ...READ,
    operationId: 'listCreatorAllowlist',
    path: '/admin/creator-access/allowlist',
    summary: 'List the creator allowlist',
    description:
      'For administrators. Lists wallets with creator access, newest first, without wallets that were removed. At most 200; use `q` to find the others.',
    'x-needs': {},
    request: {
      query: z.object({
        q: z
          .string()
          .regex(/^(0x)?[0-9a-fA-F]{0,40}$/, 'must be part of an address: at most 40 hex digits, with or without 0x')
          .optional()
          .meta({ description: 'Only wallets whose address contains these hex digits', example: '0x5fbd' }),
      }),
    },
    responses: answers('The allowlist', CreatorAllowlist),
  }),
  allowCreator: operation({
    ...CREATOR_WRITE,
    operationId: 'allowCreator',
    'x-idempotency': 'database',
    path: '/admin/creator-access/allowlist',
    summary: 'Add or update a wallet on the creator allowlist',
    description:
      'For administrators. Gives a wallet creator access, with or without a request, and approves its pending request. A wallet on the allowlist keeps its `approvedAt`, and its smart wallet and note unless the request has others. If nothing changes, nothing is logged.',
    'x-errors': ['session_not_configured'],
    'x-needs': adminNeeds,
    request: {
      body: jsonBody(
        z
          .object({
            address: NonZeroAddress.describe('Wallet to give creator access'),
            smartWalletAddress: NonZeroAddress.optional().describe('Smart wallet that also gets creator access'),
            note: note(4000),
          })
          .meta({ id: 'AllowCreatorRequest' }),
      ),
    },
    responses: answers('The entry of the wallet on the allowlist', AllowedCreator),
  }),
}
