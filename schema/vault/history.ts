import * as z from 'zod'
import { Amount, answers, atOneBlock, EvmAddress, minBlock, queryInteger } from '../common.ts'
import { roles } from '../needs.ts'
import { operation } from '../operation.ts'
import { KEPT_DAYS } from './keptDays.ts'

const hour = (description: string) => z.iso.datetime().meta({ description, example: '2026-11-20T12:00:00.000Z' })

export const VaultHour = z
  .object({
    hour: hour('Start of the hour, ISO 8601'),
    blockNumber: Amount.meta({
      description: 'Block of the hour at which `totalAssets` was first read, as a decimal string',
      example: '23456789',
    }),
    totalAssets: Amount.describe(
      'Last reading in the hour of the assets that the vault manages, including its strategies, in base units of the asset',
    ),
  })
  .meta({ id: 'VaultHour' })

export const VaultHistory = atOneBlock('VaultHistory', {
  vault: EvmAddress.describe('The requested vault'),
  assetDecimals: z
    .int()
    .nullable()
    .meta({ description: 'Decimals of `totalAssets`; null if the asset does not report them', example: 18 }),
  since: hour('First hour that is stored of this vault, ISO 8601; null if none is').nullable(),
  items: z
    .array(VaultHour)
    .describe(
      'Hours up to the block of `asOf`, oldest first, at most 744; an hour in which the vault was not read is absent',
    ),
})

export const vaultHistory = {
  getVaultHistory: operation({
    operationId: 'getVaultHistory',
    method: 'get',
    path: '/v1/vault/{address}/history',
    tags: ['vault'],
    summary: 'Get a vault’s assets over time',
    description:
      'Returns the total assets of a listed vault by hour, from the log index, up to 31 days back. Hours without a reading are absent, never zero or interpolated. For current holdings use getVaultReport; to find vaults use listExploreVaults.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 45, staleWhileRevalidate: 180 },
    'x-errors': ['log_index_unavailable', 'not_a_vault', 'role_not_configured', 'store_unavailable'],
    'x-needs': { RPC_URLS: 'log_index_unavailable', ...roles('registry') },
    request: {
      params: z.object({
        address: EvmAddress.describe('A creator vault (ERC-4626) that the registry lists'),
      }),
      query: z.object({
        days: queryInteger({
          min: 1,
          max: KEPT_DAYS,
          example: 7,
          description: 'Days up to the block of `asOf`; default 7',
        }).default(7),
        minBlock,
      }),
    },
    responses: answers('The hours that are stored', VaultHistory),
  }),
}
