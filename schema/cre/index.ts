import * as z from 'zod'
import { answers, limitInQuery } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { Decision, Output, RuntimeRecord, StoredDecision, StoredOutcome, Trigger, Triggered, label } from './bodies.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = { CRE_RUNTIME_API_KEY: 'runtime_not_configured' }

const MAX_BODY = 131_072

const MAX_TRIGGER_BODY = 65_536

const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

export const cre = {
  ingestRuntimeRecord: operation({
    operationId: 'ingestRuntimeRecord',
    method: 'post',
    path: '/cre/runtime/ingest',
    tags: ['cre'],
    summary: 'Store the output of a workflow',
    description:
      'For the workflow runtime: stores one output, once per workflow, kind and idempotency key. The same key with the same content returns the first answer; with different content it is 409. For decisions of the orchestrator use recordRuntimeDecision.',
    'x-limit': 'runtimeIngest',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    'x-body': { bound: MAX_BODY, kind: 'object' },
    'x-errors': ['idempotency_conflict'],
    security: SECURITY.runtime,
    'x-needs': NEEDS,
    request: jsonBody(Output),
    responses: answers('The output is stored', z.object(StoredOutcome).meta({ id: 'StoredRuntimeOutput' })),
  }),
  listRuntimeRecords: operation({
    operationId: 'listRuntimeRecords',
    method: 'get',
    path: '/cre/runtime/ingest',
    tags: ['cre'],
    summary: 'List stored outputs of workflows',
    description:
      'For the workflow runtime: lists outputs stored by ingestRuntimeRecord, newest first, at most 100, filtered by kind and workflow. There are no further pages: it serves workflows that need the latest state, not exports.',
    'x-limit': 'runtimeRead',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    security: SECURITY.runtime,
    'x-needs': NEEDS,
    request: {
      query: z.object({
        kind: label(64).optional().meta({ description: 'Only records of this kind', example: 'block' }),
        workflow: label(64)
          .optional()
          .meta({ description: 'Only records of this workflow', example: 'runtime-indexer-block' }),
        limit: limitInQuery({ of: 'Number of records', max: 100, preset: 20, example: 1 }),
      }),
    },
    responses: answers(
      'The newest matching records',
      z.object({
        records: z.array(RuntimeRecord),
        count: z.int().meta({ description: 'Number of records in this answer', example: 1 }),
      }),
    ),
  }),
  recordRuntimeDecision: operation({
    operationId: 'recordRuntimeDecision',
    method: 'post',
    path: '/cre/runtime/decisions',
    tags: ['cre'],
    summary: 'Store a decision and enqueue its action',
    description:
      'For the workflow runtime: atomically stores a decision and enqueues its action, if any. If another action with the same dedupe key is in flight, only the decision is stored. If the operator has stopped the action’s trust zone, it is 503 `zone_disabled`, and nothing is stored.',
    'x-limit': 'runtimeDecision',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    'x-body': { bound: MAX_BODY, kind: 'object' },
    'x-errors': ['idempotency_conflict', 'zone_disabled'],
    security: SECURITY.runtime,
    'x-needs': NEEDS,
    request: jsonBody(Decision),
    responses: answers('The decision is stored', StoredDecision),
  }),
  triggerRuntimeWorkflow: operation({
    operationId: 'triggerRuntimeWorkflow',
    method: 'post',
    path: '/cre/runtime/trigger',
    tags: ['cre'],
    summary: 'Trigger a workflow at the gateway',
    description:
      'For the workflow runtime: asks the gateway to execute a workflow, and returns the gateway’s response. With `requestId` it is safe to repeat; without, every request executes the workflow. It does not wait for the result, which the workflow stores with ingestRuntimeRecord.',
    'x-limit': 'runtimeTrigger',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    'x-body': { bound: MAX_TRIGGER_BODY, kind: 'object' },
    'x-errors': [
      'workflow_not_allowed',
      'idempotency_conflict',
      'gateway_conflict',
      'gateway_rate_limited',
      'gateway_failed',
      'gateway_overloaded',
      'gateway_timeout',
      'gateway_not_configured',
    ],
    security: SECURITY.runtime,
    'x-needs': {
      ...NEEDS,
      CRE_GATEWAY_URL: 'gateway_not_configured',
      CRE_HTTP_TRIGGER_PRIVATE_KEY: 'gateway_not_configured',
    },
    request: jsonBody(Trigger),
    responses: answers('The gateway accepted the execution', Triggered),
  }),
}
