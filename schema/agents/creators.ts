import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress, UnsignedApproval } from '../calldata.ts'
import { answers, EvmAddress, flagInQuery, queryInteger } from '../common.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { smartWallets } from '../needs.ts'

const agentFields = {
  creatorAddress: EvmAddress.openapi({ description: 'The creator: the canonical wallet of its account' }),
  msgnetAgentAddress: EvmAddress.openapi({
    description: 'Address of the agent in the messaging network: for a smart-wallet agent that wallet',
  }),
  agentType: z.enum(['smart-wallet']).openapi({ description: 'What the agent acts through' }),
  smartWalletAddress: EvmAddress.nullable().openapi({ description: 'The smart wallet that the agent acts through' }),
  listedPublicly: z.boolean().openapi({ description: 'Whether everyone finds it in this list', example: true }),
  createdAt: z.int().openapi({ description: 'When it was first enabled, unix seconds', example: 1780000000 }),
} as const

export const CreatorAgent = z.object(agentFields).openapi('CreatorAgent')

export const CreatorAgents = z
  .object({
    count: z.int().openapi({ description: 'Number of agents in this answer', example: 1 }),
    agents: z.array(CreatorAgent).openapi({ description: 'The newest first' }),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: '`cursor` of the next page; null on the last', example: null }),
  })
  .openapi('CreatorAgents')

export const EnabledCreatorAgent = z
  .object({
    ...agentFields,
    updatedAt: z
      .int()
      .openapi({ description: 'When something about it last changed, unix seconds', example: 1780000000 }),
  })
  .openapi('EnabledCreatorAgent')

export const ProvisionedWallet = z
  .object({
    walletId: z
      .string()
      .openapi({ description: 'The wallet provider’s id of the wallet', example: 'id2tptkqrxd39qo9j423etij' }),
    address: EvmAddress.openapi({ description: 'Address of the wallet; its key stays with the provider' }),
    nextStep: z
      .object({
        description: z.string().openapi({ description: 'What the creator has to do before the agent can be enabled' }),
        call: UnsignedApproval.nullable().openapi({
          description:
            'The unsigned call that does it, for an owner of the smart wallet to send; null without a smart wallet',
        }),
      })
      .openapi({ description: 'What comes next; whether it has been done already is not looked up' }),
  })
  .openapi('ProvisionedWallet')

const TAGS: string[] = ['agents']
const BODY = { bound: 16_384, kind: 'object' } as const

const WRITE = {
  method: 'post',
  tags: TAGS,
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
  'x-limit': 'write',
  'x-body': BODY,
  'x-answer': 'envelope',
} as const

/** Agents that creators run in the messaging network. */
export const creators = {
  listCreatorAgents: operation({
    operationId: 'listCreatorAgents',
    method: 'get',
    path: '/v1/agents/creators',
    tags: TAGS,
    summary: 'Agents that creators run in the messaging network',
    description:
      'The agents that are listed publicly, the newest first, in pages. With `listed=false` all of them, which only an administrator’s session may see; that answer is never kept by any cache.',
    'x-limit': 'read',
    'x-auth-when': { query: 'listed', is: false, auth: 'admin', limit: 'read' },
    security: optionally('admin'),
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 300 },
    'x-needs': {},
    request: {
      query: z.object({
        limit: queryInteger({
          min: 1,
          max: 200,
          example: 50,
          description: 'Length of a page; 50 by default',
        }).optional(),
        listed: flagInQuery(
          true,
          'false: also those that are not listed publicly, for administrators; true by default',
        ),
        cursor: z.string().max(512).optional().openapi({
          description: 'nextCursor of the page before',
          example:
            'WyJjcmVhdG9yIGFnZW50cyIsMTc4MDAwMDAwMCwiMHg1ZmJkYjIzMTU2NzhhZmVjYjM2N2YwMzJkOTNmNjQyZjY0MTgwYWEzIl0',
        }),
        creatorAddress: EvmAddress.optional().openapi({ description: 'Only the agent of this creator' }),
      }),
    },
    responses: answers('A page of agents', CreatorAgents),
  }),
  enableCreatorAgent: operation({
    ...WRITE,
    operationId: 'enableCreatorAgent',
    'x-idempotency': 'database',
    path: '/v1/agents/creators/enable',
    summary: 'Enable the agent of the caller’s account in the messaging network, or change whether it is listed',
    description:
      'For the canonical smart wallet of the caller’s account, whose owners, as the chain has them now, must include the server wallet that provisionCreatorWallet made. Calling it again changes the listing, and keeps the time of creation.',
    'x-errors': [
      'wallet_authority_mismatch',
      'wallet_session',
      'wallet_not_provisioned',
      'server_wallet_mismatch',
      'server_wallet_not_owner',
    ],
    'x-needs': { RPC_URLS: smartWallets },
    'x-after': 'provisionCreatorWallet',
    request: {
      body: jsonBody(
        z
          .object({
            listedPublicly: z
              .boolean()
              .default(true)
              .openapi({ description: 'Whether everyone finds the agent in the list', example: true }),
            agentType: z.literal('smart-wallet', { error: 'must be smart-wallet' }).openapi({
              description: 'What the agent acts through',
              type: 'string',
              enum: ['smart-wallet'],
            }),
            smartWalletAddress: NonZeroAddress.openapi({
              description: 'The canonical smart wallet of the caller’s account',
            }),
            serverWalletId: z.string().min(1).max(128).openapi({
              description: '`walletId` of the server wallet that was provisioned for it',
              example: 'id2tptkqrxd39qo9j423etij',
            }),
          })
          .openapi('EnableCreatorAgentRequest'),
      ),
    },
    responses: answers('The agent is enabled', EnabledCreatorAgent),
  }),
  provisionCreatorWallet: operation({
    ...WRITE,
    operationId: 'provisionCreatorWallet',
    'x-idempotency': 'steps',
    path: '/v1/agents/creators/provision-wallet',
    summary: 'The server wallet of the caller’s agent, made at the wallet provider if there is none',
    description:
      'One wallet for each account, kept by the wallet provider under the account’s canonical wallet: the answer is the same however often this is called. Its key is never seen here. Before enableCreatorAgent an owner of the smart wallet has to add it as an owner; nextStep has that call.',
    'x-errors': ['wallet_authority_mismatch', 'wallet_session', 'custody_unavailable', 'custody_not_configured'],
    'x-needs': {
      RPC_URLS: smartWallets,
      CUSTODY_APP_ID: 'custody_not_configured',
      CUSTODY_APP_SECRET: 'custody_not_configured',
    },
    request: {
      body: jsonBody(
        z
          .object({
            creatorAddress: EvmAddress.optional().openapi({
              description: 'The signed-in address, or the canonical wallet of its account; another is refused',
            }),
          })
          .openapi('ProvisionCreatorWalletRequest'),
        false,
      ),
    },
    responses: answers('The server wallet', ProvisionedWallet),
  }),
}
