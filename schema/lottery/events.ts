import * as z from 'zod'
import { Amount, AsOf, EvmAddress, limitInQuery, minBlock, queryInteger, ChainId } from '../common.ts'
import { addressOrNull, integerOrNull, textOrNull } from '../fields.ts'

const position = {
  blockNumber: z.int().describe('Block of the event'),
  logIndex: z.int().describe('Log index of the event in the block'),
  transactionHash: z
    .string()
    .meta({ description: 'Hash of the transaction, 32 bytes in hex', example: `0x${'ab'.repeat(32)}` }),
  timestamp: integerOrNull('Time of the block, unix seconds; null if the node does not report it'),
}

/** Why parts of an answer are not known. */
export const Missing = z.record(z.string(), z.string()).meta({
  description:
    'Reasons, by field name, why a field is null or unknown; an answer that misses something because of an outage is not cached',
  example: { entrySource: 'upstream_failed' },
})

export const ENTRY_SOURCES = ['amoe', 'swap', 'unknown'] as const

export const LotteryEntry = z
  .object({
    type: z
      .literal('LotteryEntryCreated')
      .meta({ description: 'Name of the event', type: 'string', enum: ['LotteryEntryCreated'] }),
    entrySource: z
      .enum(ENTRY_SOURCES)
      .describe(
        'amoe: a free entry; swap: an entry by a swap; unknown: the transaction that decides this could not be read',
      ),
    ...position,
    creatorCoin: EvmAddress.describe('Creator coin of the ticket'),
    user: EvmAddress.describe('Buyer of the ticket'),
    swapAmountUsd1e6: Amount.describe(
      'Value of the swap, or the equivalent value of a free entry, in millionths of a US dollar',
    ),
    winChancePpm: Amount.describe('Chance to win, in parts per million'),
    requestId: Amount.describe('Id of the draw'),
  })
  .meta({ id: 'LotteryEntry' })

export const LotteryWin = z
  .object({
    type: z
      .enum(['LotteryWinner', 'MultiTokenJackpotWon'])
      .describe('Name of the event; LotteryWinner: paid by one vault; MultiTokenJackpotWon: paid by several vaults'),
    ...position,
    creatorCoin: EvmAddress.optional().describe('LotteryWinner: creator coin of the ticket'),
    user: EvmAddress.optional().describe('LotteryWinner: buyer of the ticket'),
    swapAmountUsd1e6: Amount.optional().describe('LotteryWinner: value as in an entry, in millionths of a US dollar'),
    rewardAmount: Amount.nullable()
      .optional()
      .describe(
        'LotteryWinner: share tokens paid, in base units: from LotteryResultProcessed of the same request, or the sum of the payments; null if unknown',
      ),
    requestId: Amount.optional().describe('LotteryWinner: id of the draw'),
    triggeringCoin: EvmAddress.optional().describe('MultiTokenJackpotWon: creator coin of the ticket'),
    winner: EvmAddress.optional().describe('MultiTokenJackpotWon: the winner'),
    numVaultsPaid: Amount.optional().describe('MultiTokenJackpotWon: number of vaults that paid'),
  })
  .meta({ id: 'LotteryWin' })

const list = <T extends z.ZodType>(event: T) =>
  z.object({
    chainId: ChainId,
    asOf: AsOf,
    lotteryManager: EvmAddress.describe('The lottery manager contract'),
    creatorCoin: addressOrNull('Creator coin of the filter; null for all coins'),
    fromBlock: z.int().describe('Oldest searched block'),
    toBlock: z.int().describe('Newest searched block'),
    limit: z.int().describe('Maximum number of events per page'),
    dataSource: z.enum(['index', 'rpc']).describe('index: from the log index; rpc: from the node’s logs'),
    truncated: z.boolean().describe('Whether older blocks were not searched; true only without the log index'),
    nextCursor: textOrNull('Cursor of the next page; null on the last one'),
    events: z.array(event),
  })

export const LotteryEntries = list(LotteryEntry).extend({ missing: Missing }).meta({ id: 'LotteryEntries' })
export const LotteryWins = list(LotteryWin).meta({ id: 'LotteryWins' })

export const eventQuery = z.object({
  creatorCoin: EvmAddress.optional().describe('Only events of this creator coin'),
  limit: limitInQuery({ of: 'Events per page', max: 200, preset: 25, clamped: true }),
  cursor: z.string().min(1).max(512).optional().meta({
    example: 'WyJsb3R0ZXJ5LWVudHJpZXMiLDIzNDU2Nzg5LDEyXQ',
    description: '`nextCursor` of the previous page',
  }),
  fromBlock: queryInteger({ min: 0, example: 200, description: 'Oldest block to search' }).optional(),
  toBlock: queryInteger({ min: 0, example: 380, description: 'Newest block to search' }).optional(),
  minBlock,
})
