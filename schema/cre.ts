import { z } from '@hono/zod-openapi'
import { AgentJsonPayload, EvmAddress, envelope, queryInteger } from './common.ts'
import { operation, SECURITY } from './operation.ts'

/** The kind of output that each workflow may store. */
const OUTPUT_KINDS = {
  'runtime-indexer-block': 'block',
  'runtime-indexer-data-fetch': 'metrics',
  'runtime-reference-feeds': 'feeds',
} as const

const MAX_BODY = 131_072
const MAX_TRIGGER_BODY = 65_536

/** A label or key: printable ASCII, so that it is the same text in every store and log. */
const label = (max: number) =>
  z
    .string()
    .regex(/^[ -~]+$/, 'must be one or more printable ASCII characters')
    .max(max)

const IdempotencyKey = label(256).openapi({
  description: 'Deterministic digest of the content: the same key with other content is 409 idempotency_conflict',
  example: '6b23c0d5f35d1b11f9b683f0b0a617355deb11277d91ae091d399c655b87940d',
})
const StoredOutcome = {
  stored: z.boolean().openapi({ description: 'The record is there' }),
  inserted: z.boolean().openapi({ description: 'This request made it; false when it was there before' }),
  idempotencyKey: IdempotencyKey,
} as const

const Output = z
  .object({
    workflow: z.enum(['runtime-indexer-block', 'runtime-indexer-data-fetch', 'runtime-reference-feeds']),
    kind: z.enum(['block', 'metrics', 'feeds']).openapi({ description: 'The one kind of this workflow' }),
    idempotencyKey: IdempotencyKey,
    payload: AgentJsonPayload,
    source: label(64).default('cre').openapi({ description: 'Origin label', example: 'cre' }),
  })
  .refine(({ workflow, kind }) => OUTPUT_KINDS[workflow] === kind, {
    path: ['kind'],
    error: `must be that of the workflow: ${Object.entries(OUTPUT_KINDS)
      .map(([workflow, kind]) => `${kind} of ${workflow}`)
      .join(', ')}`,
  })
  .openapi('RuntimeOutput', {
    example: {
      workflow: 'runtime-indexer-block',
      kind: 'block',
      idempotencyKey: 'block-23456789',
      payload: { blockNumber: 23456789, matchedTransactions: 2 },
      source: 'cre',
    },
  })

const RuntimeRecord = z
  .object({
    id: z.int().openapi({ description: 'Rises with every record', example: 1 }),
    workflow: z.string().openapi({ example: 'runtime-indexer-block' }),
    kind: z.string().openapi({ example: 'block' }),
    idempotencyKey: IdempotencyKey,
    payload: AgentJsonPayload,
    source: z.string().openapi({ example: 'cre' }),
    correlationId: z.string().openapi({ description: 'X-Correlation-Id of the request that stored it' }),
    createdAt: z.iso.datetime(),
  })
  .openapi('RuntimeRecord')

export const RuntimeAction = z
  .object({
    vaultAddress: EvmAddress,
    groupId: label(128),
    actionType: label(64),
    action: AgentJsonPayload,
    dedupeKey: label(256).optional().openapi({
      description: 'One action of a key is in flight at a time; by default a digest of the decision and the action',
    }),
  })
  .openapi('RuntimeAction')

const Decision = z
  .object({
    workflow: z.literal('runtime-orchestrator').openapi({ type: 'string', enum: ['runtime-orchestrator'] }),
    idempotencyKey: IdempotencyKey,
    decision: AgentJsonPayload,
    enqueueAction: RuntimeAction.optional(),
  })
  .openapi('RuntimeDecision', {
    example: {
      workflow: 'runtime-orchestrator',
      idempotencyKey: 'runtime-orchestrator:slot:1',
      decision: { shouldAct: false, latestBlockNumber: 23456789 },
    },
  })

const StoredDecision = z
  .object({
    ...StoredOutcome,
    status: z.enum(['stored', 'enqueued', 'rejected']).openapi({
      description:
        'enqueued: its action is in flight; rejected: the decision is stored, but its action was not enqueued, because another one of the same dedupe key is in flight (`actionId`)',
    }),
    actionId: z.int().optional().openapi({
      description: 'The action that was enqueued, or the one of the same dedupe key that was in flight already',
      example: 1,
    }),
  })
  .openapi('StoredRuntimeDecision')

