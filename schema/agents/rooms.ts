import * as z from 'zod'
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

/** Errors of the check of a room token, its wallet and its room. */
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
    summary: 'List rooms of vaults and whether a wallet may enter them',
    description:
      'Returns, for each room with a membership rule, what it requires, what the wallet has, and whether the wallet may enter, as of one block. If a holding time cannot be determined, the answer is 503 hold_time_unreadable. To enter a room use requestAgentAccessProof.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 10 },
    'x-errors': ['store_unavailable', 'hold_time_unreadable'],
    'x-needs': reads,
    request: {
      query: z.object({
        wallet: EvmAddress.describe('Wallet to check: an EOA or a contract'),
        shareToken: EvmAddress.optional().describe(
          'Returns only the rooms of this share token; the vault’s owner also sees `vault-ui` and `governance` without a rule',
        ),
        chainId: queryInteger({ min: 1, example: 31337 })
          .optional()
          .describe('Chain id; only the configured chain is served'),
        cursor: z.string().max(512).optional().meta({
          description: '`nextCursor` of the previous page; not together with `shareToken`',
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
    summary: 'Get an access proof for a wallet to sign',
    description:
      'Step 1 of entering a room: returns a message, and the same as typed data, with a single-use nonce. The wallet must belong to the caller’s account and qualify now. Sign one of the two with the wallet, then call verifyAgentAccessProof. Nothing is stored before that.',
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
    responses: answers('The access proof to sign', AccessProofRequest),
  }),
  verifyAgentAccessProof: operation({
    ...writes,
    operationId: 'verifyAgentAccessProof',
    path: '/v1/agents/access-proof/verify',
    summary: 'Exchange a signed access proof for a room token',
    description:
      'Step 2: verifies the signature of an EOA or a contract wallet (ERC-1271, ERC-6492), checks the membership again, and issues a room token. Each proof gives one token; a second use is 409 nonce_used. Then send `roomAccess.accessToken` to joinAgentMsgnet or joinAgentChatapp.',
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
    summary: 'Request to join a group of the messaging network',
    description:
      'Step 3 for a room of the messaging network: checks the room token and the membership, queues the join for keepers, and returns the instructions. The group’s operator or a keeper adds the wallet, not this service. The token can be reused until it expires.',
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
    summary: 'Get the instructions to join a chat of the chat app',
    description:
      'Step 3 for a room of the chat app: checks the room token and the membership, and returns the chat user linked to the caller’s account; without one the answer is 409 link_required. The bot of the chat carries out the instructions, not this service.',
    'x-errors': [...JOIN, 'link_required'],
    'x-needs': NEEDS,
    'x-after': 'verifyAgentAccessProof',
    responses: answers('The instructions', ChatappJoin),
  }),
}
