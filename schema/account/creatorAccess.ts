import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'

/** An address that is not zero, or nothing: null or an empty text. */
const Coin = z
  .union([z.literal('').transform(() => null), NonZeroAddress], {
    error: 'must be an address (0x and 40 hex digits), or null or an empty text for none',
  })
  .nullable()

export const CreatorAccess = z
  .object({
    address: EvmAddress.openapi({ description: 'The wallet that signed in, for which this is' }),
    status: z.enum(['approved', 'pending']).openapi({
      description: 'approved: the wallet may create; pending: an administrator has yet to decide',
    }),
    requestId: z
      .int()
      .optional()
      .openapi({ description: 'Id of the pending request; absent if the wallet may create already', example: 1 }),
  })
  .openapi('CreatorAccess')

/** Who may create: asking for it. What administrators do about it is in creatorAccessAdmin.ts. */
export const creatorAccess = {
  requestCreatorAccess: operation({
    operationId: 'requestCreatorAccess',
    'x-idempotency': 'database',
    method: 'post',
    path: '/creator-access/request',
    tags: ['account'],
    summary: 'Ask to be let create, or see that the signed-in wallet may',
    description:
      'For the wallet that signed in. If it is on the list of creators, or a smart wallet of its account is, nothing is stored and the answer is approved. Otherwise it has one pending request, which calling again keeps and brings up to date. For 24 hours after a denial there is no new one. An administrator decides with approveCreatorAccess or denyCreatorAccess.',
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
          .strictObject(
            {
              coin: Coin.optional().openapi({
                description:
                  'The creator coin that it is about; null or an empty text for none. Left out, a pending request keeps the one that it has',
                example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
              }),
            },
            { error: (issue) => (issue.code === 'unrecognized_keys' ? 'must have no field but coin' : undefined) },
          )
          .openapi('CreatorAccessRequest'),
        false,
      ),
    },
    responses: answers('Whether the wallet may create, or its pending request', CreatorAccess),
  }),
}
