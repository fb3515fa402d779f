import { z } from '@hono/zod-openapi'
import { answers, AsOf, atOneBlock, ChainId, EvmAddress, minBlock } from '../common.ts'
import { operation } from '../operation.ts'
import { VaultCheck } from './report.ts'
import { reads, stillAnswers, type Without } from '../needs.ts'

/** Place of the check of the pool among the sections of a vault's status. */
const noPool: Without = stillAnswers({ 'data.sections[4].checks[2].status': 'warn' })

export const StatusSection = z
  .object({
    id: z.string().openapi({ description: 'Stable name of the section', example: 'chain' }),
    title: z.string().openapi({ description: 'Heading of the section' }),
    description: z.string().openapi({ description: 'What its checks are about' }),
    checks: z.array(VaultCheck),
  })
  .openapi('StatusSection')

const generatedAt = z.iso
  .datetime()
  .openapi({ description: 'When the checks were made', example: '2026-11-20T12:00:00.000Z' })

export const ProtocolStatus = z
  .object({
    chainId: ChainId,
    asOf: AsOf.optional().openapi({
      description: 'The block at which the chain was read; absent where no node gave an answer',
    }),
    generatedAt,
    sections: z.array(StatusSection).openapi({
      description:
        'chain: the node and its newest block; contracts: the configured ones; registry; index: the log index',
    }),
  })
  .openapi('ProtocolStatus')

export const VaultStatus = atOneBlock('VaultStatus', {
  generatedAt,
  vault: EvmAddress.openapi({ description: 'The vault that was asked for' }),
  sections: z.array(StatusSection).openapi({
    description:
      'state: registry and switches; accounting; core: the contracts of its lane; wiring: whether they name each other; pricing; strategies',
  }),
})

/** What has been well must not stand in for what cannot be read now. */
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
    summary: 'Whether the parts that this deployment depends on are there',
    description:
      'For status pages: whether a node answers and how far its newest block is behind the clock, whether there is code at each configured contract, whether the registry answers, and how far the log index is behind. It is 200 whatever the checks say: what cannot be read is a check that says so, and never passes, and no cache keeps that answer. For one vault use getVaultStatus; for whether the Workers answer use GET /api/health.',
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
    summary: 'Whether a vault is in order',
    description:
      'For status pages: whether the registry lists the vault, its switches, whether its books and its share price add up, whether its parts name each other, how fresh its price is, and its strategies; read from the vault and everything that it refers to, at the block of asOf. Contracts of older generations lack some getters: those checks are info. While no node answers it is an error, never an earlier report. For the figures themselves use getVaultReport.',
    'x-errors': ['not_a_contract', 'not_a_vault'],
    'x-needs': { ...reads, dexFactory: noPool, usdc: noPool },
    request: {
      query: z.object({
        vault: EvmAddress.openapi({
          description: 'The creator vault (ERC-4626); not its share token, nor the creator coin',
        }),
        minBlock,
      }),
    },
    responses: answers('The checks as of one block', VaultStatus),
  }),
}
