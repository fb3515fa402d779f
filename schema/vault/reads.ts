import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, minBlock } from '../common.ts'
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
  address: EvmAddress.openapi({
    description: 'The creator vault (ERC-4626); not its share token, nor the creator coin',
  }),
})

export const vaultReads = {
  getVaultReport: operation({
    ...read,
    operationId: 'getVaultReport',
    tags: ['vault'],
    path: '/v1/vault/{address}/report',
    summary: 'What a vault holds, and whether its parts fit together',
    description:
      'What a vault holds and owes, and whether its share token, wrapper, gauge controller, oracle, pool and strategies refer to each other as they should. Read from the vault and everything that it refers to, all at the block of asOf; what could not be read is null and its check is a warning. The answer is large: for the strategies alone use getVaultStrategies, to find vaults use listExploreVaults.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': { ...reads, dexFactory: v3Pool, usdc: v3Pool },
    request: {
      params,
      query: z.object({
        minBlock,
        t: z
          .string()
          .max(64)
          .optional()
          .openapi({ description: 'Any value: the answer is then fresh and has no-store', example: '1' }),
      }),
    },
    responses: answers('The report as of one block', VaultReport),
  }),
  getVaultStrategies: operation({
    ...read,
    operationId: 'getVaultStrategies',
    tags: ['vault'],
    path: '/v1/vault/{address}/strategies',
    summary: 'Strategies of a vault, with what is behind each',
    description:
      'The strategies of a vault with their weights, debts and current values, and what is behind each: a lending pool, an LP vault or a bridge. Read from the vault and its strategies at the block of asOf. For all settings of one liquidity strategy use getLpStrategy; for the vault as a whole use getVaultReport.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': reads,
    request: { params, query: z.object({ minBlock }) },
    responses: answers('The strategies as of one block', VaultStrategies),
  }),
}
