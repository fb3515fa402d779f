import type * as z from 'zod'
import type { GatewayResponse } from '../../schema/cre/bodies.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { log } from '../../shared/log/log.ts'
import { contentOf, type RuntimeHandler } from './context.ts'

/**
 * Has the gateway execute a workflow, once per requestId: the same content gets the first answer again, other content
 * is idempotency_conflict. After a failure the requestId can be tried again, which is the same execution to the
 * gateway. Throws workflow_not_allowed, gateway_not_configured, gateway_…, invalid_request, store_unavailable.
 */
export const triggerRuntimeWorkflow: RuntimeHandler<'triggerRuntimeWorkflow'> = async (
  { body },
  { allowedWorkflows, gateway, triggerRuns },
) => {
  const { workflowId, requestId = `req-${crypto.randomUUID()}` } = body
  const input = contentOf('input', body.input)
  if (allowedWorkflows && !allowedWorkflows.has(workflowId))
    throw new ApiError('workflow_not_allowed', 'workflowId: must be on this deployment’s list of allowed workflows')
  if (typeof gateway === 'string') {
    log('warn', 'gateway_not_configured', { variable: gateway })
    throw new ApiError('gateway_not_configured')
  }
  const executed = await triggerRuns.run({ requestId, workflowId, input })
  if (executed.outcome === 'conflict')
    throw new ApiError(
      'idempotency_conflict',
      'requestId: was used with a different workflowId or input; use a new requestId',
    )
  if (executed.outcome === 'failed') throw new ApiError(executed.code, executed.detail)
  const { statusCode, gatewayUrl, response } = executed
  return { data: { accepted: true, requestId, statusCode, gatewayUrl, response: parse(response) } }
}

/** The stored text is known to have this shape: the run was accepted only after checking it. */
const parse = (response: string): z.output<typeof GatewayResponse> => JSON.parse(response)
