import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, exactlyOneOf } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'
import { AmoeChallenge, AmoeCheckin, AmoeCredits, AmoeEntry, Hex32 } from './amoeAnswers.ts'
import { reads, roles, type Needs } from '../needs.ts'

const CHALLENGE: Needs = { ...roles('lotteryManager'), AMOE_NONCE_SECRET: 'amoe_not_configured' }

const TAGS: string[] = ['lottery']

const BODY = { bound: 16_384, kind: 'object' } as const

const HexBytes = z
  .string()
  .max(8194)
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and an even number of hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)

const wallet = EvmAddress.openapi({ description: 'Any wallet of the account' })

const READ = { method: 'get', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'read' } as const

const writes = { method: 'post', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'lotteryWrite' } as const

/** AMOE, the alternative method of entry: entering the lottery without a purchase. */
export const amoe = {
  getAmoeNonce: operation({
    ...READ,
    'x-limit-by': { class: 'amoeNonce', query: 'wallet' },
    'x-errors': ['amoe_not_configured', 'role_not_configured', 'store_unavailable'],
    operationId: 'getAmoeNonce',
    path: '/v1/lottery/amoe/nonce',
    summary: 'A challenge to sign for a free entry, and the credits that pay for it',
    description:
      'First step of a free entry: a message (and the same as typed data) with a nonce that can be used once within ten minutes, and the credits of the wallet’s account. Nothing is stored until it is used. Sign it with the wallet and send it to submitAmoeChallenge; for the credits alone use getAmoeCredits.',
    'x-needs': {
      ...CHALLENGE,
      creatorCoin: { error: 'role_not_configured', when: 'the query does not name a creatorCoin' },
    },
    request: {
      query: z.object({
        wallet,
        creatorCoin: EvmAddress.optional().openapi({ description: 'The protocol’s coin by default' }),
      }),
    },
    responses: answers('The challenge', AmoeChallenge),
  }),
  getAmoeCredits: operation({
    ...READ,
    operationId: 'getAmoeCredits',
    path: '/v1/lottery/amoe/credits',
    summary: 'Credits for free entries',
    description:
      'The credits of a wallet’s account for free entries. Read from the ledger itself, so every acknowledged credit and debit is included. For a challenge to sign as well, use getAmoeNonce.',
    'x-errors': ['store_unavailable'],
    'x-needs': {},
    request: { query: z.object({ wallet }) },
    responses: answers('The balance', AmoeCredits),
  }),
  submitAmoeChallenge: operation({
    ...writes,
    'x-auth': 'write',
    'x-authority': 'handler',
    'x-body': BODY,
    'x-errors': [
      'wallet_session',
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
    'x-idempotency': 'object',
    path: '/v1/lottery/amoe/submit',
    summary: 'Pay for a free entry with credits and get its attested transaction, unsigned',
    description:
      'Credits are debited only if the router would accept this very entry: the coin is registered, the router has the function, and the call has been simulated. Submitting the same challenge again returns the same answer without a second debit, even after it has expired. Nothing is sent to the chain.',
    'x-needs': { ...CHALLENGE, ...reads, ...roles('amoeRouter', 'registry'), AMOE_ATTESTOR_KEY: 'amoe_not_configured' },
    'x-after': 'getAmoeNonce',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              message: z
                .string()
                .min(1)
                .max(4096)
                .openapi({ description: 'The message from getAmoeNonce, byte for byte' }),
              signature: HexBytes.openapi({
                type: 'string',
                description:
                  '65 bytes with a low s from an account, or whatever a contract wallet accepts (ERC-1271, ERC-6492)',
              }),
              signatureType: z.enum(['personal', 'eip712']).default('personal').openapi({
                description: 'Whether the message or the typed data from getAmoeNonce was signed',
              }),
              creatorCoin: EvmAddress.optional().openapi({ description: 'Must be the one in the message' }),
              nonce: Hex32.optional().openapi({ description: 'Must be the one in the message' }),
            }),
          },
        },
      },
    },
    responses: {
      ...answers('The attested entry as an unsigned transaction', AmoeEntry),
    },
  }),
  checkinAmoePost: operation({
    ...writes,
    'x-auth': 'write',
    'x-authority': 'handler',
    'x-body': BODY,
    'x-errors': [
      'wallet_session',
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
    'x-idempotency': 'object',
    path: '/v1/lottery/amoe/post-checkin',
    summary: 'Claim the daily credit for a post about the free method of entry',
    description:
      'The post is looked up on the social platform. It must be by the account’s linked author and from the current UTC day, contain "alternative method of entry" and "no purchase necessary", and link to the application.',
    'x-needs': { SOCIAL_API_TOKEN: 'posts_not_configured' },
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .object({
                postId: z.string().max(32).optional().openapi({
                  description: 'Id of the post on the social platform, in digits; send this or postUrl',
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
      ...answers('The credit of the day, granted now or earlier', AmoeCheckin),
    },
  }),
  checkinAmoeMsgnet: operation({
    ...writes,
    security: SECURITY.write,
    operationId: 'checkinAmoeMsgnet',
    path: '/v1/lottery/amoe/msgnet-checkin',
    summary: 'Retired: these credits are granted automatically',
    description:
      'Always 410: a direct message to the service’s own agent in the messaging network, from a wallet of an account, earns that account one credit of the UTC day by itself, within about a minute. There is nothing to call instead; see getAmoeCredits for the balance.',
    'x-deprecated': {
      since: '2026-01-01T00:00:00Z',
      sunset: '2027-01-01T00:00:00Z',
      link: '/docs/errors/msgnet_checkin_auto_only',
      successor: '/v1/lottery/amoe/post-checkin',
    },
    'x-body': NO_BODY,
    'x-errors': ['msgnet_checkin_auto_only'],
    'x-needs': {},
    responses: {},
  }),
}
