import * as z from 'zod'
import { bodyInteger, builderFields, names, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { EvmAddress } from '../common.ts'

const AgentId = bodyInteger({
  min: 0n,
  max: 2n ** 256n - 1n,
  example: '0',
  description: 'Token id of the agent in the identity registry',
})

const FeedbackIndex = bodyInteger({
  min: 1n,
  max: 2n ** 64n - 1n,
  example: '1',
  description: 'Number of this client’s feedback on the agent, from 1',
})

/** Characters that cannot be displayed: control characters, and halves of a surrogate pair. */
export const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** A text that goes on chain, of at most that many bytes in UTF-8. */
const chainText = (bytes: number, description: string, example: string) =>
  z
    .string()
    .refine((text) => bytesOf(text) <= bytes, { error: `must have at most ${bytes} bytes in UTF-8` })
    .refine((text) => !UNSHOWABLE.test(text), { error: 'must not contain control characters or lone surrogates' })
    .meta({ description: `${description}; at most ${bytes} bytes in UTF-8`, maxLength: bytes, example })

/** With a scheme (RFC 3986 section 3.1), except those that execute code in a page. */
const ABSOLUTE_URI = /^(?!(?:javascript|vbscript):)[a-z][a-z0-9+.-]*:[^\s]+$/i

const uri = (description: string) =>
  z
    .string()
    .max(500, { error: 'must have at most 500 characters' })
    .refine((text) => text === '' || (ABSOLUTE_URI.test(text) && !UNSHOWABLE.test(text)), {
      error: 'must be a URI with a scheme such as https:, ipfs: or data:, and without white space',
    })
    .meta({
      description,
      example: 'ipfs://bafkreiho6epjzmymm5fx4b3lyjuzlhcyfqbowx5jrnmvjvr6ppxqqzscxq',
    })

const contentHash = (of: string) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be 0x and 64 hex digits' })
    .transform((text): `0x${string}` => `0x${text.slice(2).toLowerCase()}`)
    .optional()
    .meta({
      type: 'string',
      description: `keccak-256 of the bytes at ${of}. Required and nonzero if the content of that URI can change. Default: computed for a data: URI, zero for an ipfs: URI or none`,
      example: '0x5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02',
    })

const give = z
  .strictObject({
    action: z.literal('give').meta({ description: 'Gives feedback on an agent', type: 'string', enum: ['give'] }),
    ...builderFields,
    agentId: AgentId,
    value: bodyInteger({
      min: -(10n ** 38n),
      max: 10n ** 38n,
      example: '-325',
      description: 'Rating as a signed integer; the rating is value / 10^valueDecimals',
    }),
    valueDecimals: z
      .int({ error: 'must be an integer from 0 to 18' })
      .min(0, { error: 'must be an integer from 0 to 18' })
      .max(18, { error: 'must be an integer from 0 to 18' })
      .default(0)
      .meta({ description: 'Decimals of `value`', example: 1 }),
    tag1: chainText(
      64,
      'First tag: what is rated, for example starred (0 to 100), uptime, successRate',
      'starred',
    ).default(''),
    tag2: chainText(64, 'Second tag', 'vaults').default(''),
    endpoint: chainText(320, 'Endpoint of the agent that the client used', 'https://agent.example/mcp').default(''),
    feedbackURI: uri('URI of the feedback file (ERC-8004, "Off-Chain Feedback File Structure")').default(''),
    feedbackHash: contentHash('`feedbackURI`'),
  })
  .meta({ id: 'GiveFeedbackRequest' })

const revoke = z
  .strictObject({
    action: z
      .literal('revoke')
      .meta({ description: 'Revokes the sender’s own feedback', type: 'string', enum: ['revoke'] }),
    ...builderFields,
    agentId: AgentId,
    feedbackIndex: FeedbackIndex,
  })
  .meta({ id: 'RevokeFeedbackRequest' })

const respond = z
  .strictObject({
    action: z
      .literal('respond')
      .meta({ description: 'Responds to feedback; open to anyone', type: 'string', enum: ['respond'] }),
    ...builderFields,
    agentId: AgentId,
    clientAddress: NonZeroAddress.meta(names('Client that gave the feedback', 'account')),
    feedbackIndex: FeedbackIndex,
    responseURI: uri('URI of the response').refine((text) => text !== '', { error: 'must not be empty' }),
    responseHash: contentHash('`responseURI`'),
  })
  .meta({ id: 'RespondToFeedbackRequest' })

export const FeedbackSubmission = z
  .discriminatedUnion('action', [give, revoke, respond], { error: 'must be give, revoke or respond' })
  .meta({ id: 'FeedbackSubmission' })

export const UnsignedFeedback = UnsignedCalldata.extend({
  action: z.enum(['give', 'revoke', 'respond']).describe('As requested'),
  calldata: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/)
    .meta({ description: 'Same as `data`', example: '0x4ab3ca99' }),
}).meta({ id: 'UnsignedFeedback', extends: UnsignedCalldata })

/** In bytes; leaves room for the other fields in a body of 8 KiB. */
const MAX_WALLET_SIGNATURE = 3072

