import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from '../common.ts'

export const AgentId = z.int().min(0).openapi({ description: 'Token id in the ERC-8004 identity registry', example: 0 })

export const AgentRegistry = z.string().openapi({
  description: 'CAIP-10 identifier of the identity registry',
  example: 'eip155:31337:0xdbC43Ba45381e02825b14322cDdd15eC4B3164E6',
})

/** Fields of a sign-in message. */
const challenge = {
  nonce: z.string().openapi({ description: 'For the Nonce line; valid once', example: '0199d1f0c6c8b1d8'.repeat(4) }),
  issuedAt: z.iso.datetime().openapi({ description: 'For the Issued At line' }),
  domain: z.string().openapi({ description: 'For the first line', example: 'api.example.com' }),
  uri: z.string().openapi({ description: 'For the URI line', example: 'https://api.example.com/api/auth/verify' }),
  chainId: z.int().openapi({ description: 'For the Chain ID line', example: 31337 }),
}

export const SignInChallenge = z
  .object({
    ...challenge,
    expiresAt: z.iso.datetime().openapi({ description: 'When the nonce expires, ISO 8601' }),
    statement: z.string().optional().openapi({ description: 'For the statement line; only with `scope`' }),
  })
  .openapi('SignInChallenge')

export const StartedSession = z
  .object({
    address: EvmAddress.openapi({ description: 'Address that signed in' }),
    expiresAt: z.iso.datetime().openapi({ description: 'When the session expires, ISO 8601' }),
    token: z.string().optional().openapi({
      description: 'Session token for `Authorization: Bearer`; absent for browsers, which get the session as a cookie',
    }),
    scope: z.enum(['limited']).optional().openapi({ description: 'Only for a limited session' }),
  })
  .openapi('StartedSession')

const currentAccount = z.object({
  canonicalWallet: EvmAddress.nullable().openapi({
    description:
      'Canonical wallet: receives the account’s lottery entries and payments. A linked smart wallet if there is one, else the wallet that signed in; null without a wallet',
  }),
  wallets: z.array(
    z.object({
      address: EvmAddress.openapi({ description: 'Wallet of the account' }),
      kind: z
        .enum(['smart', 'owner'])
        .openapi({ description: '`smart`: a contract wallet; `owner`: an EOA, which signs with a private key' }),
    }),
  ),
  linked: z.array(
    z.object({
      kind: z.enum(['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok']).openapi({
        description:
          'Identity that is linked. `social`: the social platform; `svm`: a wallet on the SVM chain; `idp`: a user of the identity provider; `email`: a verified e-mail address; `chatapp`: a chat user; `google`, `apple`, `tiktok`: the service of that name',
      }),
      id: z.string().openapi({ description: 'User id, base58 public key or e-mail address' }),
      handle: z.string().nullable().openapi({ description: 'User name; null if there is none' }),
    }),
  ),
})

export const CurrentPrincipal = z
  .object({
    kind: z
      .enum(['session', 'siwa'])
      .openapi({ description: '`session`: signed in with EIP-4361; `siwa`: an agent with a SIWA receipt' }),
    address: EvmAddress.openapi({ description: 'Address that the request acts for' }),
    expiresAt: z.iso.datetime().openapi({ description: 'When the session or the receipt expires, ISO 8601' }),
    agentId: AgentId.nullable().openapi({ description: 'Token id of the agent; null for a session' }),
    agentRegistry: AgentRegistry.nullable().openapi({
      description: 'CAIP-10 identifier of the identity registry; null for a session',
    }),
    account: currentAccount.nullable().openapi({
      description:
        'Account of the address. Null if there is none yet (the next sign-in opens one), and for a session of a linked smart wallet',
    }),
  })
  .openapi('CurrentPrincipal')

export const AgentChallenge = z
  .object({
    ...challenge,
    expirationTime: z.iso
      .datetime()
      .openapi({ description: 'For the Expiration Time line: when the nonce expires, ISO 8601' }),
    agentId: AgentId.openapi({ description: 'For the Agent ID line' }),
    agentRegistry: AgentRegistry.openapi({ description: 'For the Agent Registry line' }),
    ownerAddress: EvmAddress.openapi({
      description: 'For the second line: owner of the agent, who must sign the message',
    }),
  })
  .openapi('AgentChallenge')

export const AgentReceipt = z
  .object({
    address: EvmAddress.openapi({ description: 'Address that signed the message' }),
    ownerAddress: EvmAddress.openapi({ description: 'Owner of the agent in the identity registry' }),
    agentId: AgentId,
    agentRegistry: AgentRegistry,
    chainId: ChainId,
    verified: z
      .enum(['onchain'])
      .openapi({ description: 'How the owner was verified: `onchain`, by a read of the identity registry' }),
    receipt: z.string().openapi({ description: 'SIWA receipt, for the `X-SIWA-Receipt` header' }),
    receiptExpiresAt: z.iso.datetime().openapi({ description: 'When the receipt expires, ISO 8601' }),
  })
  .openapi('AgentReceipt')
