import { cre } from '../../schema/cre.ts'
import { serve } from '../../shared/http/serve.ts'
import { authenticateRuntime } from './authenticateRuntime.ts'
import { ingestRuntimeRecord } from './ingestRuntimeRecord.ts'
import { listRuntimeRecords } from './listRuntimeRecords.ts'
import { pruneRuntime } from './pruneRuntime.ts'
import { recordRuntimeDecision } from './recordRuntimeDecision.ts'
import { createRuntimeContext, type RuntimeEnv } from './RuntimeContext.ts'
import { triggerRuntimeWorkflow } from './triggerRuntimeWorkflow.ts'

/** Nonces of requests that the workflow runtime signed, whichever route they were sent to. */
export { NonceSet as ReplayNonces } from '../../shared/durable/NonceSet.ts'
export { TriggerRuns } from './TriggerRuns.ts'

export default {
  fetch: serve({
    name: 'cre',
    operations: cre,
    handlers: { ingestRuntimeRecord, listRuntimeRecords, recordRuntimeDecision, triggerRuntimeWorkflow },
    context: createRuntimeContext,
    authenticate: authenticateRuntime,
  }),
  scheduled: (_: ScheduledController, env: RuntimeEnv): Promise<void> => pruneRuntime(env, Date.now()),
}
