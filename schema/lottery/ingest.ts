import * as z from 'zod'
import { answers } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'

/** Any JSON; the handler looks for signatures in it and trusts nothing else. */
const LotteryDelivery = z
  .unknown()
  .transform((json) => ({ json }))
  .meta({
    id: 'LotteryDelivery',
    description:
      'At most 100 transactions, as an array or a single item. Each item is a transaction as nodes return it, `{signature}`, `{signatures}` or a signature (64 bytes in base58). Only signatures are read; the transactions are fetched from a node.',
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
      .meta({ description: 'Always true: every transaction is processed', type: 'boolean', enum: [true] }),
    received: z.int().describe('Distinct signatures in the delivery'),
    resolved: z.int().describe('Processed signatures: all of the delivery'),
    known: z.int().describe('Signatures that were processed before this delivery'),
    inserted: z.int().describe('Events that were added to the inbox'),
    duplicates: z.int().describe('Events that were already in the inbox'),
    skippedReemit: z.int().describe('Events that a relay repeated; stored, but not counted'),
    failedTx: z.int().describe('Transactions that failed on the SVM chain'),
    ignored: z.int().describe('Transactions without an event of the lottery program'),
  })
  .meta({ id: 'LotteryIngest' })

export const lotteryIngest = {
  ingestLotteryWebhook: operation({
    method: 'post',
    path: '/v1/lottery/ingest-webhook',
    operationId: 'ingestLotteryWebhook',
    tags: ['lottery'],
    summary: 'Ingest lottery tickets from SVM transactions',
    description:
      'Webhook of one SVM node provider (`Authorization: Bearer` with the shared secret). Fetches each transaction at finality and stores its tickets. 503 `finalized_transaction_unavailable`: some are not final yet; a scheduled job fetches them later, or deliver them again.',
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
    responses: answers('Every transaction is processed', LotteryIngest),
  }),
}
