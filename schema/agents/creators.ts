import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { NonZeroAddress, UnsignedApproval } from '../calldata.ts'
import { answers, EvmAddress, flagInQuery, limitInQuery } from '../common.ts'
import { addressOrNull, unixTime } from '../fields.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { smartWallets } from '../needs.ts'

const agentFields = {
  creatorAddress: EvmAddress.describe('Canonical wallet of the creator’s account'),
  msgnetAgentAddress: EvmAddress.describe('Address of the agent in the messaging network: its smart wallet'),
  agentType: z.enum(['smart-wallet']).describe('Kind of wallet that the agent uses'),
  smartWalletAddress: addressOrNull('Smart wallet that the agent uses; never `null`'),
  listedPublicly: z
    .boolean()
    .meta({ description: 'Whether listCreatorAgents shows the agent to everyone', example: true }),
  createdAt: unixTime('When the agent was first enabled'),
} as const

export const CreatorAgent = z.object(agentFields).meta({ id: 'CreatorAgent' })

export const CreatorAgents = z
  .object({
    count: z.int().meta({ description: 'Number of agents in this answer', example: 1 }),
    agents: z.array(CreatorAgent).describe('Newest first'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: '`cursor` of the next page; `null` on the last page', example: null }),
  })
  .meta({ id: 'CreatorAgents' })

export const EnabledCreatorAgent = z
  .object({
    ...agentFields,
    updatedAt: z
      .int()
      .meta({ description: 'When a field of the agent last changed, unix seconds', example: 1780000000 }),
  })
  .meta({ id: 'EnabledCreatorAgent' })

export const ProvisionedWallet = z
  .object({
    walletId: z
      .string()
      .meta({ description: 'Id of the wallet at the wallet provider', example: 'id2tptkqrxd39qo9j423etij' }),
    address: EvmAddress.describe('Address of the wallet; its key stays at the wallet provider'),
    nextStep: z
      .object({
        description: z.string().describe('Step that the creator has to do before enableCreatorAgent'),
        call: UnsignedApproval.nullable().describe(
          'Unsigned call that an owner of the smart wallet sends for this step; `null` if the account has no smart wallet',
        ),
      })
      .describe('Next step; the service does not check whether it is already done'),
  })
  .meta({ id: 'ProvisionedWallet' })

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
    summary: 'List the agents that creators run in the messaging network',
    description:
      'Returns the agents that are listed publicly, newest first, in pages. With `listed=false` it also returns unlisted agents: that needs an administrator’s session, and the response is never cached.',
    'x-limit': 'read',
    'x-auth-when': { query: 'listed', is: false, auth: 'admin', limit: 'read' },
    security: optionally('admin'),
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 60, staleWhileRevalidate: 300 },
    'x-needs': {},
    request: {
      query: z.object({
        limit: limitInQuery({ of: 'Items per page', max: 200, preset: 50 }),
        listed: flagInQuery(
          true,
          '`false` also returns agents that are not listed publicly, and is for administrators; `true` by default',
        ),
        cursor: z.string().max(512).optional().meta({
          description: '`nextCursor` of the previous page',
          example:
            'WyJjcmVhdG9yIGFnZW50cyIsMTc4MDAwMDAwMCwiMHg1ZmJkYjIzMTU2NzhhZmVjYjM2N2YwMzJkOTNmNjQyZjY0MTgwYWEzIl0',
        }),
        creatorAddress: EvmAddress.optional().describe('Returns only the agent of this creator'),
      }),
    },
    responses: answers('A page of agents', CreatorAgents),
  }),
  enableCreatorAgent: operation({
    ...WRITE,
    operationId: 'enableCreatorAgent',
    'x-idempotency': 'database',
    path: '/v1/agents/creators/enable',
    summary: 'Enable the caller’s agent in the messaging network',
    description:
      'Enables the agent of the account’s canonical smart wallet. The server wallet of provisionCreatorWallet must be an owner of that smart wallet at the newest block. Call it again to change `listedPublicly`; `createdAt` stays the same.',
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
              .meta({ description: 'Whether listCreatorAgents shows the agent to everyone', example: true }),
            agentType: z.literal('smart-wallet', { error: 'must be smart-wallet' }).meta({
              description: 'Kind of wallet that the agent uses',
              type: 'string',
              enum: ['smart-wallet'],
            }),
            smartWalletAddress: NonZeroAddress.describe('Canonical smart wallet of the caller’s account'),
            serverWalletId: z.string().min(1).max(128).meta({
              description: '`walletId` of the answer of provisionCreatorWallet',
              example: 'id2tptkqrxd39qo9j423etij',
            }),
          })
          .meta({ id: 'EnableCreatorAgentRequest' }),
      ),
    },
    responses: answers('The enabled agent', EnabledCreatorAgent),
  }),
  provisionCreatorWallet: operation({
    ...WRITE,
    operationId: 'provisionCreatorWallet',
    'x-idempotency': 'steps',
    path: '/v1/agents/creators/provision-wallet',
    summary: 'Get or create the server wallet of the caller’s agent',
    description:
      'Returns the server wallet of the account; the wallet provider creates it on the first call and holds its key. Next, an owner of the smart wallet sends `nextStep.call`, which adds the server wallet as an owner. Then call enableCreatorAgent.',
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
            creatorAddress: EvmAddress.optional().describe(
              'Optional check: must be the signed-in address or the canonical wallet of its account',
            ),
          })
          .meta({ id: 'ProvisionCreatorWalletRequest' }),
        false,
      ),
    },
    responses: answers('The server wallet', ProvisionedWallet),
  }),
}
