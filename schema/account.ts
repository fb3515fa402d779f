import { z } from '@hono/zod-openapi'
import { EvmAddress, envelope, MAX_SIGNATURE_BYTES, ChainId } from './common.ts'
import { CHAIN, operation, SECURITY } from './operation.ts'

const AUTH_BODY = { bound: 16_384, kind: 'object' } as const
const CONTRACT_SIGN_IN = ['contractSignIn', 'contractSignInWallet'] as const

/** Codes of a signed message and of the account that it opens. */
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
        'EIP-191 signature of the message: 65 bytes with low s of an account, or what a contract wallet checks (ERC-1271, ERC-6492). A contract is asked once for a nonce, a few times a minute for a client and wallet',
    }),
} as const

const AgentId = z.int().min(0).openapi({ description: 'Token id in the ERC-8004 identity registry', example: 0 })
const AgentRegistry = z.string().openapi({
  description: 'CAIP-10 identifier of the identity registry',
  example: 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
})

/** What a sign-in message is written with. */
const challenge = {
  nonce: z.string().openapi({ description: 'Goes into the message; good once', example: '0199d1f0c6c8b1d8'.repeat(4) }),
  issuedAt: z.iso.datetime().openapi({ description: 'For the Issued At line' }),
  domain: z.string().openapi({ description: 'Goes into the first line', example: 'api.example.com' }),
  uri: z.string().openapi({ description: 'For the URI line', example: 'https://api.example.com/api/auth/verify' }),
  chainId: z.int().openapi({ description: 'For the Chain ID line', example: 8453 }),
}

export const SignInChallenge = z
  .object({ ...challenge, expiresAt: z.iso.datetime().openapi({ description: 'When the nonce stops being good' }) })
  .openapi('SignInChallenge')

export const StartedSession = z
  .object({
    address: EvmAddress.openapi({ description: 'Address that signed in' }),
    expiresAt: z.iso.datetime().openapi({ description: 'When the session ends, ISO 8601' }),
    token: z.string().optional().openapi({
      description: 'For `Authorization: Bearer`; only for callers that are not browsers, which get the cookie instead',
    }),
  })
  .openapi('StartedSession')

const currentAccount = z.object({
  canonicalWallet: EvmAddress.nullable().openapi({
    description: 'What entries and payments are for: a smart wallet where one is linked, else the one that signed in',
  }),
  wallets: z.array(
    z.object({
      address: EvmAddress.openapi({ description: 'A wallet of the account' }),
      kind: z
        .enum(['smart', 'owner'])
        .openapi({ description: 'smart: a contract wallet; owner: an account that signs' }),
    }),
  ),
  linked: z.array(
    z.object({
      kind: z.enum(['social', 'svm']).openapi({ description: 'social: on the social platform; svm: on the SVM chain' }),
      id: z.string().openapi({ description: 'User id on the social platform, or base58 public key' }),
      handle: z.string().nullable().openapi({ description: 'Name on the social platform; null where there is none' }),
    }),
  ),
})

export const CurrentPrincipal = z
  .object({
    kind: z
      .enum(['session', 'siwa'])
      .openapi({ description: 'session: signed in by EIP-4361; siwa: the agent of a receipt' }),
    address: EvmAddress.openapi({ description: 'Address that the request speaks for' }),
    expiresAt: z.iso.datetime().openapi({ description: 'End of the session or of the receipt' }),
    agentId: AgentId.nullable(),
    agentRegistry: AgentRegistry.nullable(),
    account: currentAccount.nullable().openapi({
      description: 'The account that the address belongs to; null where there is none: the next sign-in opens one',
    }),
  })
  .openapi('CurrentPrincipal')

export const AgentChallenge = z
  .object({
    ...challenge,
    expirationTime: z.iso
      .datetime()
      .openapi({ description: 'For the Expiration Time line: when the nonce stops being good' }),
    agentId: AgentId,
    agentRegistry: AgentRegistry,
    ownerAddress: EvmAddress.openapi({ description: 'Owner of the agent, who must sign' }),
  })
  .openapi('AgentChallenge')

export const AgentReceipt = z
  .object({
    address: EvmAddress.openapi({ description: 'Address that signed' }),
    ownerAddress: EvmAddress.openapi({ description: 'Owner of the agent in the registry' }),
    agentId: AgentId,
    agentRegistry: AgentRegistry,
    chainId: ChainId,
    verified: z.enum(['onchain']).openapi({ description: 'How the owner was verified: by a read of the registry' }),
    receipt: z.string().openapi({ description: 'For the X-SIWA-Receipt header' }),
    receiptExpiresAt: z.iso.datetime().openapi({ description: 'When the receipt stops being good, ISO 8601' }),
  })
  .openapi('AgentReceipt')

