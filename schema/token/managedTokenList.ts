import * as z from 'zod'
import { answers, AsOf, chain, ChainId, EvmAddress } from '../common.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { TokenList } from './documents.ts'
import { reads } from '../needs.ts'

const MAX_BODY = 16_384

const query = z.object({ chain })

const count = (description: string) => z.int().meta({ description, minimum: 0, example: 1 })

export const ManagedTokenListChange = z
  .object({
    ok: z.literal(true).describe('Always true: the list is as requested'),
    asOf: AsOf.optional().describe(
      'Block at which the token was verified; absent for a removal, which does not read the chain',
    ),
    chainId: ChainId,
    added: z.boolean().describe('Whether the token was added to the list'),
    updated: z
      .boolean()
      .describe(
        'Whether the token was listed with a different name, symbol, vault or decimals, which are now replaced',
      ),
    removed: z.boolean().describe('Whether the token was removed from the list'),
    shareTokensCount: count('Number of share tokens on the list now'),
    version: TokenList.shape.version.describe('Version of the list now; unchanged if the request changed nothing'),
    token: z
      .object({
        address: EvmAddress.describe('The share token'),
        name: z
          .string()
          .meta({ description: 'Listed name of the token: its first 60 characters', example: 'Aurora Share' }),
        symbol: z.string().describe('Listed symbol of the token: its first 20 characters, without white space'),
        decimals: z.int().meta({ description: 'Decimals of the share token', example: 18 }),
        vault: EvmAddress.describe('Vault of the share token'),
      })
      .nullable()
      .describe('The verified token; null for a removal'),
  })
  .meta({ id: 'ManagedTokenListChange' })

export const managedTokenList = {
  getManagedTokenList: operation({
    operationId: 'getManagedTokenList',
    method: 'get',
    path: '/token/managed-token-list',
    tags: ['token'],
    summary: 'Get the managed list of share tokens',
    description:
      'Returns a Token Lists document of at most 500 share tokens, chosen by the operator of this deployment and verified onchain when added, for wallets that import lists by URL. 404 while the list is empty: the standard requires at least one token. For any single share token use getTokenListEntry.',
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
    summary: 'Add, update or remove a token of the managed list',
    description:
      'For the operator: lists a share token if the token, its vault and the registry name each other at one block, or updates its listed details. Safe to repeat. `remove` takes it off the list without reading the chain. Caches may keep the public list (getManagedTokenList) for ten minutes.',
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
              shareToken: EvmAddress.describe('The share token, not its vault and not the creator coin'),
              remove: z
                .boolean()
                .default(false)
                .meta({ description: 'Remove the token from the list instead', example: false }),
            }),
          },
        },
      },
    },
    responses: answers('The change of the list', ManagedTokenListChange),
  }),
}
