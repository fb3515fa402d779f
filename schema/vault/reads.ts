import * as z from 'zod'
import { answers, block, EvmAddress, minBlock } from '../common.ts'
import { operation } from '../operation.ts'
import { VaultStrategies } from './strategy.ts'
import { VaultReport } from './report.ts'
import { reads, stillAnswers, type Without } from '../needs.ts'

const v3Pool: Without = stillAnswers({ 'data.context.v3PoolAddress': null })

const read = {
  method: 'get',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 120, staleWhileRevalidate: 240 },
} as const

const params = z.object({
  address: EvmAddress.describe('The creator vault (ERC-4626); not its share token, nor the creator coin'),
})

export const vaultReads = {
  getVaultReport: operation({
    ...read,
    operationId: 'getVaultReport',
    tags: ['vault'],
    path: '/v1/vault/{address}/report',
    summary: 'Get a vault’s report',
    description:
      'Returns a vault’s holdings and debts, and checks that its contracts refer to each other, all at the block of `asOf`. Values that could not be read are null, and their check is a warning. The answer is large: for the strategies only use getVaultStrategies; to find vaults use listExploreVaults.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': { ...reads, dexFactory: v3Pool, usdc: v3Pool },
    request: {
      params,
      query: z.object({
        minBlock,
        block,
        t: z.string().max(64).optional().meta({
          description: 'Cache buster: with any value the answer is read again and is not cached (no-store)',
          example: '1',
        }),
      }),
    },
    responses: answers('The report as of one block', VaultReport),
  }),
  getVaultStrategies: operation({
    ...read,
    operationId: 'getVaultStrategies',
    tags: ['vault'],
    path: '/v1/vault/{address}/strategies',
    summary: 'Get a vault’s strategies',
    description:
      'Returns each strategy’s weight, debt and current value, and its lending pool, LP vault or bridge, at the block of `asOf`. Values that could not be read are null. For all settings of one LP strategy use getLpStrategy; for the whole vault use getVaultReport.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': reads,
    request: { params, query: z.object({ minBlock, block }) },
    responses: answers('The strategies as of one block', VaultStrategies),
  }),
}
