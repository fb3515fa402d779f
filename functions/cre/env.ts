import * as z from 'zod'
import type { NoncesObject } from '../../shared/durable/nonces.ts'
import { binding, optional, previous, secret, withDefault } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { zoneSwitches } from '../../shared/env/keeprEnv.ts'
import { flag, listOf } from '../../shared/env/formats.ts'
import type { TriggerRunsObject } from './triggerRunStore.ts'
import { gatewayVariables } from './workflowGateway/gatewayEnv.ts'

const workflows = listOf('workflow ids of 64 hex digits', (id) =>
  /^(0[xX])?[0-9a-fA-F]{64}$/.test(id) ? id.slice(-64).toLowerCase() : undefined,
)

export const RuntimeEnv = z.object({
  ...pipelineVariables,
  ...gatewayVariables,
  ...zoneSwitches,
  DB: binding<D1Database>('database', 'D1: records and decisions of the runtime'),
  REPLAY_NONCES: binding<DurableObjectNamespace<NoncesObject>>('object', 'Durable Objects of `cre`: used nonces'),
  TRIGGER_RUNS: binding<DurableObjectNamespace<TriggerRunsObject>>(
    'object',
    'Durable Objects of `cre`: triggers in progress',
  ),
  CRE_RUNTIME_API_KEY: secret('bearer token of the workflow runtime'),
  CRE_RUNTIME_API_KEY_PREVIOUS: previous,
  CRE_RUNTIME_SIGNING_SECRET: secret(
    'key of the HMAC over requests of the workflow runtime; with it, requests must be signed',
    {
      without: 'the API key alone is enough; strict mode refuses every request',
    },
  ),
  CRE_RUNTIME_SIGNING_SECRET_PREVIOUS: previous,
  CRE_RUNTIME_ENFORCE_HMAC: withDefault(flag, 'false', {
    meaning: '`true`: strict mode; every request of the workflow runtime must be signed',
  }),
  CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED: withDefault(flag, 'false', {
    meaning:
      '`true`: outside strict mode, unsigned requests are accepted even if a signing secret is configured, and logged. Use it during a change-over; the local world has it on',
  }),
  CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS: optional(workflows, {
    meaning: 'workflows that callers may trigger',
    without: 'any',
  }),
})
export type RuntimeEnv = z.output<typeof RuntimeEnv>
