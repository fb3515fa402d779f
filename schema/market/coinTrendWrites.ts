import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress } from '../calldata.ts'
import { answers, EvmAddress, MAX_SIGNATURE_BYTES } from '../common.ts'
import { Ticker, TREND_TAGS } from './coinTrendParts.ts'
import { MetricsSync, ReservedTrend, SentinelReport, SwEntry, SwEntryChallenge } from './coinTrendAnswers.ts'
import { CHAIN, operation, SECURITY } from '../operation.ts'
import { reads, roles } from '../needs.ts'

const WRITE = {
  method: 'post',
  tags: TREND_TAGS,
  'x-answer': 'envelope',
  'x-body': { bound: 16_384, kind: 'object' },
} as const

const integer = (min: number, max: number, fallback: number, description: string) => {
  const error = `must be an integer from ${min} to ${max}`
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .default(fallback)
    .meta({ description: `${description}; default ${fallback}`, example: fallback })
}

const groupId = z
  .string()
  .regex(/^[A-Za-z0-9:._-]{1,128}$/, { error: 'must be 1 to 128 of the characters A-Z a-z 0-9 : . _ -' })

/** The terms that a smart wallet signs. */
const entryTerms = {
  swAddress: NonZeroAddress.describe('Smart wallet of the entry; must be linked to an account'),
  chatappUsername: z
    .string()
    .regex(/^[A-Za-z0-9_]{5,32}$/, { error: 'must be 5 to 32 of the characters A-Z a-z 0-9 _' })
    .meta({ description: 'User name of the chat user, without @', example: 'aurora_fan' }),
  tokenAddress: NonZeroAddress.optional().describe('Trend coin of the entry; omit it for all coins'),
} as const

