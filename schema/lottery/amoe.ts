import * as z from 'zod'
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
  .regex(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x followed by an even number of hex digits')
  .transform((text): `0x${string}` => `0x${text.slice(2)}`)

const wallet = EvmAddress.describe('A wallet of the account')

const READ = { method: 'get', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'read' } as const

const writes = { method: 'post', tags: TAGS, 'x-answer': 'envelope', 'x-limit': 'lotteryWrite' } as const

/** AMOE, the alternative method of entry: a lottery entry without a purchase. */
export const amoe = {
  getAmoeNonce: operation({
    ...READ,
    'x-limit-by': { class: 'amoeNonce', query: 'wallet' },
    'x-errors': ['amoe_not_configured', 'role_not_configured', 'store_unavailable'],
    operationId: 'getAmoeNonce',
    path: '/v1/lottery/amoe/nonce',
    summary: 'Get a challenge to sign for a free lottery entry',
    description:
      'First step of a free entry. Returns a message (also as typed data) with a nonce that is valid once within ten minutes, and the credits of the wallet’s account. Stores nothing. Sign the message with the wallet and send it to submitAmoeChallenge. For the credits only use getAmoeCredits.',
    'x-needs': {
      ...CHALLENGE,
      creatorCoin: { error: 'role_not_configured', when: 'the query does not name a creatorCoin' },
    },
    request: {
      query: z.object({
        wallet,
        creatorCoin: EvmAddress.optional().describe('Creator coin of the entry; the protocol’s coin by default'),
      }),
    },
    responses: answers('The challenge', AmoeChallenge),
  }),
  getAmoeCredits: operation({
    ...READ,
    operationId: 'getAmoeCredits',
    path: '/v1/lottery/amoe/credits',
    summary: 'Get a wallet’s credits for free lottery entries',
    description:
      'Returns the credits of a wallet’s account for free entries. Read from the ledger, so every acknowledged credit and debit is included. For a challenge to sign use getAmoeNonce.',
    'x-errors': ['store_unavailable'],
    'x-needs': {},
    request: { query: z.object({ wallet }) },
    responses: answers('The credits of the account', AmoeCredits),
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
    summary: 'Build a free lottery entry, paid with credits',
    description:
      'Returns the attested entry as an unsigned transaction, and debits credits if its simulation succeeds. Send it before `deadline`; if the router has not accepted the entry by then, the credits are refunded. The same challenge again, even expired, returns the same answer without a second debit.',
    'x-needs': { ...CHALLENGE, ...reads, ...roles('amoeRouter', 'registry'), AMOE_ATTESTOR_KEY: 'amoe_not_configured' },
    'x-after': 'getAmoeNonce',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.strictObject({
              message: z.string().min(1).max(4096).describe('The message from getAmoeNonce, byte for byte'),
              signature: HexBytes.meta({
                type: 'string',
                description:
                  'Signature of the wallet: 65 bytes with a low `s` of an EOA, or any bytes that a contract wallet accepts (ERC-1271, ERC-6492)',
              }),
              signatureType: z
                .enum(['personal', 'eip712'])
                .default('personal')
                .describe('personal: the message from getAmoeNonce was signed; eip712: its typed data'),
              creatorCoin: EvmAddress.optional().describe('If sent, must be the same as in the message'),
              nonce: Hex32.optional().describe('If sent, must be the same as in the message'),
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
    summary: 'Claim the daily credit for a post',
    description:
      'Grants the credit of the UTC day for a post by the account’s social account (see linkAccount). The post must be from this UTC day, contain "alternative method of entry" and "no purchase necessary", and link to the application; post_content_mismatch names the host.',
    'x-needs': { SOCIAL_API_TOKEN: 'posts_not_configured' },
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .strictObject({
                postId: z.string().max(32).optional().meta({
                  description: 'Id of the post on the social platform, in digits; send this or `postUrl`',
                  example: '1839000000000000000',
                }),
                postUrl: z.string().max(512).optional().meta({
                  description: 'URL of the post; send this or `postId`',
                  example: 'https://x.com/alice/status/1839000000000000000',
                }),
              })
              .meta(exactlyOneOf('postId', 'postUrl')),
          },
        },
      },
    },
    responses: {
      ...answers('The credit of the day, granted now or by an earlier request', AmoeCheckin),
    },
  }),
  checkinAmoeMsgnet: operation({
    ...writes,
    security: SECURITY.write,
    operationId: 'checkinAmoeMsgnet',
    path: '/v1/lottery/amoe/msgnet-checkin',
    summary: 'Retired: message credits are granted automatically',
    description:
      'Always 410. A direct message from a wallet of an account to this service’s agent in the messaging network earns one credit per UTC day automatically, within about a minute. No call is needed. For the balance use getAmoeCredits.',
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
