import { cre } from '../../schema/cre/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createRuntimeContext } from './context.ts'
import { RuntimeEnv } from './env.ts'
import { ingestRuntimeRecord } from './ingestRuntimeRecord.ts'
import { listRuntimeRecords } from './listRuntimeRecords.ts'
import { recordRuntimeDecision } from './recordRuntimeDecision.ts'
import { authenticateRuntime } from './requireSignature.ts'
import { scheduled } from './scheduled.ts'
import { triggerRuntimeWorkflow } from './triggerRuntimeWorkflow.ts'

/** Nonces of requests that the workflow runtime signed, for all routes together. */
export { NonceSet as ReplayNonces } from '../../shared/durable/NonceSet.ts'
export { TriggerRuns } from './TriggerRuns.ts'

export default {
  fetch: serve({
    name: 'cre',
    env: RuntimeEnv,
    operations: cre,
    handlers: { ingestRuntimeRecord, listRuntimeRecords, recordRuntimeDecision, triggerRuntimeWorkflow },
    context: createRuntimeContext,
    authenticate: authenticateRuntime,
  }),
  scheduled,
}
