import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, MAX_SIGNATURE_BYTES } from '../common.ts'
import { CHAIN, NO_BODY, operation, SECURITY } from '../operation.ts'
import { handoff } from './handoff.ts'
import { sessions } from './sessions.ts'
import { wallet } from './wallet.ts'
import { creatorAccess } from './creatorAccess.ts'
import { creatorAccessAdmin } from './creatorAccessAdmin.ts'
import { waitlistAdmin } from './waitlistAdmin.ts'
import { portfolio } from './portfolio.ts'
import { accounts } from './accounts.ts'
import { waitlist } from './waitlist.ts'
import {
  AgentChallenge,
  AgentId,
  AgentReceipt,
  AgentRegistry,
  CurrentPrincipal,
  SignInChallenge,
  StartedSession,
} from './answers.ts'
import { reads, roles, type Needs } from '../needs.ts'

const SIWA: Needs = {
  ...reads,
  ...roles('identityRegistry'),
  AUTH_NONCE_SECRET: 'siwa_not_configured',
  SIWA_RECEIPT_SECRET: 'siwa_not_configured',
}

const AUTH_BODY = { bound: 16_384, kind: 'object' } as const

const CONTRACT_SIGN_IN = ['contractSignIn', 'contractSignInWallet'] as const

/** Codes for a signed message and the account that it opens. */
const SIGN_IN = [
  ...CHAIN,
  'invalid_message',
  'unsupported_chain',
  'domain_mismatch',
  'message_expired',
  'message_not_yet_valid',
  'invalid_nonce',
  'invalid_signature',
  'store_unavailable',
] as const

const SignedMessage = {
  message: z.string().min(1).max(8192).openapi({ description: 'The text that was signed, byte for byte' }),
  signature: z
    .string()
    .max(2 + 2 * MAX_SIGNATURE_BYTES)
    .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
    .transform((text): `0x${string}` => `0x${text.slice(2)}`)
    .openapi({
      type: 'string',
      description:
        'EIP-191 signature of the message: 65 bytes with a low s from an account, or whatever a contract wallet accepts (ERC-1271, ERC-6492). A contract is asked once per nonce, and a few times a minute per client and wallet',
    }),
} as const

