import * as z from 'zod'
import { exact } from '../boundedJson.ts'
import { AgentJsonPayload, EvmAddress } from '../common.ts'

/** The kind of output that each workflow may store. */
const OUTPUT_KINDS = {
  'runtime-indexer-block': 'block',
  'runtime-indexer-data-fetch': 'metrics',
  'runtime-reference-feeds': 'feeds',
} as const

/** A label or key: printable ASCII, so that it is the same text in every store and log. */
export const label = (max: number) =>
  z
    .string()
    .regex(/^[ -~]+$/, 'must be one or more printable ASCII characters')
    .max(max)

const IdempotencyKey = label(256).meta({
  description:
    'Key that the workflow derives from the content; the same key with different content is 409 `idempotency_conflict`',
  example: '6b23c0d5f35d1b11f9b683f0b0a617355deb11277d91ae091d399c655b87940d',
})

export const StoredOutcome = {
  stored: z.boolean().describe('Always true: the record is stored'),
  inserted: z.boolean().describe('`true` if this request created the record; `false` if it existed before'),
  idempotencyKey: IdempotencyKey,
} as const

export const Output = z
  .strictObject({
    workflow: z
      .enum(['runtime-indexer-block', 'runtime-indexer-data-fetch', 'runtime-reference-feeds'])
      .describe('Workflow that produced the output'),
    kind: z.enum(['block', 'metrics', 'feeds']).describe('Kind of the output; each workflow produces one kind'),
    idempotencyKey: IdempotencyKey,
    payload: exact(AgentJsonPayload).describe('Content of the output; `idempotencyKey` identifies exactly this JSON'),
    source: label(64).default('cre').meta({ description: 'Label of the origin', example: 'cre' }),
  })
  .refine(({ workflow, kind }) => OUTPUT_KINDS[workflow] === kind, {
    path: ['kind'],
    error: `must be the kind of its workflow: ${Object.entries(OUTPUT_KINDS)
      .map(([workflow, kind]) => `${kind} of ${workflow}`)
      .join(', ')}`,
  })
  .meta({
    id: 'RuntimeOutput',
    example: {
      workflow: 'runtime-indexer-block',
      kind: 'block',
      idempotencyKey: 'block-23456789',
      payload: { blockNumber: 23456789, matchedTransactions: 2 },
      source: 'cre',
    },
  })

export const RuntimeRecord = z
  .object({
    id: z.int().meta({ description: 'Increases with every record', example: 1 }),
    workflow: z.string().meta({ description: 'Workflow that produced the output', example: 'runtime-indexer-block' }),
    kind: z.string().meta({ description: 'Kind of the output', example: 'block' }),
    idempotencyKey: IdempotencyKey,
    payload: AgentJsonPayload.describe('Content of the output, as it was stored'),
    source: z.string().meta({ description: 'Label of the origin, as it was stored', example: 'cre' }),
    correlationId: z.string().describe('X-Correlation-Id of the request that stored it'),
    createdAt: z.iso.datetime().describe('Time of storage, ISO 8601'),
  })
  .meta({ id: 'RuntimeRecord' })

export const RuntimeAction = z
  .strictObject({
    vaultAddress: EvmAddress.describe('Vault of the action'),
    groupId: label(128).describe('Group or conversation of the action'),
    actionType: label(64).describe('Type of the action; its prefix determines the trust zone'),
    action: exact(AgentJsonPayload).describe('Payload of the action for the keeper'),
    dedupeKey: label(256)
      .optional()
      .describe(
        'Deduplication key: at most one action per key is in flight; by default a digest of the decision and the action',
      ),
  })
  .meta({ id: 'RuntimeAction' })

export const Decision = z
  .strictObject({
    workflow: z
      .literal('runtime-orchestrator')
      .meta({ description: 'The orchestrator', type: 'string', enum: ['runtime-orchestrator'] }),
    idempotencyKey: IdempotencyKey,
    decision: exact(AgentJsonPayload).describe('Content of the decision'),
    enqueueAction: RuntimeAction.optional(),
  })
  .meta({
    id: 'RuntimeDecision',
    example: {
      workflow: 'runtime-orchestrator',
      idempotencyKey: 'runtime-orchestrator:slot:1',
      decision: { shouldAct: false, latestBlockNumber: 23456789 },
    },
  })

export const StoredDecision = z
  .object({
    ...StoredOutcome,
    status: z
      .enum(['stored', 'enqueued', 'rejected'])
      .describe(
        'stored: the decision has no action; enqueued: its action is in flight; rejected: the decision is stored, but its action is not enqueued, because another action with the same dedupe key is in flight (`actionId`)',
      ),
    actionId: z.int().optional().meta({
      description:
        'Id of the enqueued action, or of the action in flight with the same dedupe key; absent if status is stored',
      example: 1,
    }),
  })
  .meta({ id: 'StoredRuntimeDecision' })

export const Trigger = z
  .strictObject({
    workflowId: z
      .string()
      .regex(/^(0[xX])?[0-9a-fA-F]{64}$/, 'must be 64 hex digits')
      .transform((text) => text.slice(-64).toLowerCase())
      .meta({
        description: 'Id of the workflow at the gateway, 32 bytes in hex, with or without 0x',
        type: 'string',
        pattern: '^(0[xX])?[0-9a-fA-F]{64}$',
        example: 'a'.repeat(64),
      }),
    requestId: z
      .string()
      .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -')
      .optional()
      .meta({
        description:
          'Id of this execution. Repeating a request with the same id and content returns the first answer and executes nothing',
        example: 'req-1',
      }),
    input: exact(AgentJsonPayload).meta({
      description: 'Input of the execution',
      example: { checkpointKey: 'main', latestBlockNumber: 23456789 },
    }),
  })
  .meta({ id: 'RuntimeTrigger' })

export const GatewayResponse = z
  .looseObject({
    jsonrpc: z.literal('2.0').meta({ description: 'Version of JSON-RPC', type: 'string', enum: ['2.0'] }),
    result: z.looseObject({
      status: z
        .string()
        .meta({ description: 'Status of the execution as the gateway reports it', example: 'ACCEPTED' }),
    }),
  })
  .meta({ id: 'GatewayResponse', description: 'JSON-RPC response of the gateway' })

export const Triggered = z
  .object({
    accepted: z.boolean().describe('Always true: the gateway accepted the execution'),
    requestId: z.string().meta({
      description: 'Id of the execution: from the request, or generated by this service',
      example: 'req-1',
    }),
    statusCode: z.int().meta({ description: 'HTTP status of the gateway’s answer', example: 200 }),
    gatewayUrl: z.string().meta({ description: 'Gateway that was called', example: 'https://gateway.example.com' }),
    response: GatewayResponse,
  })
  .meta({ id: 'TriggeredWorkflow' })
