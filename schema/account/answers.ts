import * as z from 'zod'
import { EvmAddress, ChainId } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'

export const AgentId = z.int().min(0).meta({ description: 'Token id in the ERC-8004 identity registry', example: 0 })

export const AgentRegistry = z.string().meta({
  description: 'CAIP-10 identifier of the identity registry',
  example: 'eip155:31337:0xdbC43Ba45381e02825b14322cDdd15eC4B3164E6',
})

/** Fields of a sign-in message. */
const challenge = {
  nonce: z.string().meta({ description: 'For the Nonce line; valid once', example: '0199d1f0c6c8b1d8'.repeat(4) }),
  issuedAt: z.iso.datetime().describe('For the Issued At line'),
  domain: z.string().meta({ description: 'For the first line', example: 'api.example.com' }),
  uri: z.string().meta({ description: 'For the URI line', example: 'https://api.example.com/api/auth/verify' }),
  chainId: z.int().meta({ description: 'For the Chain ID line', example: 31337 }),
}

export const SignInChallenge = z
  .object({
    ...challenge,
    expiresAt: z.iso.datetime().describe('When the nonce expires, ISO 8601'),
    statement: z.string().optional().describe('For the statement line; only with `scope`'),
    message: z.string().optional().describe('The message, to sign as it is; only with `address`'),
  })
  .meta({ id: 'SignInChallenge' })

export const StartedSession = z
  .object({
    address: EvmAddress.describe('Address that signed in'),
    expiresAt: z.iso.datetime().describe('When the session expires, ISO 8601'),
    token: z
      .string()
      .optional()
      .describe('Session token for `Authorization: Bearer`; absent for browsers, which get the session as a cookie'),
    scope: z.enum(['limited']).optional().describe('Only for a limited session'),
  })
  .meta({ id: 'StartedSession' })

const currentAccount = z.object({
  canonicalWallet: addressOrNull(
    'Canonical wallet: receives the account’s lottery entries and payments. A linked smart wallet if there is one, else the wallet that signed in; null without a wallet',
  ),
  wallets: z.array(
    z.object({
      address: EvmAddress.describe('Wallet of the account'),
      kind: z
        .enum(['smart', 'owner'])
        .describe('`smart`: a contract wallet; `owner`: an EOA, which signs with a private key'),
    }),
  ),
  linked: z.array(
    z.object({
      kind: z
        .enum(['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok'])
        .describe(
          'Identity that is linked. `social`: the social platform; `svm`: a wallet on the SVM chain; `idp`: a user of the identity provider; `email`: a verified e-mail address; `chatapp`: a chat user; `google`, `apple`, `tiktok`: the service of that name',
        ),
      id: z.string().describe('User id, base58 public key or e-mail address'),
      handle: textOrNull('User name; null if there is none'),
    }),
  ),
})

export const CurrentPrincipal = z
  .object({
    kind: z
      .enum(['session', 'siwa'])
      .describe('`session`: signed in with EIP-4361; `siwa`: an agent with a SIWA receipt'),
    address: EvmAddress.describe('Address that the request acts for'),
    expiresAt: z.iso.datetime().describe('When the session or the receipt expires, ISO 8601'),
    agentId: AgentId.nullable().describe('Token id of the agent; null for a session'),
    agentRegistry: AgentRegistry.nullable().describe('CAIP-10 identifier of the identity registry; null for a session'),
    account: currentAccount
      .nullable()
      .describe(
        'Account of the address. Null if there is none yet (the next sign-in opens one), and for a session of a linked smart wallet',
      ),
  })
  .meta({ id: 'CurrentPrincipal' })

export const AgentChallenge = z
  .object({
    ...challenge,
    expirationTime: z.iso.datetime().describe('For the Expiration Time line: when the nonce expires, ISO 8601'),
    agentId: AgentId.describe('For the Agent ID line'),
    agentRegistry: AgentRegistry.describe('For the Agent Registry line'),
    ownerAddress: EvmAddress.describe('For the second line: owner of the agent, who must sign the message'),
  })
  .meta({ id: 'AgentChallenge' })

export const AgentReceipt = z
  .object({
    address: EvmAddress.describe('Address that signed the message'),
    ownerAddress: EvmAddress.describe('Owner of the agent in the identity registry'),
    agentId: AgentId,
    agentRegistry: AgentRegistry,
    chainId: ChainId,
    verified: z.enum(['onchain']).describe('How the owner was verified: `onchain`, by a read of the identity registry'),
    receipt: z.string().describe('SIWA receipt, for the `X-SIWA-Receipt` header'),
    receiptExpiresAt: z.iso.datetime().describe('When the receipt expires, ISO 8601'),
  })
  .meta({ id: 'AgentReceipt' })
