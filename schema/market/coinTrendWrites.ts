import { z } from '@hono/zod-openapi'
import { jsonBody } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { answers, AsOf, EvmAddress, MAX_SIGNATURE_BYTES } from '../common.ts'
import { Ticker, TREND_TAGS, TrendOp, TREND_STATUS } from './coinTrendParts.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { reads, roles } from '../needs.ts'

const WRITE = {
  method: 'post',
  tags: TREND_TAGS,
  'x-answer': 'envelope',
  'x-body': { bound: 16_384, kind: 'object' },
} as const

const integer = (min: number, max: number, fallback: number, description: string) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .default(fallback)
    .openapi({ description: `${description}; ${fallback} by default`, example: fallback })
}

const seconds = (description: string) =>
  z.int().openapi({ description: `${description}, unix seconds`, example: 1780000000 })

const groupId = z
  .string()
  .regex(/^[A-Za-z0-9:._-]{1,128}$/, { error: 'must be 1 to 128 of the characters A-Z a-z 0-9 : . _ -' })

/** What a smart wallet signs for. */
const entryTerms = {
  swAddress: NonZeroAddress.openapi({ description: 'The smart wallet that is entered' }),
  chatappUsername: z
    .string()
    .regex(/^[A-Za-z0-9_]{5,32}$/, { error: 'must be 5 to 32 of the characters A-Z a-z 0-9 _' })
    .openapi({ description: 'User name in the chat app, without @', example: 'aurora_fan' }),
  tokenAddress: NonZeroAddress.optional().openapi({
    description: 'The coin that the entry is for; all when absent',
  }),
} as const

export const ReservedTrend = UnsignedCalldata.extend({
  op: TrendOp.openapi({ description: 'What is recorded of the ticker' }),
}).openapi('ReservedTrend')

export const SentinelReport = z
  .object({
    asOf: AsOf.optional().openapi({ description: 'Block of the last look; absent where there was nothing to look at' }),
    polls: z.int().openapi({ description: 'How often the chain was looked at', example: 1 }),
    failedPolls: z.int().openapi({ description: 'How many looks failed, and moved nothing', example: 0 }),
    moved: z
      .array(
        z.object({
          ticker: z.string().openapi({ description: 'The ticker', example: 'SUNRISE' }),
          from: TREND_STATUS,
          to: TREND_STATUS,
        }),
      )
      .openapi({ description: 'What this run has moved' }),
    ops: z.array(TrendOp).openapi({ description: 'The tickers that were looked at, as they are now' }),
    unknownTickers: z.array(z.string()).openapi({ description: 'Named tickers that are not reserved' }),
    receiptsRead: z.boolean().openapi({
      description:
        'Whether the factory’s events could be read back to the oldest of these reservations; without them no coin becomes deployed if receipts are required',
      example: true,
    }),
  })
  .openapi('TrendSentinelReport')

export const SwEntryChallenge = z
  .object({
    nonce: z
      .string()
      .openapi({ description: 'Send it back as challengeNonce: 64 hex digits', example: '0'.repeat(64) }),
    message: z.string().openapi({ description: 'What swAddress has to sign (EIP-191, personal_sign), to the byte' }),
    expiresAt: seconds('Until when it can be used'),
  })
  .openapi('SwEntryChallenge')

export const SwEntry = z
  .object({
    swAddress: EvmAddress.openapi({ description: 'The smart wallet that was entered' }),
    chatappUsername: z.string().openapi({ description: 'Its chat user', example: 'aurora_fan' }),
    connectedAddress: EvmAddress.nullable().openapi({
      description: 'Another wallet of the same account; null if none was named',
    }),
    tokenAddress: EvmAddress.nullable().openapi({ description: 'The coin that the entry is for; null for all' }),
    symbol: z.string().nullable().openapi({ description: 'Its symbol as the request named it', example: 'SUNRISE' }),
    minTokens: z.string().nullable().openapi({
      description: 'Least holding in base units, decimal; null if none was named',
      example: '1000000000000000000',
    }),
    source: z
      .string()
      .nullable()
      .openapi({ description: 'Where the request said that it is from', example: 'miniapp' }),
    createdAt: seconds('When it was entered'),
  })
  .openapi('SwEntry')

