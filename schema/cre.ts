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
    workflow: z
      .enum(['runtime-indexer-block', 'runtime-indexer-data-fetch', 'runtime-reference-feeds'])
      .openapi({ description: 'Workflow that made the output' }),
    kind: z.enum(['block', 'metrics', 'feeds']).openapi({ description: 'The one kind of this workflow' }),
    idempotencyKey: IdempotencyKey,
    payload: AgentJsonPayload.openapi({ description: 'The output itself; its JSON is what the key stands for' }),
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
    workflow: z.string().openapi({ description: 'Workflow that made the output', example: 'runtime-indexer-block' }),
    kind: z.string().openapi({ description: 'Kind of the output', example: 'block' }),
    idempotencyKey: IdempotencyKey,
    payload: AgentJsonPayload.openapi({ description: 'The output as it was stored' }),
    source: z.string().openapi({ description: 'Origin label as it was stored', example: 'cre' }),
    correlationId: z.string().openapi({ description: 'X-Correlation-Id of the request that stored it' }),
    createdAt: z.iso.datetime().openapi({ description: 'When it was stored, ISO 8601' }),
  })
  .openapi('RuntimeRecord')

export const RuntimeAction = z
  .object({
    vaultAddress: EvmAddress.openapi({ description: 'Vault that the action is about' }),
    groupId: label(128).openapi({ description: 'Group that the action belongs to' }),
    actionType: label(64).openapi({ description: 'Kind of the action' }),
    action: AgentJsonPayload.openapi({ description: 'The action itself' }),
    dedupeKey: label(256).optional().openapi({
      description: 'One action of a key is in flight at a time; by default a digest of the decision and the action',
    }),
  })
  .openapi('RuntimeAction')

const Decision = z
  .object({
    workflow: z
      .literal('runtime-orchestrator')
      .openapi({ description: 'The orchestrator', type: 'string', enum: ['runtime-orchestrator'] }),
    idempotencyKey: IdempotencyKey,
    decision: AgentJsonPayload.openapi({ description: 'The decision itself' }),
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
      .openapi({
        description: 'Id of the workflow at the gateway: 32 bytes in hex, with or without 0x',
        type: 'string',
        pattern: '^(0[xX])?[0-9a-fA-F]{64}$',
        example: 'a'.repeat(64),
      }),
    requestId: z
      .string()
      .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -')
      .optional()
      .openapi({
        description:
          'Names this execution: sent again with the same content it answers as the first time, and runs nothing twice',
        example: 'req-1',
      }),
    input: AgentJsonPayload.openapi({
      description: 'Input of the execution',
      example: { checkpointKey: 'main', latestBlockNumber: 23456789 },
    }),
  })
  .openapi('RuntimeTrigger')

export const GatewayResponse = z
  .looseObject({
    jsonrpc: z.literal('2.0').openapi({ description: 'Version of JSON-RPC', type: 'string', enum: ['2.0'] }),
    result: z.looseObject({
      status: z.string().openapi({ description: 'What the gateway says of the execution', example: 'ACCEPTED' }),
    }),
  })
  .openapi('GatewayResponse', { description: 'The JSON-RPC response of the gateway' })

const Triggered = z
  .object({
    accepted: z.boolean().openapi({ description: 'The gateway accepted the execution' }),
    requestId: z
      .string()
      .openapi({ description: 'Name of the execution: the one given, or one made here', example: 'req-1' }),
    statusCode: z.int().openapi({ description: 'HTTP status of the gateway', example: 200 }),
    gatewayUrl: z.string().openapi({ description: 'Gateway that was asked', example: 'https://gateway.example.com' }),
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
    description:
      'For the workflow runtime: stores one output of a workflow. The idempotency key makes it safe to repeat: the same key with the same content answers as the first time, with other content 409. For decisions of the orchestrator use recordRuntimeDecision.',
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
    description:
      'For the workflow runtime: outputs that ingestRuntimeRecord stored, newest first, at most 100, by kind and workflow. There are no further pages: it serves workflows that need the latest state, not exports.',
    'x-limit': 'runtimeRead',
    'x-answer': 'envelope',
    'x-auth': 'runtime',
    security: SECURITY.runtime,
    request: {
      query: z.object({
        kind: label(64).optional().openapi({ description: 'Only records of this kind', example: 'block' }),
        workflow: label(64)
          .optional()
          .openapi({ description: 'Only records of this workflow', example: 'runtime-indexer-block' }),
        limit: queryInteger({ min: 1, max: 100, example: 1, description: '20 by default' }).optional(),
      }),
    },
    responses: ok(
      'The newest records that fit',
      z.object({
        records: z.array(RuntimeRecord),
        count: z.int().openapi({ description: 'Records in this answer', example: 1 }),
      }),
    ),
  }),
  recordRuntimeDecision: operation({
    operationId: 'recordRuntimeDecision',
    method: 'post',
    path: '/cre/runtime/decisions',
    tags: ['cre'],
    summary: 'Store a decision of the orchestrator and, with it or not at all, the action that it enqueues',
    description:
      'For the workflow runtime: stores a decision of the orchestrator and enqueues its action in one step, so that neither is there without the other. While an action of the same dedupe key is in flight the decision is stored and its action is not. For outputs of other workflows use ingestRuntimeRecord.',
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
    description:
      'For the workflow runtime: asks the gateway to execute a workflow, and answers with what the gateway said. A requestId makes it safe to repeat; without one every request runs the workflow. It does not wait for the result, which the workflow stores with ingestRuntimeRecord.',
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
