import { z } from '@hono/zod-openapi'
import { Amount, AsOf, EvmAddress, limitInQuery, minBlock, queryInteger, ChainId } from '../common.ts'

const place = {
  blockNumber: z.int().openapi({ description: 'Block of the event' }),
  logIndex: z.int().openapi({ description: 'Log index of the event in the block' }),
  transactionHash: z
    .string()
    .openapi({ description: 'Hash of the transaction, 32 bytes in hex', example: `0x${'ab'.repeat(32)}` }),
  timestamp: z
    .int()
    .nullable()
    .openapi({ description: 'Time of the block, unix seconds; null if the node does not report it' }),
}

/** Why parts of an answer are not known. */
export const Missing = z.record(z.string(), z.string()).openapi({
  description:
    'Reasons, by field name, why a field is null or unknown; an answer that misses something because of an outage is not cached',
  example: { entrySource: 'upstream_failed' },
})

export const ENTRY_SOURCES = ['amoe', 'swap', 'unknown'] as const

export const LotteryEntry = z
  .object({
    type: z
      .literal('LotteryEntryCreated')
      .openapi({ description: 'Name of the event', type: 'string', enum: ['LotteryEntryCreated'] }),
    entrySource: z.enum(ENTRY_SOURCES).openapi({
      description:
        'amoe: a free entry; swap: an entry by a swap; unknown: the transaction that decides this could not be read',
    }),
    ...place,
    creatorCoin: EvmAddress.openapi({ description: 'Creator coin of the ticket' }),
    user: EvmAddress.openapi({ description: 'Buyer of the ticket' }),
    swapAmountUsd1e6: Amount.openapi({
      description: 'Value of the swap, or the equivalent value of a free entry, in millionths of a US dollar',
    }),
    winChancePpm: Amount.openapi({ description: 'Chance to win, in parts per million' }),
    requestId: Amount.openapi({ description: 'Id of the draw' }),
  })
  .openapi('LotteryEntry')

export const LotteryWin = z
  .object({
    type: z.enum(['LotteryWinner', 'MultiTokenJackpotWon']).openapi({
      description: 'Name of the event; LotteryWinner: paid by one vault; MultiTokenJackpotWon: paid by several vaults',
    }),
    ...place,
    creatorCoin: EvmAddress.optional().openapi({ description: 'LotteryWinner: creator coin of the ticket' }),
    user: EvmAddress.optional().openapi({ description: 'LotteryWinner: buyer of the ticket' }),
    swapAmountUsd1e6: Amount.optional().openapi({
      description: 'LotteryWinner: value as in an entry, in millionths of a US dollar',
    }),
    rewardAmount: Amount.nullable().optional().openapi({
      description:
        'LotteryWinner: share tokens paid, in base units: from LotteryResultProcessed of the same request, or the sum of the payments; null if unknown',
    }),
    requestId: Amount.optional().openapi({ description: 'LotteryWinner: id of the draw' }),
    triggeringCoin: EvmAddress.optional().openapi({ description: 'MultiTokenJackpotWon: creator coin of the ticket' }),
    winner: EvmAddress.optional().openapi({ description: 'MultiTokenJackpotWon: the winner' }),
    numVaultsPaid: Amount.optional().openapi({ description: 'MultiTokenJackpotWon: number of vaults that paid' }),
  })
  .openapi('LotteryWin')

const list = <T extends z.ZodType>(event: T) =>
  z.object({
    chainId: ChainId,
    asOf: AsOf,
    lotteryManager: EvmAddress.openapi({ description: 'The lottery manager contract' }),
    creatorCoin: EvmAddress.nullable().openapi({
      description: 'Creator coin of the filter; null for all coins',
    }),
    fromBlock: z.int().openapi({ description: 'Oldest searched block' }),
    toBlock: z.int().openapi({ description: 'Newest searched block' }),
    limit: z.int().openapi({ description: 'Maximum number of events per page' }),
    dataSource: z
      .enum(['index', 'rpc'])
      .openapi({ description: 'index: from the log index; rpc: from the node’s logs' }),
    truncated: z
      .boolean()
      .openapi({ description: 'Whether older blocks were not searched; true only without the log index' }),
    nextCursor: z.string().nullable().openapi({ description: 'Cursor of the next page; null on the last one' }),
    events: z.array(event),
  })

export const LotteryEntries = list(LotteryEntry).extend({ missing: Missing }).openapi('LotteryEntries')
export const LotteryWins = list(LotteryWin).openapi('LotteryWins')

export const eventQuery = z.object({
  creatorCoin: EvmAddress.optional().openapi({ description: 'Only events of this creator coin' }),
  limit: limitInQuery({ of: 'Events per page', max: 200, preset: 25, clamped: true }),
  cursor: z.string().min(1).max(512).optional().openapi({
    example: 'WyJsb3R0ZXJ5LWVudHJpZXMiLDIzNDU2Nzg5LDEyXQ',
    description: '`nextCursor` of the previous page',
  }),
  fromBlock: queryInteger({ min: 0, example: 200, description: 'Oldest block to search' }).optional(),
  toBlock: queryInteger({ min: 0, example: 380, description: 'Newest block to search' }).optional(),
  minBlock,
})
