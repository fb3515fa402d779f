import { z } from '@hono/zod-openapi'
import { ChainId, EvmAddress, envelope, exactlyOneOf } from './common.ts'
import { operation, SECURITY } from './operation.ts'

const TAGS: string[] = ['lottery']
const BODY = { bound: 16_384, kind: 'object' } as const

const Hex32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
const HexBytes = z
  .string()
  .max(8194)
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)

const credits = {
  creditsPerEntry: z.int().openapi({ description: 'Credits that one entry costs', example: 100 }),
  entriesAvailable: z.int().openapi({ description: 'Entries that the credits are enough for' }),
  nextEntryAtCredits: z.int().openapi({ description: 'Credits at which there is one entry more' }),
}
const balance = { credits: z.int().openapi({ description: 'Whole credits' }), ...credits }
const accountRequired = z
  .boolean()
  .openapi({ description: 'The wallet is linked to no account, so there are no credits' })

export const AmoeCredits = z
  .object({
    wallet: EvmAddress.openapi({ description: 'The one asked for' }),
    accountRequired,
    ...balance,
    pending: z
      .object({
        entries: z.int().openapi({ description: 'How many there are' }),
        credits: z.int().openapi({ description: 'Debited for them' }),
        deadline: z.int().nullable().openapi({ description: 'Unix seconds: the latest of theirs; null without any' }),
      })
      .openapi({
        description:
          'Paid entries of this wallet of which it is not decided yet whether the chain took them: at the first final block after its deadline an entry counts as entered, or its credits come back',
      }),
  })
  .openapi('AmoeCredits')

const TypedField = z.array(
  z.object({
    name: z.string().openapi({ description: 'Name of the field' }),
    type: z.string().openapi({ description: 'Solidity type of the field' }),
  }),
)