const UnixSeconds = bodyInteger({
  min: 1n,
  max: 2n ** 53n - 1n,
  example: '1787788800',
  description:
    'Deadline of the signature, unix seconds: at most 300 after the newest block. `prepare`: 240 by default; `encode`: that of `prepare`',
})

const walletFields = {
  ...builderFields,
  from: NonZeroAddress.optional().meta(
    names('Address that will send the transaction: the agent’s owner (default) or an operator', 'account'),
  ),
  agentId: AgentId,
  newWallet: NonZeroAddress.meta(names('New wallet of the agent', 'account')),
  ownerAddress: EvmAddress.meta(
    names(
      'Owner of the agent: a wallet of the caller’s account, unless the caller is an operator of the agent',
      'account',
    ),
  ),
} as const

const prepare = z
  .strictObject({
    action: z
      .literal('prepare')
      .optional()
      .meta({
        description: 'Returns the typed data that `newWallet` signs; the default',
        type: 'string',
        enum: ['prepare'],
      }),
    ...walletFields,
    deadline: UnixSeconds.optional(),
  })
  .meta({ id: 'PrepareAgentWalletRequest' })

const encode = z
  .strictObject({
    action: z
      .literal('encode')
      .meta({ description: 'Builds the unsigned transaction from the signature', type: 'string', enum: ['encode'] }),
    ...walletFields,
    deadline: UnixSeconds,
    signature: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and an even number of hex digits' })
      .max(2 + 2 * MAX_WALLET_SIGNATURE, { error: `must have at most ${MAX_WALLET_SIGNATURE} bytes` })
      .transform((text): `0x${string}` => `0x${text.slice(2)}`)
      .meta({
        type: 'string',
        description:
          'Signature by `newWallet` of the typed data of `prepare`: of an EOA, or of a deployed contract (ERC-1271)',
        example: '0x',
      }),
  })
  .meta({ id: 'EncodeAgentWalletRequest' })

export const AgentWalletRequest = z
  .discriminatedUnion('action', [prepare, encode], { error: 'must be prepare or encode' })
  .meta({ id: 'AgentWalletRequest' })

const Deadline = z.int().meta({ description: 'Deadline of the signature, unix seconds', example: 1787788800 })
const Note = z.string().describe('Next step, in words: who signs or sends what')
const TypeField = z.object({
  name: z.string().meta({ description: 'Name of the field', example: 'agentId' }),
  type: z.string().meta({ description: 'Solidity type of the field', example: 'uint256' }),
})

const PreparedAgentWallet = z
  .object({
    action: z.literal('prepare').meta({ description: 'As requested', type: 'string', enum: ['prepare'] }),
    typedData: z
      .object({
        domain: z.object({
          name: z
            .string()
            .meta({ description: 'Name of the registry’s EIP-712 domain', example: 'ERC8004IdentityRegistry' }),
          version: z.string().meta({ description: 'Version of the domain', example: '1' }),
          chainId: z.int().meta({ description: 'EIP-155 chain id', example: 31337 }),
          verifyingContract: EvmAddress.describe('The identity registry'),
        }),
        types: z.object({
          EIP712Domain: z.array(TypeField).describe('Fields of the domain'),
          AgentWalletSet: z.array(TypeField).describe('Fields of the message'),
        }),
        primaryType: z.literal('AgentWalletSet').meta({
          description: 'Type of the message',
          type: 'string',
          enum: ['AgentWalletSet'],
        }),
        message: z.object({
          agentId: z.string().meta({ description: 'Token id of the agent, as a decimal string', example: '0' }),
          newWallet: EvmAddress.describe('New wallet of the agent'),
          owner: EvmAddress.describe('Owner of the agent'),
          deadline: z.string().meta({ description: 'Unix seconds, as a decimal string', example: '1787788800' }),
        }),
      })
      .describe('Typed data (EIP-712) that `newWallet` signs with eth_signTypedData_v4'),
    hash: z
      .string()
      .describe('Hash of the typed data, 32 bytes in hex, for `isValidSignature` of an ERC-1271 contract'),
    deadline: Deadline,
    registryAddress: EvmAddress.describe('The identity registry'),
    note: Note,
  })
  .meta({ id: 'PreparedAgentWallet' })

const UnsignedAgentWallet = UnsignedCalldata.extend({
  action: z.literal('encode').meta({ description: 'As requested', type: 'string', enum: ['encode'] }),
  agentId: z.string().meta({ description: 'Token id of the agent, as a decimal string', example: '0' }),
  newWallet: EvmAddress.describe('New wallet of the agent'),
  deadline: Deadline,
  signatureVerified: z.literal(true).nullable().meta({
    description: '`true`: the signature by `newWallet` is valid; `null`: unknown, because no node answered',
    type: 'boolean',
  }),
  note: Note,
}).meta({ id: 'UnsignedAgentWallet', extends: UnsignedCalldata })

export const AgentWalletStep = z
  .discriminatedUnion('action', [PreparedAgentWallet, UnsignedAgentWallet])
  .meta({ id: 'AgentWalletStep' })
