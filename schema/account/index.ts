import * as z from 'zod'
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

/** Error codes of a signed message and of the account that it opens. */
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
  message: z.string().min(1).max(8192).describe('The signed message, byte for byte'),
  signature: z
    .string()
    .max(2 + 2 * MAX_SIGNATURE_BYTES)
    .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
    .transform((text): `0x${string}` => `0x${text.slice(2)}`)
    .meta({
      type: 'string',
      description:
        'EIP-191 signature of the message: 65 bytes with a low `s` value from an EOA, or a signature that the contract wallet accepts (ERC-1271, ERC-6492). The contract is called once per nonce, at a limited rate per client and wallet',
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
    summary: 'Get a nonce for Sign-In with Ethereum (EIP-4361)',
    description:
      'First step of signing in a person. Returns a nonce, valid for 15 minutes, and the other fields of the EIP-4361 message; with `address` the message itself. Nothing is stored until the nonce is used. Sign the message with the wallet, then send it to verifyAuth. Registered agents use createAgentNonce.',
    'x-limit': 'authNonce',
    'x-answer': 'envelope',
    'x-errors': ['session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    request: {
      query: z.object({
        scope: z
          .enum(['limited'])
          .optional()
          .describe('For a session of 15 minutes that only builds and reads. The message must have the `statement`'),
        address: EvmAddress.optional().describe(
          'Wallet that signs: then the answer has the `message`, to sign as it is',
        ),
      }),
    },
    responses: answers('Fields of the message', SignInChallenge),
  }),
  verifyAuth: operation({
    operationId: 'verifyAuth',
    method: 'post',
    path: '/auth/verify',
    tags: ['account'],
    summary: 'Sign in with a signed EIP-4361 message',
    description:
      'Second step of signing in a person. Checks the message, its nonce and signature, and starts a session of seven days (limited: 15 minutes, never a cookie). Browsers get a cookie, other callers a token for `Authorization: Bearer`. The first sign-in opens an account. Agents use verifyAgent.',
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
        content: { 'application/json': { schema: z.object(SignedMessage).meta({ id: 'SignInRequest' }) } },
      },
    },
    responses: answers('Signed in; `Set-Cookie` carries the session', StartedSession),
  }),
  getAuthMe: operation({
    operationId: 'getAuthMe',
    method: 'get',
    path: '/auth/me',
    tags: ['account'],
    summary: 'Get the signed-in session or agent',
    description:
      'Returns the address of the session, or the agent of the SIWA receipt, and the account with its wallets and links. A smart wallet is listed while its contract confirms the owner; the chain is read only for an account with a smart wallet. Use it to check credentials before you build.',
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
    summary: 'Sign out: end the session and clear its cookie',
    description:
      'Ends the session on the server: its cookie and token no longer work. Clears the cookie. The answer is the same without a session. SIWA receipts are not affected: they expire after 30 minutes.',
    'x-limit': 'authVerify',
    'x-answer': 'envelope',
    'x-body': NO_BODY,
    'x-errors': ['forbidden_origin', 'store_unavailable'],
    'x-needs': {},
    'x-after': 'verifyAuth',
    responses: answers(
      'The session no longer exists',
      z.object({ signedOut: z.literal(true).meta({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  createAgentNonce: operation({
    operationId: 'createAgentNonce',
    method: 'post',
    path: '/auth/agent-nonce',
    tags: ['account'],
    summary: 'Get a nonce for Sign In With Agent (SIWA)',
    description:
      'First step of signing in an agent of the ERC-8004 identity registry. Returns a nonce, valid for 5 minutes, and the other fields of the SIWA message (buildSIWAMessage of @buildersgarden/siwa). The agent’s owner signs the message; then send it to verifyAgent. People use getAuthNonce.',
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
                ownerAddress: EvmAddress.optional().describe(
                  'Expected owner of the agent; another owner is 403 `not_owner`',
                ),
              })
              .meta({ id: 'AgentNonceRequest' }),
          },
        },
      },
    },
    responses: answers('Fields of the message', AgentChallenge),
  }),
  verifyAgent: operation({
    operationId: 'verifyAgent',
    method: 'post',
    path: '/auth/agent-verify',
    tags: ['account'],
    summary: 'Sign in an agent with a signed SIWA message',
    description:
      'Second step of signing in an agent. Checks message, nonce and signature, and reads from the chain that the signer owns the agent. Returns a receipt for 30 minutes. Builders accept the receipt alone; writes also need an ERC-8128 signature. The first sign-in of an owner opens an account.',
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
        content: { 'application/json': { schema: z.object(SignedMessage).meta({ id: 'AgentSignInRequest' }) } },
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