const Trigger = z
  .object({
    workflowId: z
      .string()
      .regex(/^(0[xX])?[0-9a-fA-F]{64}$/, 'must be 64 hex digits')
      .transform((text) => text.slice(-64).toLowerCase())
      .openapi({ type: 'string', pattern: '^(0[xX])?[0-9a-fA-F]{64}$', example: 'a'.repeat(64) }),
    requestId: z
      .string()
      .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -')
      .optional()
      .openapi({
        description:
          'Names this execution: sent again with the same content it answers as the first time, and runs nothing twice',
        example: 'req-1',
      }),
    input: AgentJsonPayload.openapi({ example: { checkpointKey: 'main', latestBlockNumber: 23456789 } }),
  })
  .openapi('RuntimeTrigger')

export const GatewayResponse = z
  .looseObject({
    jsonrpc: z.literal('2.0').openapi({ type: 'string', enum: ['2.0'] }),
    result: z.looseObject({ status: z.string().openapi({ example: 'ACCEPTED' }) }),
  })
  .openapi('GatewayResponse', { description: 'The JSON-RPC response of the gateway' })

const Triggered = z
  .object({
    accepted: z.boolean(),
    requestId: z.string().openapi({ example: 'req-1' }),
    statusCode: z.int().openapi({ description: 'HTTP status of the gateway', example: 200 }),
    gatewayUrl: z.string().openapi({ example: 'https://gateway.example.com' }),
    response: GatewayResponse,
  })
  .openapi('TriggeredWorkflow')

const ok = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})
const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

export const cre = {
  ingestRuntimeRecord: operation({
    operationId: 'ingestRuntimeRecord',
    method: 'post',
    path: '/cre/runtime/ingest',
    tags: ['cre'],
    summary: 'Store an output of a workflow, once for each workflow, kind and idempotency key',
    'x-limit': 'runtimeIngest',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    'x-body': { bound: MAX_BODY, kind: 'object' },
    'x-errors': ['idempotency_conflict'],
    security: SECURITY.runtime,
    request: jsonBody(Output),
    responses: ok('It is stored', z.object(StoredOutcome).openapi('StoredRuntimeOutput')),
  }),
  listRuntimeRecords: operation({
    operationId: 'listRuntimeRecords',
    method: 'get',
    path: '/cre/runtime/ingest',
    tags: ['cre'],
    summary: 'Stored outputs of workflows, newest first',
    'x-limit': 'runtimeRead',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    security: SECURITY.runtime,
    request: {
      query: z.object({
        kind: label(64).optional().openapi({ example: 'block' }),
        workflow: label(64).optional().openapi({ example: 'runtime-indexer-block' }),
        limit: queryInteger({ min: 1, max: 100, example: 1, description: '20 by default' }).optional(),
      }),
    },
    responses: ok(
      'The newest records that fit',
      z.object({ records: z.array(RuntimeRecord), count: z.int().openapi({ example: 1 }) }),
    ),
  }),
  recordRuntimeDecision: operation({
    operationId: 'recordRuntimeDecision',
    method: 'post',
    path: '/cre/runtime/decisions',
    tags: ['cre'],
    summary: 'Store a decision of the orchestrator and, with it or not at all, the action that it enqueues',
    'x-limit': 'runtimeDecision',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    'x-body': { bound: MAX_BODY, kind: 'object' },
    'x-errors': ['idempotency_conflict'],
    security: SECURITY.runtime,
    request: jsonBody(Decision),
    responses: ok('It is stored', StoredDecision),
  }),
  triggerRuntimeWorkflow: operation({
    operationId: 'triggerRuntimeWorkflow',
    method: 'post',
    path: '/cre/runtime/trigger',
    tags: ['cre'],
    summary: 'Have the gateway execute a workflow, once for each requestId',
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
    request: jsonBody(Trigger),
    responses: ok('The gateway accepted it', Triggered),
  }),
}