/** Writes about reserved tickers and their coins. Answers are never cached. */
export const coinTrendWrites = {
  reserveTrendCoin: operation({
    ...WRITE,
    operationId: 'reserveTrendCoin',
    'x-idempotency': 'steps',
    path: '/coin-trend/trendReserve',
    summary: 'Reserve a ticker and build its deployment call',
    description:
      'For administrators. Records the ticker with its predicted coin address (`op`) and returns the unsigned `deployTrendCoin` call, simulated. Send the call yourself; processTrendSentinel tracks it. Safe to repeat; another creatorToken, groupId or vaultAddress is 409 unless the status is failed.',
    'x-limit': 'trendReserve',
    'x-auth': 'admin',
    security: SECURITY.admin,
    'x-answer': 'document',
    'x-errors': [...CHAIN, 'role_not_configured', 'idempotency_conflict'],
    'x-needs': { ...reads, ...roles('trendFactory') },
    request: {
      body: jsonBody(
        z
          .strictObject({
            ticker: Ticker,
            creatorToken: NonZeroAddress.optional().meta(
              names(
                'Token that the coin is to trade against. With it, the coin is complete once a pool of both exists',
                'token: accepted',
              ),
            ),
            groupId: groupId
              .default('api')
              .meta({ description: 'Label that groups reservations; `api` by default', example: 'api' }),
            vaultAddress: NonZeroAddress.optional().meta(names('Creator vault of the coin', 'vault: accepted')),
            ...builderFields,
          })
          .meta({ id: 'TrendReservation' }),
      ),
    },
    responses: {
      200: {
        description: 'The unsigned call and the record of the reservation',
        content: { 'application/json': { schema: ReservedTrend } },
      },
    },
  }),
  processTrendSentinel: operation({
    ...WRITE,
    operationId: 'processTrendSentinel',
    path: '/coin-trend/trendSentinelProcess',
    summary: 'Update the status of reserved tickers from the chain',
    description:
      'For the sentinel, with its secret. Updates records of reserved tickers from the chain. A status only moves forward, except to and from `failed`. Polls once; with `maxRuntimeMs`, until all tickers are settled (deployed, funnel_completed or failed), the time is over, or 40 polls are done.',
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
              .min(1, { error: 'must have at least one ticker' })
              .max(20, { error: 'must have at most 20 tickers' })
              .optional()
              .describe(
                'Tickers to poll, at most 20; default: the 20 unsettled tickers that were polled least recently',
              ),
            creatorToken: EvmAddress.optional().describe('Only reservations with this creatorToken'),
            groupId: groupId.optional().meta({ description: 'Only reservations of this group', example: 'api' }),
            maxRuntimeMs: integer(0, 45_000, 0, 'Time to continue polling, in milliseconds'),
            pollMs: integer(25, 45_000, 800, 'Pause between polls, in milliseconds'),
            jitterMs: integer(0, 10_000, 400, 'Maximum random addition to the pause, in milliseconds'),
            maxConsecutiveErrors: integer(
              1,
              20,
              20,
              'Number of consecutive failed polls after which the request fails with the last error',
            ),
            requireReceipt: z.boolean().default(true).meta({
              description:
                'true: a coin counts as deployed only once the factory’s event is seen; false: a contract at the predicted address whose symbol is the ticker is enough. Default true',
              example: true,
            }),
          })
          .meta({ id: 'TrendSentinelRequest' }),
        false,
      ),
    },
    responses: answers('Result of the polls', SentinelReport),
  }),
  createSwEntryChallenge: operation({
    ...WRITE,
    operationId: 'createSwEntryChallenge',
    path: '/coin-trend/sw-entry/challenge',
    summary: 'Create a challenge for a smart-wallet entry',
    description:
      'Returns a message that swAddress signs to name its chat user. The message has swAddress, chatappUsername and tokenAddress, and is valid for ten minutes and for one submitSwEntry with the same three values. Nothing is stored.',
    'x-limit': 'trendEntry',
    'x-body': { bound: 4096, kind: 'object' },
    'x-errors': ['session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    request: { body: jsonBody(z.strictObject(entryTerms).meta({ id: 'SwEntryChallengeRequest' })) },
    responses: answers('The challenge', SwEntryChallenge),
  }),
  submitSwEntry: operation({
    ...WRITE,
    operationId: 'submitSwEntry',
    path: '/coin-trend/sw-entry',
    summary: 'Store a smart wallet’s chat user by signature',
    description:
      'Stores the chat user of a linked smart wallet, for one coin or for all. The wallet signs the message of createSwEntryChallenge, as an EOA, by ERC-1271, or undeployed by ERC-6492. A later entry for the same wallet and coin replaces it. The same request sent again returns the same response.',
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
          .strictObject({
            ...entryTerms,
            challengeNonce: z
              .string()
              .max(128, { error: 'must be the nonce of a challenge from createSwEntryChallenge' })
              .meta({ description: '`nonce` of the challenge', example: '0'.repeat(64) }),
            signature: z
              .string()
              .max(2 + 2 * MAX_SIGNATURE_BYTES, { error: `must have at most ${MAX_SIGNATURE_BYTES} bytes` })
              .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be 0x and an even number of hex digits' })
              .transform((text): `0x${string}` => `0x${text.slice(2)}`)
              .meta({
                type: 'string',
                maxLength: 2 + 2 * MAX_SIGNATURE_BYTES,
                description: 'Signature of swAddress over the message of the challenge',
                example: `0x${'12'.repeat(65)}`,
              }),
            connectedAddress: NonZeroAddress.optional().describe('Another wallet of the same account'),
            symbol: z
              .string()
              .regex(/^[A-Za-z0-9 $._-]{1,32}$/, {
                error: 'must be 1 to 32 of the characters A-Z a-z 0-9, space and $ . _ -',
              })
              .optional()
              .meta({ description: 'Symbol of the coin; stored as a note, not signed', example: 'SUNRISE' }),
            minTokens: bodyInteger({
              min: 0n,
              max: 2n ** 256n - 1n,
              example: '1000000000000000000',
              description: 'Minimum holding in base units; stored as a note, not signed',
            }).optional(),
            source: z
              .string()
              .regex(/^[A-Za-z0-9:._-]{1,64}$/, { error: 'must be 1 to 64 of the characters A-Z a-z 0-9 : . _ -' })
              .optional()
              .meta({ description: 'Origin of the request; stored as a note, not signed', example: 'miniapp' }),
          })
          .meta({ id: 'SwEntryRequest' }),
      ),
    },
    responses: answers('The entry', SwEntry),
  }),
  syncTrendMetrics: operation({
    ...WRITE,
    operationId: 'syncTrendMetrics',
    path: '/coin-trend/sync-metrics',
    summary: 'Read and store supply and price of trend coins',
    description:
      'For the scheduler, with its secret. Reads and stores supply and price of the 20 coins with the oldest readings. This service also does this every five minutes. A failed read stores nothing. Call again while `remaining` is above 0.',
    'x-limit': 'trendSync',
    'x-auth': 'cron',
    security: SECURITY.cron,
    'x-errors': [...CHAIN, 'role_not_configured', 'store_unavailable'],
    'x-needs': { ...reads, CRON_SECRET: 'cron_not_configured' },
    request: { body: jsonBody(z.object({}).meta({ id: 'TrendMetricsSyncRequest' }), false) },
    responses: answers('Numbers of coins read', MetricsSync),
  }),
}
