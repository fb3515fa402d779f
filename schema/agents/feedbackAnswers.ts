import { z } from '@hono/zod-openapi'
import { AsOf, ChainId, EvmAddress } from '../common.ts'
import { AgentId, displayValue, feedbackFields, label, provenance, value, valueDecimals } from './feedbackParts.ts'

const moment = (description: string) =>
  z.iso.datetime().nullable().openapi({ description, example: '2026-09-30T12:00:00.000Z' })

const modeIs = <M extends string>(mode: M) => z.literal(mode).openapi({ description: 'The mode that was asked for' })

const common = {
  chainId: ChainId,
  asOf: AsOf,
  agentId: AgentId,
  reputationRegistry: EvmAddress.openapi({ description: 'The registry that the feedback is in (ERC-8004)' }),
}
const truncated = z.boolean().openapi({
  description:
    'Neither the registry nor the index could be read as a whole: what is counted and listed here is only a part of what there is',
})

export const FeedbackSummary = z
  .object({
    agentId: AgentId,
    count: z.int().openapi({ description: 'Pieces of feedback that count: revoked ones do not', example: 3 }),
    summaryValue: value('Their mean is summaryValue / 10^summaryValueDecimals'),
    summaryValueDecimals: valueDecimals,
    displayValue,
  })
  .openapi('FeedbackSummary', {
    description:
      'The mean by the rule of the registry’s getSummary: in 18 decimals, cut toward zero to the number of decimals that most values have. Tags decide what a value means: without a tag filter it mixes scales. A mean that does not fit the registry’s int128 is given exactly here, while getSummary itself returns its lowest 128 bits, which is another number.',
  })

const FeedbackEntry = z.object(feedbackFields).openapi('FeedbackEntry')

const known = {
  endpoint: z
    .string()
    .nullable()
    .openapi({ description: 'What was rated, as the client wrote it; null if it is not in the index or in `omitted`' }),
  feedbackUri: z
    .string()
    .nullable()
    .openapi({ description: 'Where the client’s document is; null if it is not in the index or in `omitted`' }),
  feedbackHash: z.string().nullable().openapi({
    description: 'keccak-256 of that document as the client gave it, 32 bytes in hex; null if not indexed',
  }),
  omitted: z.array(z.enum(['tag1', 'tag2', 'endpoint', 'feedbackUri'])).openapi({
    description:
      'Texts of the event that are too long to be kept (256 bytes of a tag, 1024 of an endpoint, 8192 of a URI): a tag is cut, the others are null; the transaction has them',
  }),
  transactionHash: z
    .string()
    .nullable()
    .openapi({ description: 'The transaction that gave it, 32 bytes in hex; null if not indexed' }),
  responses: z
    .int()
    .nullable()
    .openapi({ description: 'How often anyone has responded to it; null if neither source knows', example: 1 }),
  createdAt: moment('When it was given; null if it is not in the index'),
  updatedAt: moment('When it was given, revoked or last responded to; null if it is not in the index'),
  hashCheck: z.enum(['match', 'mismatch', 'unavailable', 'absent']).openapi({
    description:
      'Whether the document is the one that feedbackHash commits to: match; mismatch: it is another one; unavailable: it was not read, or not yet; absent: there is no URI or no hash',
  }),
  hashCheckedAt: moment('When the document was read and compared, or could not be read; null if it was not tried'),
}

const IndexedFeedback = z
  .object({
    id: z.string().openapi({ description: '`<agentId>:<client>:<feedbackIndex>`, in lower case' }),
    ...feedbackFields,
    ...known,
  })
  .openapi('IndexedFeedback')

const summary = z
  .object({
    mode: modeIs('summary'),
    ...common,
    summary: FeedbackSummary,
    ...provenance,
    label,
    truncated,
  })
  .openapi('AgentFeedbackSummary')

const all = z
  .object({
    mode: modeIs('all'),
    ...common,
    feedback: z.array(FeedbackEntry).openapi({
      description:
        'At most 500: in the registry’s order, client by client, or with asOf.source index the oldest first. mode=indexed has pages.',
    }),
    count: z.int().openapi({ description: 'Entries in this answer', example: 3 }),
    total: z.int().nullable().openapi({ description: 'Entries that there are; null if that is not known', example: 3 }),
    truncated: z.boolean().openapi({ description: 'There are more entries than this answer has' }),
  })
  .openapi('AgentFeedbackList')

const single = z
  .object({
    mode: modeIs('single'),
    ...common,
    feedback: IndexedFeedback,
    displayValue,
    label,
  })
  .openapi('AgentFeedbackSingle')

const indexed = z
  .object({
    mode: modeIs('indexed'),
    ...common,
    feedback: z.array(IndexedFeedback),
    total: z.int().openapi({ description: 'Entries that there are on all pages', example: 3 }),
    limit: z.int().openapi({ description: 'Page size that was applied', example: 50 }),
    offset: z.int().openapi({ description: 'Entries that were skipped', example: 0 }),
    source: z.literal('index').openapi({ description: 'The index of the registry’s events' }),
  })
  .openapi('AgentFeedbackPage')

export const AgentFeedback = z
  .union([summary, all, single, indexed])
  .openapi('AgentFeedback', { description: 'By mode; every one says as of which block' })
