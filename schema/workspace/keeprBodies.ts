import * as z from 'zod'
import { AgentJsonPayload, EvmAddress } from '../common.ts'
import { textOrNull, timeOrNull } from '../fields.ts'
import { label } from '../cre/bodies.ts'
import { TRUST_ZONES } from './trustZones.ts'

export const Zone = z.enum(TRUST_ZONES).meta({
  description:
    'Trust zone, from the prefix of the action type. queue_messaging_monitoring: msgnet.group., msgnet.dm., notify., message., chatapp.notify. market_maintenance: runtime., monitor., healthcheck., keeper.monitor. financial_execution: every other type',
  example: 'queue_messaging_monitoring',
})

const ActionId = z.int().min(1).meta({ description: 'Id of the action, a positive integer', example: 1 })

export const KeeprReport = z
  .strictObject({
    id: ActionId,
    status: z
      .enum(['executing', 'executed', 'failed', 'retry'])
      .describe(
        'executing: claim the action, or extend the lease; executed: it succeeded; failed: it failed permanently; retry: try it again later, except that a fifth attempt fails',
      ),
    attempt: z.int().min(1).optional().meta({
      description:
        'Number of the attempt from the response to executing, counted from 1. Optional with executing, where it defaults to the next attempt. A report for an attempt that this worker no longer holds is 409 attempt_superseded',
      example: 1,
    }),
    worker: label(64).optional().meta({
      description:
        'Name of this worker, unique among running workers. Reports on an attempt must carry the name that claimed it. Extending the lease (repeating executing) requires a name',
      example: 'keeper-7f3a',
    }),
    error: z.string().optional().meta({
      description:
        'Reason for the outcome, without secrets: operators and members of the vault’s workspace see it; cut at 2000 characters',
      example: 'the node did not answer',
    }),
    retryDelaySeconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(60)
      .meta({ description: 'Seconds until the action is due again, with retry; default 60', example: 60 }),
  })
  .refine(({ status, attempt }) => status === 'executing' || attempt !== undefined, {
    path: ['attempt'],
    error: 'is required unless status is executing',
  })
  .meta({ id: 'KeeprReport', example: { id: 1, status: 'executed', attempt: 1, worker: 'keeper-7f3a' } })

const status = z.enum(['pending', 'executing', 'retry', 'executed', 'failed']).meta({
  description:
    'pending: waits for the first attempt; executing: claimed by a worker; retry: waits for another attempt; executed, failed: ended',
  example: 'executing',
})
const nextAttemptAt = timeOrNull('When the next attempt may begin, ISO 8601; null if no time is set')

export const KeeprActionState = z
  .object({
    id: ActionId,
    status,
    trustZone: Zone,
    updated: z
      .boolean()
      .describe('Whether the report took effect; false: the action was in another state and did not change'),
    attempt: z.int().min(0).meta({ description: 'Number of the last attempt; 0 before the first', example: 1 }),
    leaseExpiresAt: timeOrNull('When the lease of the attempt expires, ISO 8601; null unless executing'),
    nextAttemptAt,
  })
  .meta({ id: 'KeeprActionState' })

export const PendingKeeprActions = z
  .object({
    actions: z
      .array(
        z.object({
          id: ActionId,
          actionType: z.string().meta({ description: 'Type of the action', example: 'vault.report' }),
          trustZone: Zone,
          vaultAddress: EvmAddress.describe('Vault of the action'),
          groupId: z.string().meta({ description: 'Group or conversation of the action', example: 'aurora' }),
          action: AgentJsonPayload.describe('Payload of the action, as it was enqueued'),
          status,
          attempt: z.int().min(1).meta({ description: 'Number of the next attempt', example: 1 }),
          lastError: textOrNull('Error of the last attempt; null without one'),
          nextAttemptAt,
          createdAt: z.iso.datetime().describe('When the action was enqueued, ISO 8601'),
        }),
      )
      .describe('Due actions, oldest first'),
    count: z.int().min(0).meta({ description: 'Number of actions in this response', example: 1 }),
  })
  .meta({ id: 'PendingKeeprActions' })
