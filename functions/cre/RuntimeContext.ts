import { createNonceStore, type NoncesObject, type NonceStore } from '../../shared/durable/nonces.ts'
import type { Env } from '../../shared/env/env.ts'
import type { Context } from '../../shared/http/handler.ts'
import { createStore, type Store } from '../../shared/store/createStore.ts'
import { type WorkflowGatewayEnv, triggerAllowList } from './workflowGateway/readWorkflowGateway.ts'
import type { SigningEnv } from './requireSignature.ts'
import { createTriggerRuns, type TriggerRunsObject, type TriggerRunStore } from './triggerRunStore.ts'

export interface RuntimeEnv extends Env, WorkflowGatewayEnv, SigningEnv {
  readonly DB: D1Database
  readonly REPLAY_NONCES: DurableObjectNamespace<NoncesObject>
  readonly TRIGGER_RUNS: DurableObjectNamespace<TriggerRunsObject>
  /** What the workflow runtime sends as its bearer token. */
  readonly CRE_RUNTIME_API_KEY?: string
  readonly CRE_RUNTIME_API_KEY_PREVIOUS?: string
}

export interface RuntimeContext extends Context<RuntimeEnv> {
  readonly store: Store
  readonly nonces: NonceStore
  readonly triggerRuns: TriggerRunStore
  /** Workflows that may be triggered; undefined for any. */
  readonly allowedWorkflows: ReadonlySet<string> | undefined
}

/** What the handlers depend on. Throws an Error that names the variable when one is wrong. */
export const createRuntimeContext = (common: Context<RuntimeEnv>): RuntimeContext => ({
  ...common,
  store: createStore(common.env.DB),
  nonces: createNonceStore(common.env.REPLAY_NONCES, 'runtime'),
  triggerRuns: createTriggerRuns(common.env.TRIGGER_RUNS),
  allowedWorkflows: triggerAllowList(common.env.CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS),
})
