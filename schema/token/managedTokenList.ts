import { z } from '@hono/zod-openapi'
import { answers, AsOf, chain, ChainId, EvmAddress } from '../common.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { TokenList } from './documents.ts'
import { reads } from '../needs.ts'

const MAX_BODY = 16_384

const query = z.object({ chain })

const count = (description: string) => z.int().openapi({ description, minimum: 0, example: 1 })

export const ManagedTokenListChange = z
  .object({
    ok: z.literal(true).openapi({ type: 'boolean', enum: [true], description: 'The list is as the request wants it' }),
    asOf: AsOf.optional().openapi({
      description: 'The block at which the token was verified; absent of a removal, which reads nothing',
    }),
    chainId: ChainId,
    added: z.boolean().openapi({ description: 'The token was not on the list before' }),
    updated: z.boolean().openapi({
      description: 'The token was on the list with another name, symbol, vault or other decimals, which are replaced',
    }),
    removed: z.boolean().openapi({ description: 'The token was on the list before, and no longer is' }),
    shareTokensCount: count('Share tokens on the list now'),
    version: TokenList.shape.version.openapi({
      description: 'The version of the list now; the same as before where nothing changed',
    }),
    token: z
      .object({
        address: EvmAddress.openapi({ description: 'The share token' }),
        name: z.string().openapi({ description: 'Its name as listed: cut to 60 characters', example: 'Aurora Share' }),
        symbol: z.string().openapi({ description: 'Its symbol as listed: cut to 20 characters, without white space' }),
        decimals: z.int().openapi({ description: 'Decimals of its base units', example: 18 }),
        vault: EvmAddress.openapi({ description: 'The vault that it is the share token of' }),
      })
      .nullable()
      .openapi({ description: 'What was verified; null of a removal' }),
  })
  .openapi('ManagedTokenListChange')

export const managedTokenList = {
  getManagedTokenList: operation({
    operationId: 'getManagedTokenList',
    method: 'get',
    path: '/token/managed-token-list',
    tags: ['token'],
    summary: 'Token list of the share tokens that the operator has chosen',
    description:
      'A Token Lists document with the share tokens that the operator of this deployment has put on it, at most 500, for wallets that import lists by URL. Each was verified on chain when it was added; nothing is read from the chain here. The version follows the rules of the standard. While the list is empty, which the standard does not allow a document to be, it is 404. For any single share token use getTokenListEntry.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': { sMaxAge: 600, staleWhileRevalidate: 1200 },
    'x-errors': ['token_list_empty', 'store_unavailable'],
    'x-needs': {},
    request: { query },
    responses: {
      200: { description: 'The list', content: { 'application/json': { schema: TokenList } } },
    },
  }),
  updateManagedTokenList: operation({
    operationId: 'updateManagedTokenList',
    method: 'post',
    path: '/token/managed-token-list',
    tags: ['token'],
    summary: 'Put a share token on the managed list, renew its details, or take it off',
    description:
      'For the operator: reads the share token, its vault and the registry at one block, and lists the token if they name each other. A token that is listed already has its details renewed; nothing changes where they are the same, so repeating a request is safe. With `remove` the token is taken off the list without a look at the chain. What everybody sees is getManagedTokenList, which caches may keep for ten minutes.',
    'x-limit': 'tokenListWrite',
    'x-answer': 'envelope',
    'x-auth': 'tokenlist',
    'x-body': { bound: MAX_BODY, kind: 'object' },
    'x-errors': [...CHAIN, 'not_a_share_token', 'token_list_full', 'role_not_configured', 'store_unavailable'],
    security: SECURITY.tokenlist,
    'x-needs': { ...reads, TOKEN_LIST_KEY: 'tokenlist_not_configured' },
    request: {
      query,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              shareToken: EvmAddress.openapi({ description: 'The share token; not its vault, nor the creator coin' }),
              remove: z
                .boolean()
                .default(false)
                .openapi({ description: 'Take it off the list instead', default: false, example: false }),
            }),
          },
        },
      },
    },
    responses: answers('What changed', ManagedTokenListChange),
  }),
}
