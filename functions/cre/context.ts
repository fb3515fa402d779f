import type { cre } from '../../schema/cre/index.ts'
import { createNonceStore } from '../../shared/durable/nonces.ts'
import { mayEnqueue } from '../../shared/env/keeprEnv.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import type { RuntimeEnv } from './env.ts'
import { createRuntimeDecisions } from './store/runtimeDecisions.ts'
import { createRuntimeRecords } from './store/runtimeRecords.ts'
import { createTriggerRuns } from './triggerRunStore.ts'
import { readWorkflowGateway } from './workflowGateway/gatewayEnv.ts'

export function createRuntimeStore(d1: D1Database) {
  const database = openDatabase(d1)
  return { runtimeRecords: createRuntimeRecords(database), runtimeDecisions: createRuntimeDecisions(database) }
}

export type RuntimeContext = ReturnType<typeof createRuntimeContext>
export type RuntimeHandler<O extends keyof typeof cre> = Handler<(typeof cre)[O], RuntimeContext>

/** Everything that the handlers need. */
export const createRuntimeContext = (common: Context, env: RuntimeEnv) => ({
  ...common,
  store: createRuntimeStore(env.DB),
  nonces: createNonceStore(env.REPLAY_NONCES, 'runtime'),
  triggerRuns: createTriggerRuns(env.TRIGGER_RUNS),
  /** The workflow gateway, or the name of the variable that is missing or invalid. */
  gateway: readWorkflowGateway(env),
  /** Workflows that may be triggered; undefined for any. */
  allowedWorkflows:
    env.CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS && new Set(env.CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS),
  mayEnqueue: (actionType: string) => mayEnqueue(env, actionType),
})

/** RFC 8785 text of a field: equal content gives equal text. Throws invalid_request if the content has no such text. */
export function contentOf(field: string, value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    throw new ApiError(
      'invalid_request',
      `${field}: has no canonical form (RFC 8785), because a number is out of range or a string is not valid Unicode`,
    )
  }
}

/**
 * The caller's `X-Correlation-Id` if it is harmless, else a generated one: it is stored and returned in the same
 * header.
 */
export function correlationId({ headers }: Request): string {
  const given = headers.get('x-correlation-id')
  return given !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : `cre-runtime-${crypto.randomUUID()}`
}
