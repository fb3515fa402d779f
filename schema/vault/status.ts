import * as z from 'zod'
import { answers, AsOf, atOneBlock, ChainId, EvmAddress, minBlock } from '../common.ts'
import { operation } from '../operation.ts'
import { Provenance } from '../provenance.ts'
import { VaultCheck } from './report.ts'
import { reads, stillAnswers, type Without } from '../needs.ts'

/** Place of the check of the pool among the sections of a vault's status. */
const noPool: Without = stillAnswers({ 'data.sections[4].checks[2].status': 'warn' })

export const StatusSection = z
  .object({
    id: z.string().meta({ description: 'Stable name of the section', example: 'chain' }),
    title: z.string().describe('Heading of the section'),
    description: z.string().describe('Subject of the checks'),
    checks: z.array(VaultCheck),
  })
  .meta({ id: 'StatusSection' })

const generatedAt = z.iso
  .datetime()
  .meta({ description: 'Time of the checks, ISO 8601', example: '2026-11-20T12:00:00.000Z' })

export const ProtocolStatus = z
  .object({
    chainId: ChainId,
    asOf: AsOf.optional().describe('Block at which the chain was read; absent if no node answers'),
    generatedAt,
    sections: z
      .array(StatusSection)
      .describe(
        'chain: the node and its newest block; contracts: the configured contracts; registry: the registry; index: the log index',
      ),
  })
  .meta({ id: 'ProtocolStatus' })

export const VaultStatus = atOneBlock('VaultStatus', {
  generatedAt,
  vault: EvmAddress.describe('The requested vault'),
  provenance: Provenance,
  sections: z
    .array(StatusSection)
    .describe(
      'state: registration and switches; accounting: its figures; core: its contracts; wiring: whether they refer to each other; pricing: market, oracle and lending bucket; strategies: its strategies',
    ),
})

/** An earlier good report must not replace one that cannot be read now. */
const read = {
  method: 'get',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-cache': { sMaxAge: 60, staleWhileRevalidate: 60, standIn: false },
} as const

export const status = {
  getProtocolStatus: operation({
    ...read,
    operationId: 'getProtocolStatus',
    tags: ['vault'],
    path: '/status/protocolReport',
    summary: 'Get the protocol’s status',
    description:
      'For status pages: checks the node and its newest block, the code at each configured contract, the registry and the log index. Always 200; a part that cannot be read is a check that does not pass, and is not cached. For one vault use getVaultStatus; for the Workers use GET /api/health.',
    'x-needs': {
      RPC_URLS: stillAnswers({ 'data.sections[0].checks[0].status': 'fail' }),
      registry: stillAnswers({ 'data.sections[2].checks[0].status': 'info' }),
    },
    responses: answers('The checks', ProtocolStatus),
  }),
  getVaultStatus: operation({
    ...read,
    operationId: 'getVaultStatus',
    tags: ['vault'],
    path: '/status/vaultReport',
    summary: 'Get a vault’s status',
    description:
      'For status pages: checks a vault’s registration, switches, accounting, contracts, price and strategies at the block of `asOf`. Older contracts lack some getters; those checks are info. If no node answers, returns an error, never an earlier report. For the figures use getVaultReport.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': { ...reads, dexFactory: noPool, usdc: noPool },
    request: {
      query: z.object({
        vault: EvmAddress.describe('The creator vault (ERC-4626); not its share token, nor the creator coin'),
        minBlock,
      }),
    },
    responses: answers('The checks as of one block', VaultStatus),
  }),
}
