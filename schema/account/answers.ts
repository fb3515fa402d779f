import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from '../common.ts'

export const AgentId = z.int().min(0).openapi({ description: 'Token id in the ERC-8004 identity registry', example: 0 })

export const AgentRegistry = z.string().openapi({
  description: 'CAIP-10 identifier of the identity registry',
  example: 'eip155:31337:0xdbC43Ba45381e02825b14322cDdd15eC4B3164E6',
})

/** The values of a sign-in message. */
const challenge = {
  nonce: z
    .string()
    .openapi({ description: 'Goes into the message; valid once', example: '0199d1f0c6c8b1d8'.repeat(4) }),
  issuedAt: z.iso.datetime().openapi({ description: 'For the Issued At line' }),
  domain: z.string().openapi({ description: 'Goes into the first line', example: 'api.example.com' }),
  uri: z.string().openapi({ description: 'For the URI line', example: 'https://api.example.com/api/auth/verify' }),
  chainId: z.int().openapi({ description: 'For the Chain ID line', example: 31337 }),
}

export const SignInChallenge = z
  .object({ ...challenge, expiresAt: z.iso.datetime().openapi({ description: 'When the nonce expires' }) })
  .openapi('SignInChallenge')

export const StartedSession = z
  .object({
    address: EvmAddress.openapi({ description: 'Address that signed in' }),
    expiresAt: z.iso.datetime().openapi({ description: 'When the session ends, ISO 8601' }),
    token: z.string().optional().openapi({
      description:
        'For `Authorization: Bearer`; given only to callers that are not browsers; browsers get the cookie instead',
    }),
  })
  .openapi('StartedSession')

const currentAccount = z.object({
  canonicalWallet: EvmAddress.nullable().openapi({
    description:
      'Wallet that entries and payments are made for: a linked smart wallet if there is one, else the one that signed in',
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
      kind: z.enum(['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok']).openapi({
        description:
          'social: on the social platform; svm: on the SVM chain; idp: at the identity provider; email: a verified address; chatapp: in the chat app',
      }),
      id: z.string().openapi({ description: 'User id there, base58 public key, or e-mail address' }),
      handle: z.string().nullable().openapi({ description: 'Name there; null where there is none' }),
    }),
  ),
})

export const CurrentPrincipal = z
  .object({
    kind: z
      .enum(['session', 'siwa'])
      .openapi({ description: 'session: signed in by EIP-4361; siwa: the agent of a receipt' }),
    address: EvmAddress.openapi({ description: 'Address that the request acts for' }),
    expiresAt: z.iso.datetime().openapi({ description: 'End of the session or of the receipt' }),
    agentId: AgentId.nullable(),
    agentRegistry: AgentRegistry.nullable(),
    account: currentAccount.nullable().openapi({
      description: 'The account that the address belongs to; null if there is none yet: the next sign-in opens one',
    }),
  })
  .openapi('CurrentPrincipal')

export const AgentChallenge = z
  .object({
    ...challenge,
    expirationTime: z.iso.datetime().openapi({ description: 'For the Expiration Time line: when the nonce expires' }),
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
    verified: z.enum(['onchain']).openapi({ description: 'How the owner was verified: by reading the registry' }),
    receipt: z.string().openapi({ description: 'For the X-SIWA-Receipt header' }),
    receiptExpiresAt: z.iso.datetime().openapi({ description: 'When the receipt expires, ISO 8601' }),
  })
  .openapi('AgentReceipt')