const ok = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})

export const account = {
  getAuthNonce: operation({
    operationId: 'getAuthNonce',
    method: 'get',
    path: '/auth/nonce',
    tags: ['account'],
    summary: 'A nonce for Sign-In with Ethereum (EIP-4361), good for 15 minutes',
    description:
      'First step of signing a person in: a nonce and everything else that the EIP-4361 message must say. Nothing is stored until it is used. Write and sign the message with the wallet, then send it to verifyAuth. Agents of the identity registry use createAgentNonce.',
    'x-limit': 'authNonce',
    'x-answer': 'envelope',
    'x-errors': ['session_not_configured'],
    responses: ok('What the message is written with', SignInChallenge),
  }),
  verifyAuth: operation({
    operationId: 'verifyAuth',
    method: 'post',
    path: '/auth/verify',
    tags: ['account'],
    summary: 'Sign in with a signed EIP-4361 message: a session of seven days, and an account for a newcomer',
    description:
      'Second step of signing a person in: checks the message, its nonce and the signature, of an account or of a contract wallet. A browser gets the session as a cookie, other callers get a token for Authorization: Bearer. A first sign-in opens an account. Agents of the identity registry use verifyAgent.',
    'x-limit': 'authVerify',
    'x-limit-inside': CONTRACT_SIGN_IN,
    'x-answer': 'envelope',
    'x-body': AUTH_BODY,
    'x-errors': ['forbidden_origin', ...SIGN_IN, 'session_not_configured'],
    request: {
      body: {
        required: true,
        content: { 'application/json': { schema: z.object(SignedMessage).openapi('SignInRequest') } },
      },
    },
    responses: ok('Signed in; Set-Cookie holds the session', StartedSession),
  }),
  getAuthMe: operation({
    operationId: 'getAuthMe',
    method: 'get',
    path: '/auth/me',
    tags: ['account'],
    summary: 'Whom the credentials of this request identify',
    description:
      'Says whom the credentials of the request speak for: the address of a session or the agent of a receipt, and the account with its wallets and links. Read from the session and the account store, not from the chain. Use it to check credentials before building.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-auth': 'build',
    security: SECURITY.build,
    responses: ok('The session, or the agent of the receipt', CurrentPrincipal),
  }),
  logoutAuth: operation({
    operationId: 'logoutAuth',
    method: 'post',
    path: '/auth/logout',
    tags: ['account'],
    summary: 'End the session at the server, and clear its cookie',
    description:
      'Ends the session at the server, so that its cookie and token are refused from now on, and clears the cookie. Without a session it answers the same. Receipts of agents are not affected: they run out by themselves.',
    'x-limit': 'authVerify',
    'x-answer': 'envelope',
    'x-errors': ['forbidden_origin', 'store_unavailable'],
    responses: ok(
      'There is no session any more',
      z.object({ signedOut: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  createAgentNonce: operation({
    operationId: 'createAgentNonce',
    method: 'post',
    path: '/auth/agent-nonce',
    tags: ['account'],
    summary: 'A nonce for Sign In With Agent (SIWA), for a registered agent, good for 5 minutes',
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
                  description: 'Refused at once when the agent has another owner',
                }),
              })
              .openapi('AgentNonceRequest'),
          },
        },
      },
    },
    responses: ok('What the message is written with', AgentChallenge),
  }),
  verifyAgent: operation({
    operationId: 'verifyAgent',
    method: 'post',
    path: '/auth/agent-verify',
    tags: ['account'],
    summary: 'Sign an agent in with a signed SIWA message: a receipt of 30 minutes, and an account for a new owner',
    description:
      'Second step of signing an agent in (SIWA): checks the message, its nonce, the signature and, on the chain, that the signer owns the agent. The answer holds a receipt for X-SIWA-Receipt. Builders accept the receipt alone; writes need an ERC-8128 signature with it. People use verifyAuth.',
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
    request: {
      body: {
        required: true,
        content: { 'application/json': { schema: z.object(SignedMessage).openapi('AgentSignInRequest') } },
      },
    },
    responses: ok('The receipt', AgentReceipt),
  }),
}