export const AmoeChallenge = z
  .object({
    wallet: EvmAddress.openapi({ description: 'Who must sign, and whom the entry is for: the one asked for' }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
    creatorCoinSource: z
      .enum(['request', 'protocol-default'])
      .openapi({ description: 'request: named in the query; protocol-default: the coin of the protocol' }),
    nonce: Hex32.openapi({ description: 'Good once', example: `0x${'0199d1f0c6c8b1d8'.repeat(4)}` }),
    issuedAt: z.iso.datetime().openapi({ description: 'ISO 8601' }),
    expiresAt: z.iso.datetime().openapi({
      description: '600 s later; it must be submitted 60 s before, since its attestation holds no longer',
    }),
    chainId: ChainId,
    lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
    message: z.string().openapi({ description: 'For personal_sign' }),
    typedData: z
      .object({
        domain: z.object({
          name: z.string().openapi({ description: 'Name of the EIP-712 domain' }),
          version: z.string().openapi({ description: 'Version of the EIP-712 domain' }),
          chainId: ChainId,
          verifyingContract: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
        types: z.object({ EIP712Domain: TypedField, AmoeChallenge: TypedField }),
        primaryType: z.enum(['AmoeChallenge']).openapi({ description: 'Type that is signed' }),
        message: z.object({
          wallet: EvmAddress.openapi({ description: 'Who must sign' }),
          creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
          nonce: Hex32.openapi({ description: 'The nonce of the challenge' }),
          issuedAt: z.string().openapi({ description: 'Unix seconds' }),
          expiresAt: z.string().openapi({ description: 'Unix seconds' }),
          lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
        }),
      })
      .openapi({ description: 'The same for eth_signTypedData_v4 (EIP-712)' }),
    accountRequired,
    ...balance,
  })
  .openapi('AmoeChallenge')

export const AmoeEntry = z
  .object({
    to: EvmAddress.openapi({ description: 'The router that takes the entry' }),
    data: z
      .string()
      .regex(/^0x([0-9a-f]{2})*$/)
      .openapi({ description: 'Calldata' }),
    value: z.enum(['0']).openapi({ description: 'Wei to send along: none' }),
    chainId: ChainId,
    function: z.string().openapi({
      description: 'Signature of the function that data calls',
      example: 'submitAmoeEntry(address,address,bytes32,uint256,bytes)',
    }),
    buyer: EvmAddress.openapi({ description: 'Wallet that the entry is for' }),
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin that the entry is for' }),
    nonce: Hex32.openapi({ description: 'Nonce of the challenge, which the router takes once' }),
    deadline: z.int().openapi({
      description:
        'Unix seconds: last block time in which the router takes it; the credits of an entry not taken come back',
    }),
    signature: z.string().openapi({ description: 'The attestation, 65 bytes' }),
    attestor: EvmAddress.openapi({ description: 'Account of the operator that attested the entry' }),
    attestation: z.enum(['typed', 'chain-hash']).openapi({
      description: 'typed: EIP-712; chain-hash: EIP-191 over getAmoeMessageHash of the router',
    }),
    creditsConsumed: z.int().openapi({ description: 'Credits debited for this entry' }),
    creditsRemaining: z.int().openapi({ description: 'Right after this entry' }),
    ...credits,
  })
  .openapi('AmoeEntry')

export const AmoeCheckin = z
  .object({
    wallet: EvmAddress.openapi({ description: 'Canonical wallet of the account' }),
    day: z.string().openapi({ description: 'The UTC day that the credit is for', example: '2026-09-30' }),
    awarded: z.boolean().openapi({ description: 'false: this post had its credit before' }),
    awardedCredits: z.int().openapi({ description: 'Credits that this request gave; 0 when it had been given before' }),
    ...balance,
  })
  .openapi('AmoeCheckin')

const answer = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})

const wallet = EvmAddress.openapi({ description: 'Any wallet of the account' })
const reads = { method: 'get', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'read' } as const
const writes = { method: 'post', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'lotteryWrite' } as const

/** AMOE, the alternative method of entry: into the lottery without a purchase. */
export const amoe = {
  getAmoeNonce: operation({
    ...reads,
    'x-limit-by': { class: 'amoeNonce', query: 'wallet' },
    'x-errors': ['amoe_not_configured', 'role_not_configured', 'store_unavailable'],
    operationId: 'getAmoeNonce',
    path: '/v1/lottery/amoe/nonce',
    summary: 'A challenge to sign for a free entry, and the credits that pay it',
    description:
      'First step of a free entry: a message (and the same as typed data) with a nonce that is good once and for ten minutes, and the credits of the wallet’s account. Nothing is stored until it is used. Sign it with the wallet and send it to submitAmoeChallenge; for credits alone use getAmoeCredits.',
    request: {
      query: z.object({
        wallet,
        creatorCoin: EvmAddress.optional().openapi({ description: 'By default the coin of the protocol' }),
      }),
    },
    responses: answer('The challenge', AmoeChallenge),
  }),
  getAmoeCredits: operation({
    ...reads,
    operationId: 'getAmoeCredits',
    path: '/v1/lottery/amoe/credits',
    summary: 'Credits for free entries',
    description: 'From the ledger itself: a credit or debit that was acknowledged is in it.',
    'x-errors': ['store_unavailable'],
    request: { query: z.object({ wallet }) },
    responses: answer('The balance', AmoeCredits),
  }),
  submitAmoeChallenge: operation({
    ...writes,
    'x-auth': 'write',
    'x-body': BODY,
    'x-errors': [
      'invalid_message',
      'creator_mismatch',
      'nonce_mismatch',
      'lottery_manager_mismatch',
      'unsupported_chain',
      'invalid_nonce',
      'invalid_signature',
      'message_expired',
      'message_expires_too_soon',
      'insufficient_amoe_credits',
      'wallet_authority_mismatch',
      'nonce_used',
      'entry_refused',
      'attestation_hash_unreadable',
      'amoe_not_configured',
      'role_not_configured',
    ],
    security: SECURITY.write,
    operationId: 'submitAmoeChallenge',
    path: '/v1/lottery/amoe/submit',
    summary: 'Pay a free entry with credits and get its attested transaction, unsigned',
    description:
      'Debited only when the router takes this very entry: the coin is registered, the router has the function, and the call has been simulated. The same challenge again answers the same, without a second debit, also after it has expired. Nothing is sent to the chain.',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              message: z.string().min(1).max(4096).openapi({ description: 'Of getAmoeNonce, byte for byte' }),
              signature: HexBytes.openapi({
                type: 'string',
                description: '65 bytes with low s of an account, or what a contract wallet checks (ERC-1271, ERC-6492)',
              }),
              signatureType: z.enum(['personal', 'eip712']).default('personal').openapi({
                description: 'Whether the message or the typed data of getAmoeNonce was signed',
              }),
              creatorCoin: EvmAddress.optional().openapi({ description: 'Must be the one of the message' }),
              nonce: Hex32.optional().openapi({ description: 'Must be the one of the message' }),
            }),
          },
        },
      },
    },
    responses: {
      ...answer('The attested entry as an unsigned transaction', AmoeEntry),
    },
  }),
  checkinAmoePost: operation({
    ...writes,
    'x-auth': 'write',
    'x-body': BODY,
    'x-errors': [
      'invalid_post_reference',
      'post_not_found',
      'post_author_mismatch',
      'post_not_today',
      'post_content_mismatch',
      'social_not_linked',
      'daily_checkin_already_claimed',
      'post_already_claimed',
      'post_verification_unavailable',
      'posts_not_configured',
    ],
    security: SECURITY.write,
    operationId: 'checkinAmoePost',
    path: '/v1/lottery/amoe/post-checkin',
    summary: 'The daily credit for a post about the free way in',
    description:
      'The post is looked up at the social platform: by the account’s linked author, of this UTC day, saying "alternative method of entry" and "no purchase necessary", with a link to the application.',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .object({
                postId: z.string().max(32).optional().openapi({
                  description: 'Id of the post on the social platform, digits; this or postUrl',
                  example: '1839000000000000000',
                }),
                postUrl: z.string().max(512).optional().openapi({
                  description: 'Instead of the id',
                  example: 'https://x.com/alice/status/1839000000000000000',
                }),
              })
              .openapi(exactlyOneOf('postId', 'postUrl')),
          },
        },
      },
    },
    responses: {
      ...answer('The credit of the day, given now or before', AmoeCheckin),
    },
  }),
  checkinAmoeMsgnet: operation({
    ...writes,
    deprecated: true,
    security: SECURITY.write,
    operationId: 'checkinAmoeMsgnet',
    path: '/v1/lottery/amoe/msgnet-checkin',
    summary: 'Gone: these credits come by themselves',
    description:
      'Always 410: credits for messages are given automatically when a message is received. There is nothing to call instead; see getAmoeCredits for the balance.',
    'x-errors': ['msgnet_checkin_auto_only'],
    responses: {},
  }),
}
