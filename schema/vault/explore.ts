import * as z from 'zod'
import { answers, atOneBlock, chain, ChainId, EvmAddress, limitInQuery, minBlock } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'
import { reads, roles } from '../needs.ts'
import { operation } from '../operation.ts'

export const EXPLORE_SORTS = ['volume', 'marketCap', 'fees24h', 'new'] as const
export const EXPLORE_TIMES = ['1d', '1w', '1y'] as const

const usd = (description: string) => z.number().nullable().meta({ description, example: 1234.567891 })
const moment = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-09-30T12:00:00.000Z' })

export const ExploreVault = z
  .object({
    chainId: ChainId,
    vaultAddress: EvmAddress.describe('The vault (ERC-4626 over the creator coin)'),
    creatorCoinAddress: EvmAddress.describe('The creator coin: asset of the vault'),
    shareTokenAddress: addressOrNull('The share token; null if the registry has none'),
    name: textOrNull('Name of the vault'),
    symbol: textOrNull('Symbol of the vault'),
    creatorCoinName: textOrNull('Name of the creator coin'),
    creatorCoinSymbol: textOrNull('Symbol of the creator coin'),
    shareTokenName: textOrNull('Name of the share token'),
    shareTokenSymbol: textOrNull('Symbol of the share token'),
    kind: z.int().nullable().describe('0: vault of a creator; 1: vault of an agent'),
    prelaunch: z
      .boolean()
      .describe(
        'Whether this is a demonstration vault that has not launched: no deposit, bid, lock or vote is built for it',
      ),
    graduatedAt: moment(
      'Time of the launch arm’s last report that an auction graduated, ISO 8601; null without the log index',
    ),
    settledAt: moment(
      'Time at which the proceeds of an auction last went into the pool, ISO 8601; null without the log index',
    ),
    settlementStage: z.string().nullable().meta({
      example: 'PoolLive',
      description:
        'Phase of the launch arm’s current auction (`phaseName` of getAuctionStatus); null without a launch arm, or without the log index',
    }),
    createdAt: moment('Time of registration, ISO 8601; null until the log index has it'),
    updatedAt: moment('Time of the vault’s last event, ISO 8601; null until the log index has one'),
    priceUsd: usd(
      'Price of one whole creator coin; null without a fresh positive oracle price, and then all USD figures are null',
    ),
    marketCapUsd: usd('Value of all share tokens at the oracle price; null if it could not be read'),
    volumeUsd: usd(
      'Assets deposited and withdrawn in the window `time`, counted in whole hours, at the oracle price; null without the log index',
    ),
    volume24hUsd: usd(
      'Assets deposited and withdrawn in the last 24 hours, at the oracle price; null without the log index',
    ),
    fees24hUsd: usd('Performance fees reported in the last 24 hours; null without the log index'),
  })
  .meta({ id: 'ExploreVault' })

export const ExploreVaults = atOneBlock('ExploreVaults', {
  items: z.array(ExploreVault),
  count: z.int().describe('Items on this page'),
  nextCursor: textOrNull('Cursor of the next page; null on the last one'),
  sort: z.enum(EXPLORE_SORTS).describe('Sort order of this list'),
  time: z.enum(EXPLORE_TIMES).describe('Window of `volumeUsd`'),
  truncated: z
    .boolean()
    .describe('Whether only the first 100 vaults of the registry are listed, because the log index was not used'),
})

export const vaultExplore = {
  listExploreVaults: operation({
    operationId: 'listExploreVaults',
    method: 'get',
    path: '/v1/explore/vaults',
    tags: ['vault'],
    summary: 'Search, filter and sort vaults',
    description: [
      'Lists vaults from the log index, or from the onchain registry, without volumes, fees and times, if the index is empty or behind.',
      'Sorted by `sort`, then by last event, then by address, all descending. For what one vault holds use getVaultReport.',
    ].join(' '),
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 45, staleWhileRevalidate: 180 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...reads, ...roles('registry') },
    request: {
      query: z.object({
        limit: limitInQuery({ of: 'Items per page', max: 100, preset: 40, clamped: true }),
        cursor: z.string().min(1).max(512).optional().meta({
          example:
            'WyJ2YXVsdHM6dm9sdW1lIiwiMTIzNCIsMTc5MDAwMDAwMCwiMHg1ZmJkYjIzMTU2NzhhZmVjYjM2N2YwMzJkOTNmNjQyZjY0MTgwYWEzIl0',
          description: '`nextCursor` of the previous page, with the same sort and time',
        }),
        sort: z.enum(EXPLORE_SORTS).default('volume').meta({
          description:
            'Sort key, descending: volume in the window `time`, market capitalization, fees of the last 24 hours, or time of registration',
          example: 'marketCap',
        }),
        time: z.enum(EXPLORE_TIMES).default('1d').meta({
          example: '1w',
          description: 'Window of the volume; vaults without volume in it are listed too',
        }),
        query: z
          .string()
          .max(100)
          .transform((text) => text.trim().toLowerCase() || undefined)
          .optional()
          .meta({
            example: 'aurora',
            description: 'Text to search for in names, symbols and addresses, ignoring case',
          }),
        chainId: chain,
        minBlock,
      }),
    },
    responses: answers('A page of vaults', ExploreVaults),
  }),
}