export const account = {
  ...portfolio,
  ...sessions,
  getAuthNonce: operation({
    operationId: 'getAuthNonce',
    method: 'get',
    path: '/auth/nonce',
    tags: ['account'],
    summary: 'A nonce for Sign-In with Ethereum (EIP-4361), valid for 15 minutes',
    description:
      'First step of signing a person in: a nonce and everything else that the EIP-4361 message must contain. Nothing is stored until it is used. Write and sign the message with the wallet, then send it to verifyAuth. Agents of the identity registry use createAgentNonce.',
    'x-limit': 'authNonce',
    'x-answer': 'envelope',
    'x-errors': ['session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    responses: answers('The values that go into the message', SignInChallenge),
  }),
  verifyAuth: operation({
    operationId: 'verifyAuth',
    method: 'post',
    path: '/auth/verify',
    tags: ['account'],
    summary:
      'Sign in with a signed EIP-4361 message: returns a session of seven days, and opens an account for a newcomer',
    description:
      'Second step of signing a person in: checks the message, its nonce and its signature, from an account or a contract wallet. A browser gets the session as a cookie, other callers get a token for Authorization: Bearer. A first sign-in opens an account. Agents of the identity registry use verifyAgent.',
    'x-challenge': { scheme: 'SIWE', realm: 'session' },
    'x-limit': 'authVerify',
    'x-limit-inside': CONTRACT_SIGN_IN,
    'x-answer': 'envelope',
    'x-body': AUTH_BODY,
    'x-errors': ['forbidden_origin', ...SIGN_IN, 'session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    'x-after': 'getAuthNonce',
    request: {
      body: {
        required: true,
        content: { 'application/json': { schema: z.object(SignedMessage).openapi('SignInRequest') } },
      },
    },
    responses: answers('Signed in; Set-Cookie holds the session', StartedSession),
  }),
  getAuthMe: operation({
    operationId: 'getAuthMe',
    method: 'get',
    path: '/auth/me',
    tags: ['account'],
    summary: 'Who the credentials of this request identify',
    description:
      'Says who the credentials of the request stand for: the address of a session or the agent of a receipt, and the account with its wallets and links. A smart wallet of the account is listed while its contract confirms it; only an account that has one is looked up on the chain. `account` is null for a session signed as a smart wallet that an account has linked: it acts for that wallet only. Use it to check credentials before building.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-auth': 'build',
    'x-authority': 'handler',
    security: SECURITY.build,
    'x-needs': {},
    responses: answers('The session, or the agent of the receipt', CurrentPrincipal),
  }),
  logoutAuth: operation({
    operationId: 'logoutAuth',
    method: 'post',
    path: '/auth/logout',
    tags: ['account'],
    summary: 'End the session on the server and clear its cookie',
    description:
      'Ends the session on the server, so that its cookie and token are refused from then on, and clears the cookie. The answer is the same without a session. Agents’ receipts are not affected: they expire by themselves.',
    'x-limit': 'authVerify',
    'x-answer': 'envelope',
    'x-body': NO_BODY,
    'x-errors': ['forbidden_origin', 'store_unavailable'],
    'x-needs': {},
    'x-after': 'verifyAuth',
    responses: answers(
      'The session no longer exists',
      z.object({ signedOut: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  createAgentNonce: operation({
    operationId: 'createAgentNonce',
    method: 'post',
    path: '/auth/agent-nonce',
    tags: ['account'],
    summary: 'A nonce for Sign In With Agent (SIWA) for a registered agent, valid for 5 minutes',
    description:
      'First step of signing an agent in (SIWA): a nonce for an agent id of the ERC-8004 identity registry, whose owner is read from the chain. Write the SIWA message with it, have the owner sign it, and send it to verifyAgent. People use getAuthNonce.',
    'x-limit': 'siwa',
    'x-answer': 'envelope',
    'x-body': AUTH_BODY,
    'x-errors': [
      ...CHAIN,
      'invalid_registry',
      'not_registered',
      'not_owner',
      'siwa_not_configured',
      'role_not_configured',
    ],
    'x-needs': SIWA,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .object({
                agentId: AgentId,
                agentRegistry: AgentRegistry.optional(),
                ownerAddress: EvmAddress.optional().openapi({
                  description: 'The request is refused at once if the agent has a different owner',
                }),
              })
              .openapi('AgentNonceRequest'),
          },
        },
      },
    },
    responses: answers('The values that go into the message', AgentChallenge),
  }),
  verifyAgent: operation({
    operationId: 'verifyAgent',
    method: 'post',
    path: '/auth/agent-verify',
    tags: ['account'],
    summary:
      'Sign an agent in with a signed SIWA message: returns a receipt for 30 minutes, and opens an account for a new owner',
    description:
      'Second step of signing an agent in (SIWA): checks the message, its nonce, the signature and, on the chain, that the signer owns the agent. The answer holds a receipt for X-SIWA-Receipt. Builders accept the receipt on its own; writes also need an ERC-8128 signature. People use verifyAuth.',
    'x-challenge': { scheme: 'SIWA', realm: 'agent' },
    'x-limit': 'siwa',
    'x-limit-inside': CONTRACT_SIGN_IN,
    'x-answer': 'envelope',
    'x-body': AUTH_BODY,
    'x-errors': [
      ...SIGN_IN,
      'invalid_registry',
      'not_registered',
      'not_owner',
      'siwa_not_configured',
      'role_not_configured',
    ],
    'x-needs': SIWA,
    'x-after': 'createAgentNonce',
    request: {
      body: {
        required: true,
        content: { 'application/json': { schema: z.object(SignedMessage).openapi('AgentSignInRequest') } },
      },
    },
    responses: answers('The receipt', AgentReceipt),
  }),
  ...handoff,
  ...wallet,
  ...creatorAccess,
  ...creatorAccessAdmin,
  ...waitlistAdmin,
  ...accounts,
  ...waitlist,
}
