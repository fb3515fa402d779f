import * as z from 'zod'
import { UnsignedCalldata } from '../calldata.ts'
import { AsOf, EvmAddress } from '../common.ts'
import { addressOrNull, unixTime } from '../fields.ts'
import { TREND_STATUS, TrendOp } from './coinTrendParts.ts'

export const ReservedTrend = UnsignedCalldata.extend({
  op: TrendOp.describe('Record of the reservation'),
}).meta({ id: 'ReservedTrend', extends: UnsignedCalldata })

export const SentinelReport = z
  .object({
    asOf: AsOf.optional().describe('Block of the last poll; absent if there was no ticker to poll'),
    polls: z.int().meta({ description: 'Number of polls', example: 1 }),
    failedPolls: z.int().meta({ description: 'Number of failed polls, which changed nothing', example: 0 }),
    moved: z
      .array(
        z.object({
          ticker: z.string().meta({ description: 'Ticker, in upper case', example: 'SUNRISE' }),
          from: TREND_STATUS,
          to: TREND_STATUS,
        }),
      )
      .describe('Status changes of this run'),
    ops: z.array(TrendOp).describe('Records of the polled tickers, after the run'),
    unknownTickers: z
      .array(z.string())
      .describe(
        'Tickers of the request that were not polled, because they are not reserved or do not match the filters',
      ),
    receiptsRead: z.boolean().meta({
      description:
        'true: the factory’s events were read for all polled tickers. false: some were not read, so a coin without its event does not count as deployed. Always false if requireReceipt is false',
      example: true,
    }),
  })
  .meta({ id: 'TrendSentinelReport' })

export const SwEntryChallenge = z
  .object({
    nonce: z.string().meta({
      description: 'Nonce of the challenge, 64 hex digits; send it as challengeNonce',
      example: '0'.repeat(64),
    }),
    message: z.string().describe('Message that swAddress signs byte for byte (EIP-191, personal_sign)'),
    expiresAt: unixTime('When the challenge expires'),
  })
  .meta({ id: 'SwEntryChallenge' })

export const SwEntry = z
  .object({
    swAddress: EvmAddress.describe('Smart wallet of the entry'),
    chatappUsername: z.string().meta({ description: 'User name of its chat user', example: 'aurora_fan' }),
    connectedAddress: addressOrNull('Another wallet of the same account; null if the request names none'),
    tokenAddress: addressOrNull('Trend coin of the entry; null for all coins'),
    symbol: z
      .string()
      .nullable()
      .meta({ description: 'Symbol of the coin, as the request gave it; null without one', example: 'SUNRISE' }),
    minTokens: z.string().nullable().meta({
      description: 'Minimum holding in base units, as the request gave it; null without one',
      example: '1000000000000000000',
    }),
    source: z
      .string()
      .nullable()
      .meta({ description: 'Origin of the entry, as the request gave it; null without one', example: 'miniapp' }),
    createdAt: unixTime('When the entry was stored'),
  })
  .meta({ id: 'SwEntry' })

export const MetricsSync = z
  .object({
    asOf: AsOf.optional().describe('Block of the readings; absent if there is no coin to read'),
    measured: z.int().meta({ description: 'Number of coins with a new reading', example: 1 }),
    unreadable: z.int().meta({
      description: 'Number of coins that did not answer as an ERC-20 token; their previous readings stay',
      example: 0,
    }),
    remaining: z.int().meta({
      description: 'Number of coins whose last reading is older than this run; call again to read more',
      example: 0,
    }),
  })
  .meta({ id: 'TrendMetricsSync' })
