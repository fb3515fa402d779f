import { z } from '@hono/zod-openapi'
import { AgentJsonPayload, EvmAddress } from '../common.ts'
import { label } from '../cre/bodies.ts'
import { TRUST_ZONES } from './trustZones.ts'

export const Zone = z.enum(TRUST_ZONES).openapi({
  description:
    'Trust zone, by the type of the action that is stored: queue_messaging_monitoring for msgnet.group., msgnet.dm., notify., message. and chatapp.notify; market_maintenance for runtime., monitor., healthcheck. and keeper.monitor.; financial_execution for all else',
  example: 'queue_messaging_monitoring',
})

const ActionId = z.int().min(1).openapi({ description: 'Id of the action, a positive integer', example: 1 })

export const KeeprReport = z
  .object({
    id: ActionId,
    status: z.enum(['executing', 'executed', 'failed', 'retry']).openapi({
      description:
        'executing: an attempt begins, or its lease is to be extended; executed: it is done; failed: it is given up; retry: it is to be tried again',
    }),
    attempt: z.int().min(1).optional().openapi({
      description:
        'Number of the attempt, as the answer to executing has it, counted from 1; only with executing it may be absent, and is then whichever is next',
      example: 1,
    }),
    worker: label(64).optional().openapi({
      description:
        'Name of this worker, unique among all that run. An attempt that was begun under a name is reported on under that name alone, and only with one can executing be sent again',
      example: 'keeper-7f3a',
    }),
    error: z.string().optional().openapi({
      description:
        'Why the attempt ended so, without secrets: operators see it, and members of the vault’s workspace; cut at 2000 characters',
      example: 'the node did not answer',
    }),
    retryDelaySeconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(60)
      .openapi({ description: 'With retry: seconds until the action is due again', example: 60 }),
  })
  .refine(({ status, attempt }) => status === 'executing' || attempt !== undefined, {
    path: ['attempt'],
    error: 'is required unless status is executing',
  })
  .openapi('KeeprReport', { example: { id: 1, status: 'executed', attempt: 1, worker: 'keeper-7f3a' } })

const status = z.enum(['pending', 'executing', 'retry', 'executed', 'failed']).openapi({
  description:
    'pending: it waits; executing: a worker has it; retry: it waits for another attempt; executed, failed: it is over',
  example: 'executing',
})
const nextAttemptAt = z.iso
  .datetime()
  .nullable()
  .openapi({ description: 'When it may be tried again, ISO 8601; null where no such time is set' })

export const KeeprActionState = z
  .object({
    id: ActionId,
    status,
    trustZone: Zone,
    updated: z.boolean().openapi({
      description: 'Whether the report holds; false: the action was in another state, and nothing has changed',
    }),
    attempt: z.int().min(0).openapi({ description: 'Number of the last attempt; 0 before the first', example: 1 }),
    leaseExpiresAt: z.iso.datetime().nullable().openapi({
      description: 'Until when the attempt has the action for itself, ISO 8601; null unless it is executing',
    }),
    nextAttemptAt,
  })
  .openapi('KeeprActionState')

export const PendingKeeprActions = z
  .object({
    actions: z
      .array(
        z.object({
          id: ActionId,
          actionType: z.string().openapi({ description: 'Kind of the action', example: 'vault.report' }),
          trustZone: Zone,
          vaultAddress: EvmAddress.openapi({ description: 'Vault that the action is about' }),
          groupId: z.string().openapi({ description: 'Group or conversation that it belongs to', example: 'aurora' }),
          action: AgentJsonPayload.openapi({ description: 'The action itself, as it was enqueued' }),
          status,
          attempt: z.int().min(1).openapi({ description: 'Number that its next attempt will have', example: 1 }),
          lastError: z.string().nullable().openapi({ description: 'What the last attempt ended with, if any' }),
          nextAttemptAt,
          createdAt: z.iso.datetime().openapi({ description: 'When it was enqueued, ISO 8601' }),
        }),
      )
      .openapi({ description: 'The oldest first' }),
    count: z.int().min(0).openapi({ description: 'Actions in this answer', example: 1 }),
  })
  .openapi('PendingKeeprActions')