export const MetricsSync = z
  .object({
    asOf: AsOf.optional().openapi({ description: 'Block at which they were read; absent where no coin is known' }),
    measured: z.int().openapi({ description: 'Coins of which a reading was stored', example: 1 }),
    unreadable: z.int().openapi({
      description: 'Coins that did not answer as a token does; they keep what was read before',
      example: 0,
    }),
    remaining: z.int().openapi({
      description: 'Coins whose last reading is older than this run; call again for the next page',
      example: 0,
    }),
  })
  .openapi('TrendMetricsSync')

/** Writes about reserved tickers and their coins. No answer of them may be stored by anybody. */
export const coinTrendWrites = {
  reserveTrendCoin: operation({
    ...WRITE,
    operationId: 'reserveTrendCoin',
    'x-idempotency': 'steps',
    path: '/coin-trend/trendReserve',
    summary: 'Reserve a ticker, and get the unsigned call that deploys its coin',
    description:
      'For administrators. Records the ticker with the address that the factory predicts for its coin, and answers with the unsigned deployTrendCoin of the factory’s generation, simulated. Nothing is signed or sent here: send the call yourself, and processTrendSentinel finds out what becomes of it. Safe to repeat; with another creatorToken, groupId or vaultAddress it is refused unless the coin has failed.',
    'x-limit': 'trendReserve',
    'x-auth': 'admin',
    security: SECURITY.admin,
    'x-answer': 'document',
    'x-errors': [...CHAIN, 'role_not_configured', 'idempotency_conflict'],
    'x-needs': { ...reads, ...roles('trendFactory') },
    request: {
      body: jsonBody(
        z
          .object({
            ticker: Ticker,
            creatorToken: NonZeroAddress.optional().openapi({
              description:
                'What the coin is to be traded for; with it the coin is complete once there is a pool of both',
            }),
            groupId: groupId
              .default('api')
              .openapi({ description: 'Group that it is reserved for; api by default', example: 'api' }),
            vaultAddress: NonZeroAddress.optional().openapi({ description: 'The creator vault that it belongs to' }),
            ...builderFields,
          })
          .openapi('TrendReservation'),
      ),
    },
    responses: {
      200: {
        description: 'The unsigned call, and what is recorded',
        content: { 'application/json': { schema: ReservedTrend } },
      },
    },
  }),
  processTrendSentinel: operation({
    ...WRITE,
    operationId: 'processTrendSentinel',
    path: '/coin-trend/trendSentinelProcess',
    summary: 'Look at the chain for the coins of reserved tickers, and move their records forward',
    description:
      'For the sentinel. Reads all tickers in one upstream request a look, and the factory’s events from the log index. A record only moves forward, whatever arrives late; failed can be reached from anywhere and left again. A look that fails moves nothing. By default it looks once; with maxRuntimeMs it goes on looking until all are settled, the time is over, or it has looked 40 times.',
    'x-limit': 'trendSentinel',
    'x-auth': 'sentinel',
    security: SECURITY.sentinel,
    'x-errors': [...CHAIN, 'role_not_configured', 'store_unavailable'],
    'x-needs': {
      ...reads,
      TREND_SENTINEL_SECRET: 'sentinel_not_configured',
      ...roles('trendFactory'),
      dexFactory: { error: 'role_not_configured', when: 'a ticker was reserved with a `creatorToken`' },
    },
    request: {
      body: jsonBody(
        z
          .object({
            tickers: z
              .array(Ticker)
              .min(1, { error: 'must name at least one ticker' })
              .max(20, { error: 'must name at most 20 tickers' })
              .optional()
              .openapi({
                description:
                  'Which tickers, at most 20; without it the 20 unsettled ones that were not looked at for the longest time',
              }),
            creatorToken: EvmAddress.optional().openapi({
              description: 'Only those that are to be traded for this token',
            }),
            groupId: groupId.optional().openapi({ description: 'Only those of this group', example: 'api' }),
            maxRuntimeMs: integer(0, 45_000, 0, 'How long it goes on looking, in milliseconds'),
            pollMs: integer(25, 45_000, 800, 'Milliseconds from one look to the next'),
            jitterMs: integer(0, 10_000, 400, 'Up to so many more milliseconds, by chance'),
            maxConsecutiveErrors: integer(
              1,
              20,
              20,
              'After so many failed looks in a row it gives up with the error of the last',
            ),
            requireReceipt: z.boolean().default(true).openapi({
              description:
                'Whether a coin counts as deployed only once the factory’s event has been seen; without it the symbol of the coin has to be the ticker. true by default',
              example: true,
            }),
          })
          .openapi('TrendSentinelRequest'),
        false,
      ),
    },
    responses: answers('What was found', SentinelReport),
  }),
  createSwEntryChallenge: operation({
    ...WRITE,
    operationId: 'createSwEntryChallenge',
    path: '/coin-trend/sw-entry/challenge',
    summary: 'Challenge for a smart wallet that is to be entered',
    description:
      'A message for swAddress to sign, good for ten minutes and for one submitSwEntry with the same swAddress, chatappUsername and tokenAddress, which it names. Nothing is stored.',
    'x-limit': 'trendEntry',
    'x-body': { bound: 4096, kind: 'object' },
    'x-errors': ['session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    request: { body: jsonBody(z.object(entryTerms).openapi('SwEntryChallengeRequest')) },
    responses: answers('The challenge', SwEntryChallenge),
  }),
  submitSwEntry: operation({
    ...WRITE,
    operationId: 'submitSwEntry',
    path: '/coin-trend/sw-entry',
    summary: 'Enter a smart wallet, with a signed challenge',
    description:
      'Stores which chat user a smart wallet of an account belongs to, for a coin or for all. The wallet signs the message of createSwEntryChallenge for the same chat user and coin: with a key, or as a contract, deployed (ERC-1271) or not yet (ERC-6492). It must be a wallet of an account here. The next entry of the same wallet for the same coin replaces it. The same request again is answered as the first time.',
    'x-challenge': { scheme: 'SignedMessage', realm: 'trend' },
    'x-limit': 'trendEntry',
    'x-limit-inside': ['contractSignIn', 'contractSignInWallet'],
    'x-errors': [
      ...CHAIN,
      'challenge_not_valid',
      'nonce_used',
      'invalid_signature',
      'wallet_not_registered',
      'wallet_authority_mismatch',
      'session_not_configured',
      'store_unavailable',
    ],
    'x-needs': {},
    'x-after': 'createSwEntryChallenge',
    request: {
      body: jsonBody(
        z
          .object({
            ...entryTerms,
            challengeNonce: z
              .string()
              .max(128, { error: 'must be the nonce of a challenge' })
              .openapi({ description: 'nonce of the challenge', example: '0'.repeat(64) }),
            signature: z
              .string()
              .max(2 + 2 * MAX_SIGNATURE_BYTES, { error: `must have at most ${MAX_SIGNATURE_BYTES} bytes` })
              .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be 0x and pairs of hex digits' })
              .transform((text): `0x${string}` => `0x${text.slice(2)}`)
              .openapi({
                type: 'string',
                maxLength: 2 + 2 * MAX_SIGNATURE_BYTES,
                description: 'Signature of the message by swAddress',
                example: `0x${'12'.repeat(65)}`,
              }),
            connectedAddress: NonZeroAddress.optional().openapi({ description: 'Another wallet of the same account' }),
            symbol: z
              .string()
              .regex(/^[A-Za-z0-9 $._-]{1,32}$/, {
                error: 'must be 1 to 32 of the characters A-Z a-z 0-9, space and $ . _ -',
              })
              .optional()
              .openapi({ description: 'Symbol of the coin, as a note', example: 'SUNRISE' }),
            minTokens: bodyInteger({
              min: 0n,
              max: 2n ** 256n - 1n,
              example: '1000000000000000000',
              description: 'Least holding in base units, as a note',
            }).optional(),
            source: z
              .string()
              .regex(/^[A-Za-z0-9:._-]{1,64}$/, { error: 'must be 1 to 64 of the characters A-Z a-z 0-9 : . _ -' })
              .optional()
              .openapi({ description: 'Where the request is from, as a note', example: 'miniapp' }),
          })
          .openapi('SwEntryRequest'),
      ),
    },
    responses: answers('The entry', SwEntry),
  }),
  syncTrendMetrics: operation({
    ...WRITE,
    operationId: 'syncTrendMetrics',
    path: '/coin-trend/sync-metrics',
    summary: 'Read supply and price of trend coins from the chain, and store them',
    description:
      'For the scheduler, which also does it by itself every few minutes: reads the 20 coins whose last reading is the oldest, in one upstream request. A look that fails stores nothing.',
    'x-limit': 'trendSync',
    'x-auth': 'cron',
    security: SECURITY.cron,
    'x-errors': [...CHAIN, 'role_not_configured', 'store_unavailable'],
    'x-needs': { ...reads, CRON_SECRET: 'cron_not_configured' },
    request: { body: jsonBody(z.object({}).openapi('TrendMetricsSyncRequest'), false) },
    responses: answers('What was read', MetricsSync),
  }),
}
