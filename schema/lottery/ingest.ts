import { z } from '@hono/zod-openapi'
import { answers } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'

/** Any JSON; the handler looks for signatures in it and trusts nothing else. */
const LotteryDelivery = z
  .unknown()
  .transform((json) => ({ json }))
  .openapi('LotteryDelivery', {
    description:
      'At most 100 transactions: an array or a single item, each a transaction as nodes return it, `{signature}`, `{signatures}` or a signature (64 bytes in base58). Only signatures are read; the rest is fetched.',
    anyOf: [
      { type: 'array', items: {}, maxItems: 100 },
      { type: 'object', additionalProperties: true },
      { type: 'string' },
    ],
  })

export const LotteryIngest = z
  .object({
    accepted: z
      .literal(true)
      .openapi({ description: 'Always true: every transaction has been processed', type: 'boolean', enum: [true] }),
    received: z.int().openapi({ description: 'Distinct signatures in the delivery' }),
    resolved: z.int().openapi({ description: 'Signatures that have been processed: all of them' }),
    known: z.int().openapi({ description: 'Signatures that had been processed before this delivery' }),
    inserted: z.int().openapi({ description: 'Events that are new in the inbox' }),
    duplicates: z.int().openapi({ description: 'Events that were already in the inbox' }),
    skippedReemit: z.int().openapi({ description: 'Events that a relay repeated; kept, never counted' }),
    failedTx: z.int().openapi({ description: 'Transactions that failed on their chain' }),
    ignored: z.int().openapi({ description: 'Transactions without an event of the program' }),
  })
  .openapi('LotteryIngest')

export const lotteryIngest = {
  ingestLotteryWebhook: operation({
    method: 'post',
    path: '/v1/lottery/ingest-webhook',
    operationId: 'ingestLotteryWebhook',
    tags: ['lottery'],
    summary: 'Receive pushed transactions of the other chain and store their lottery tickets',
    description:
      'For one node provider, authenticated by its shared secret. Each signature is fetched again at finality. 503 `finalized_transaction_unavailable`: some are not final yet; deliver them again, or leave them to the sweep.',
    security: SECURITY.ingest,
    'x-auth': 'ingest',
    'x-limit': 'lotteryIngest',
    'x-body': { bound: 1_048_576, kind: 'json' },
    'x-answer': 'envelope',
    'x-errors': ['finalized_transaction_unavailable', 'store_unavailable'],
    'x-needs': {
      LOTTERY_INGEST_SECRET: 'ingest_not_configured',
      SVM_RPC_URLS: 'ingest_not_configured',
      SVM_HOOK_PROGRAM: 'ingest_not_configured',
    },
    request: { body: { required: true, content: { 'application/json': { schema: LotteryDelivery } } } },
    responses: answers('Every transaction has been processed', LotteryIngest),
  }),
}
