import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, minBlock, queryInteger } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { AccessProofRequest, AgentCapabilities, ChatappJoin, MsgnetJoin, VerifiedAccess } from './roomAnswers.ts'
import { AccessProofSubmission, JoinRequest, ProofRequest } from './roomBodies.ts'
import { reads, type Needs } from '../needs.ts'

const NEEDS: Needs = { ...reads, ROOM_TOKEN_SECRET: 'rooms_not_configured' }

const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

const TAGS: string[] = ['agents']

const writes = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
} as const

/** A room token, its wallet and its room, as they are when somebody joins. */
const JOIN = [
  'hold_time_unreadable',
  'token_invalid',
  'token_expired',
  'token_revoked_or_unknown',
  'wallet_authority_mismatch',
  'room_protocol_mismatch',
  'room_not_found',
  'not_qualified',
  'rooms_not_configured',
] as const

const join = {
  ...writes,
  'x-limit': 'accessJoin',
  'x-body': { bound: 8192, kind: 'object' },
  request: jsonBody(JoinRequest),
} as const

/** Rooms of vaults: who may enter, proofs, tokens, and joining. */
export const rooms = {
  getAgentCapabilities: operation({
    operationId: 'getAgentCapabilities',
    method: 'get',
    path: '/v1/agents/capabilities',
    tags: TAGS,
    summary: 'The rooms of vaults, and which of them a wallet may enter',
    description:
      'For every room that has a rule: what it requires of a wallet, what the wallet has, and whether that is enough, as of one block. Name a share token to see the rooms of one vault; its onchain owner may enter its user interface and its governance room even where these have no rule. A holding time is counted from the transfers of the share token, at most 5000 of the wallet in 90 days; where these do not tell, the answer is 503 hold_time_unreadable and neither yes nor no. To enter a room use requestAgentAccessProof.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 10 },
    'x-errors': ['store_unavailable', 'hold_time_unreadable'],
    'x-needs': reads,
    request: {
      query: z.object({
        wallet: EvmAddress.openapi({ description: 'The wallet: an account with a key, or a contract' }),
        shareToken: EvmAddress.optional().openapi({ description: 'Only the rooms of this share token' }),
        chainId: queryInteger({ min: 1, example: 31337 })
          .optional()
          .openapi({ description: 'Chain id; only the configured chain is served' }),
        cursor: z.string().max(512).optional().openapi({
          description: 'nextCursor of the previous page, unchanged; not together with shareToken',
          example: 'WyJjYXBhYmlsaXRpZXMiLCIweDVmYzhkMzI2OTBjYzkxZDRjMzlkOWQzYWJjYmQxNjk4OWY4NzU3MDciXQ',
        }),
        minBlock,
      }),
    },
    responses: answers('Rooms and whether the wallet may enter them', AgentCapabilities),
  }),
  requestAgentAccessProof: operation({
    ...writes,
    operationId: 'requestAgentAccessProof',
    path: '/v1/agents/access-proof/request',
    summary: 'A message to sign by which a wallet proves that it wants to enter a room',
    description:
      'First step into a room: for a wallet of the caller’s account that qualifies now, a message (and the same as typed data) with a nonce that can be used once. Nothing is stored until it is used. Sign one of the two with the wallet, and send it to verifyAgentAccessProof.',
    'x-limit': 'accessProof',
    'x-body': { bound: 8192, kind: 'object' },
    'x-errors': [
      'hold_time_unreadable',
      'wallet_authority_mismatch',
      'room_not_found',
      'not_qualified',
      'rooms_not_configured',
    ],
    'x-needs': NEEDS,
    request: jsonBody(ProofRequest),
    responses: answers('What to sign', AccessProofRequest),
  }),
  verifyAgentAccessProof: operation({
    ...writes,
    operationId: 'verifyAgentAccessProof',
    path: '/v1/agents/access-proof/verify',
    summary: 'Exchange a signed access proof for a room token of 15 to 60 minutes',
    description:
      'Second step: verifies the signature of an account (secp256k1) or of a contract wallet (ERC-1271, ERC-6492 while it is not deployed yet), reads the membership again and issues a token for this wallet and this room. A proof is worth one token: of concurrent uses one gets it, the others are answered nonce_used.',
    'x-limit': 'accessProof',
    'x-limit-inside': ['contractSignIn', 'contractSignInWallet'],
    'x-body': { bound: 32_768, kind: 'object' },
    'x-errors': [
      'hold_time_unreadable',
      'unsupported_chain',
      'invalid_message',
      'invalid_nonce',
      'message_expired',
      'invalid_signature',
      'nonce_used',
      'wallet_authority_mismatch',
      'room_not_found',
      'not_qualified',
      'rooms_not_configured',
    ],
    'x-needs': NEEDS,
    'x-after': 'requestAgentAccessProof',
    request: jsonBody(AccessProofSubmission),
    responses: answers('The room token', VerifiedAccess),
  }),
  joinAgentMsgnet: operation({
    ...join,
    operationId: 'joinAgentMsgnet',
    'x-idempotency': 'database',
    path: '/v1/agents/msgnet/join',
    summary: 'What to do to be added to a group of the messaging network',
    description:
      'Last step for a room of the messaging network: checks the room token and reads the membership again. The token may be used until it expires. It joins nothing itself: whoever runs the group carries out the instructions.',
    'x-errors': JOIN,
    'x-needs': NEEDS,
    'x-after': 'verifyAgentAccessProof',
    responses: answers('The instructions', MsgnetJoin),
  }),
  joinAgentChatapp: operation({
    ...join,
    operationId: 'joinAgentChatapp',
    'x-idempotency': 'database',
    path: '/v1/agents/chatapp/join',
    summary: 'What to do to be let into a chat of the chat app',
    description:
      'Last step for a room of the chat app: checks the room token, reads the membership again, and names the chat account that is linked to the caller’s account; without one it is 409 link_required. It joins nothing itself: the bot of the chat carries out the instructions.',
    'x-errors': [...JOIN, 'link_required'],
    'x-needs': NEEDS,
    'x-after': 'verifyAgentAccessProof',
    responses: answers('The instructions', ChatappJoin),
  }),
}
