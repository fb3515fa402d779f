import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'

/** An address that is not zero, or nothing: null or an empty text. */
const Coin = z
  .union([z.literal('').transform(() => null), NonZeroAddress], {
    error: 'must be an address (0x and 40 hex digits), null or an empty string',
  })
  .nullable()

export const CreatorAccess = z
  .object({
    address: EvmAddress.describe('Wallet that signed in and that the answer is about'),
    status: z
      .enum(['approved', 'pending'])
      .describe('`approved`: the wallet has creator access; `pending`: an administrator has to decide'),
    requestId: z
      .int()
      .optional()
      .meta({ description: 'Id of the pending request; absent if the wallet has creator access', example: 1 }),
  })
  .meta({ id: 'CreatorAccess' })

/** Requests for creator access. Decisions of administrators are in creatorAccessAdmin.ts. */
export const creatorAccess = {
  requestCreatorAccess: operation({
    operationId: 'requestCreatorAccess',
    'x-idempotency': 'database',
    method: 'post',
    path: '/creator-access/request',
    tags: ['account'],
    summary: 'Request creator access for the signed-in wallet',
    description:
      'Answers `approved` if the wallet, or a smart wallet of its account, is on the creator allowlist; nothing is stored then. Otherwise stores a pending request, or updates the one that is pending. A denied wallet can ask again after 24 hours. An administrator decides.',
    'x-limit': 'creatorAccess',
    'x-auth': 'write',
    'x-authority': 'handler',
    security: SECURITY.write,
    'x-answer': 'envelope',
    'x-body': { bound: 1024, kind: 'json' },
    'x-errors': ['invalid_address', 'recently_denied'],
    'x-needs': {},
    request: {
      body: jsonBody(
        z
          .strictObject({
            coin: Coin.optional().meta({
              description:
                'Creator coin that the request is about; null or an empty string for none. If omitted, a pending request keeps its coin',
              example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
            }),
          })
          .meta({ id: 'CreatorAccessRequest' }),
        false,
      ),
    },
    responses: answers('Whether the wallet has creator access, or its pending request', CreatorAccess),
  }),
}
