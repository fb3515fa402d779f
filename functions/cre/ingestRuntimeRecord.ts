import { ApiError } from '../../shared/errors/ApiError.ts'
import { stored } from '../../shared/store/stored.ts'
import { contentOf, correlationId, type RuntimeHandler } from './context.ts'

/**
 * Stores an output of a workflow once. `source` is a label and not part of the content.
 * Throws idempotency_conflict (the key has another payload), invalid_request, store_unavailable.
 */
export const ingestRuntimeRecord: RuntimeHandler<'ingestRuntimeRecord'> = async ({ body, request }, { now, store }) => {
  const { workflow, kind, idempotencyKey, source } = body
  const correlation = correlationId(request)
  const payload = contentOf('payload', body.payload)
  const createdAt = Math.floor(now() / 1000)
  const record = { workflow, kind, idempotencyKey, payload, source, correlationId: correlation, createdAt }
  const outcome = await stored(() => store.runtimeRecords.put(record))
  if (outcome === 'conflict')
    throw new ApiError(
      'idempotency_conflict',
      'idempotencyKey: was used for a different payload of this workflow and kind; use a new key',
    )
  return {
    data: { stored: true, inserted: outcome === 'inserted', idempotencyKey },
    headers: { 'x-correlation-id': correlation },
  }
}
