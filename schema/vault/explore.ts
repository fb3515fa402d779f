import { z } from '@hono/zod-openapi'
import { answers, atOneBlock, chain, ChainId, EvmAddress, minBlock } from '../common.ts'
import { reads, roles } from '../needs.ts'
import { operation } from '../operation.ts'

export const EXPLORE_SORTS = ['volume', 'marketCap', 'fees24h', 'new'] as const
export const EXPLORE_TIMES = ['1d', '1w', '1y'] as const

const usd = (description: string) => z.number().nullable().openapi({ description, example: 1234.567891 })
const moment = (description: string) =>
  z.iso.datetime().nullable().openapi({ description, example: '2026-09-30T12:00:00.000Z' })

export const ExploreVault = z
  .object({
    chainId: ChainId,
    vaultAddress: EvmAddress.openapi({ description: 'The vault (ERC-4626 over the creator coin)' }),
    creatorCoinAddress: EvmAddress.openapi({ description: 'The creator coin: asset of the vault' }),
    shareTokenAddress: EvmAddress.nullable().openapi({
      description: 'The share token; null if the registry has none',
    }),
    name: z.string().nullable().openapi({ description: 'Name of the vault' }),
    symbol: z.string().nullable().openapi({ description: 'Symbol of the vault' }),
    creatorCoinName: z.string().nullable().openapi({ description: 'Name of the creator coin' }),
    creatorCoinSymbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
    shareTokenName: z.string().nullable().openapi({ description: 'Name of the share token' }),
    shareTokenSymbol: z.string().nullable().openapi({ description: 'Symbol of the share token' }),
    kind: z.int().nullable().openapi({ description: '0: a creator’s lane, 1: an agent’s' }),
    prelaunch: z.boolean().openapi({ description: 'Shown, but never a destination of deposits, bids, locks or votes' }),
    graduatedAt: moment('When its launch arm last reported that an auction graduated; null without the log index'),
    settledAt: moment('When the proceeds of an auction last went into the pool; null without the log index'),
    settlementStage: z.string().nullable().openapi({
      example: 'PoolLive',
      description:
        'Phase (phaseName of an auction’s status) of the launch arm’s current auction; null without a launch arm, and without the log index',
    }),
    createdAt: moment('When it was registered; null while the index has not seen it'),
    updatedAt: moment('Time of the last event of the vault; null while the index has not seen one'),
    priceUsd: usd(
      'Price of one whole creator coin; null without a fresh positive oracle price, as are then all USD figures',
    ),
    marketCapUsd: usd('Value of all share tokens at the oracle price; null if it could not be read'),
    volumeUsd: usd(
      'Assets deposited and withdrawn within `time`, in whole hours, at the oracle price; null without the log index',
    ),
    volume24hUsd: usd('The same within a day'),
    fees24hUsd: usd('Performance fees reported within a day; null without the log index'),
  })
  .openapi('ExploreVault')

export const ExploreVaults = atOneBlock('ExploreVaults', {
  items: z.array(ExploreVault),
  count: z.int().openapi({ description: 'Items on this page' }),
  nextCursor: z.string().nullable().openapi({ description: 'Cursor of the next page; null on the last one' }),
  sort: z.enum(EXPLORE_SORTS).openapi({ description: 'Sorting that was applied' }),
  time: z.enum(EXPLORE_TIMES).openapi({ description: 'Window that was applied' }),
  truncated: z
    .boolean()
    .openapi({ description: 'Without the log index only the first 100 vaults of the registry are listed' }),
})

export const vaultExplore = {
  listExploreVaults: operation({
    operationId: 'listExploreVaults',
    method: 'get',
    path: '/v1/explore/vaults',
    tags: ['vault'],
    summary: 'Vaults, searched, filtered and sorted',
    description: [
      'Read from the log index; if that is empty or behind, from the registry on chain, without volumes, fees and times.',
      'Order: by the sorted value, then the last event, then the address, all descending.',
    ].join(' '),
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 45, staleWhileRevalidate: 180 },
    'x-errors': ['role_not_configured'],
    'x-needs': { ...reads, ...roles('registry') },
    request: {
      query: z.object({
        limit: z
          .string()
          .regex(/^[0-9]{1,15}$/, 'must be a non-negative integer')
          .transform((digits) => Math.min(100, Math.max(1, Number(digits))))
          .default(40)
          .openapi({
            type: 'integer',
            default: 40,
            example: 40,
            description: 'Items per page, 1 to 100; values outside are clamped',
          }),
        cursor: z.string().min(1).max(512).optional().openapi({
          example:
            'WyJ2YXVsdHM6dm9sdW1lIiwiMTIzNCIsMTc5MDAwMDAwMCwiMHg1ZmJkYjIzMTU2NzhhZmVjYjM2N2YwMzJkOTNmNjQyZjY0MTgwYWEzIl0',
          description: '`nextCursor` of the previous page, with the same sort and time',
        }),
        sort: z.enum(EXPLORE_SORTS).default('volume').openapi({
          description:
            'What the vaults are sorted by, descending: volume within `time`, market capitalization, fees of a day, or registration',
          example: 'marketCap',
        }),
        time: z.enum(EXPLORE_TIMES).default('1d').openapi({
          example: '1w',
          description: 'Window of the volume; a vault without volume in it is listed too',
        }),
        query: z
          .string()
          .max(100)
          .transform((text) => text.trim().toLowerCase() || undefined)
          .optional()
          .openapi({
            example: 'aurora',
            description: 'Text to find anywhere in names, symbols and addresses, ignoring case',
          }),
        chainId: chain,
        minBlock,
      }),
    },
    responses: answers('A page of vaults', ExploreVaults),
  }),
}
