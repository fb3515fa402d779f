import * as z from 'zod'
import { AsOf, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'
import { AgentId, displayValue, feedbackFields, label, provenance, value, valueDecimals } from './feedbackParts.ts'

const moment = (description: string) =>
  z.iso.datetime().nullable().meta({ description, example: '2026-09-30T12:00:00.000Z' })

const modeIs = <M extends string>(mode: M) => z.literal(mode).describe('As requested')

const common = {
  chainId: ChainId,
  asOf: AsOf,
  agentId: AgentId,
  reputationRegistry: EvmAddress.describe('Reputation registry (ERC-8004) that has the feedback'),
}
const truncated = z
  .boolean()
  .describe(
    '`true` if neither the registry nor the log index could be read completely, so this answer has only a part of the feedback',
  )

const mean = {
  count: z.int().meta({ description: 'Number of feedback entries that are not revoked', example: 3 }),
  summaryValue: value('Mean of the values: summaryValue / 10^summaryValueDecimals'),
  summaryValueDecimals: valueDecimals,
  displayValue,
}

export const FeedbackTagMean = z
  .object({
    tag1: z.string().meta({ description: 'First tag of this feedback, truncated to 256 bytes', example: 'starred' }),
    ...mean,
    label,
  })
  .meta({ id: 'FeedbackTagMean', description: 'Mean of the feedback with one first tag' })

export const FeedbackSummary = z.object({ agentId: AgentId, ...mean }).meta({
  id: 'FeedbackSummary',
  description:
    'Mean by the rule of the registry’s getSummary: computed with 18 decimals, truncated to the decimals that most values have. Without a tag filter it mixes scales: compare `byTag` of `mode=summary` instead. A mean beyond int128 is exact in this answer; getSummary returns its lowest 128 bits instead.',
})

const FeedbackEntry = z.object(feedbackFields).meta({ id: 'FeedbackEntry' })

const known = {
  endpoint: textOrNull(
    'Endpoint that was rated, as the client wrote it; `null` if not indexed or if named in `omitted`',
  ),
  feedbackUri: textOrNull('URI of the client’s feedback file; `null` if not indexed or if named in `omitted`'),
  feedbackHash: z
    .string()
    .nullable()
    .describe('keccak-256 of the feedback file according to the client, 32 bytes in hex; `null` if not indexed'),
  omitted: z
    .array(z.enum(['tag1', 'tag2', 'endpoint', 'feedbackUri']))
    .describe(
      'Fields too long for the log index (tag: 256 bytes, endpoint: 1024, URI: 8192). A tag is truncated, the others are `null`; the transaction has the full text.',
    ),
  transactionHash: textOrNull('Hash of the transaction that gave the feedback, 32 bytes in hex; `null` if not indexed'),
  responses: z
    .int()
    .nullable()
    .meta({ description: 'Number of responses to the feedback, by anyone; `null` if unknown', example: 1 }),
  createdAt: moment('When the feedback was given; `null` if not indexed'),
  updatedAt: moment('When the feedback was given, revoked or last responded to; `null` if not indexed'),
  hashCheck: z
    .enum(['match', 'mismatch', 'unavailable', 'absent'])
    .describe(
      'Whether the feedback file has the hash `feedbackHash`. `match`: yes; `mismatch`: no; `unavailable`: the file was not read (yet); `absent`: the feedback has no URI or no hash',
    ),
  hashCheckedAt: moment('When the service last tried to read and compare the feedback file; `null` if it did not try'),
}

const IndexedFeedback = z
  .object({
    id: z.string().describe('`<agentId>:<client>:<feedbackIndex>`, in lower case'),
    ...feedbackFields,
    ...known,
  })
  .meta({ id: 'IndexedFeedback' })

const AgentEntry = z.object({
  ownerAddress: EvmAddress.describe('Owner of the agent’s token'),
  agentWallet: addressOrNull('Wallet of the agent; `null` if not set since the last transfer of the token'),
  agentUri: textOrNull('URI of the registration file, written by the owner; `null` if too long to read'),
})

const summary = z
  .object({
    mode: modeIs('summary'),
    ...common,
    agent: AgentEntry.nullable().describe('Entry in the identity registry; `null` if no node answered'),
    summary: FeedbackSummary,
    ...provenance,
    label,
    byTag: z
      .array(FeedbackTagMean)
      .describe(
        'The same mean for each first tag, most feedback first: a tag names what is rated and on which scale, so these do not mix scales as `summary` does. At most 20 tags; the counts add up to less than `summary.count` if there are more.',
      ),
    truncated,
  })
  .meta({ id: 'AgentFeedbackSummary' })

const all = z
  .object({
    mode: modeIs('all'),
    ...common,
    feedback: z
      .array(FeedbackEntry)
      .describe(
        'At most 500 entries: in the registry’s order, by client; oldest first if `asOf.source` is `index`. For pages use `mode=indexed`.',
      ),
    count: z.int().meta({ description: 'Entries in this answer', example: 3 }),
    total: z.int().nullable().meta({ description: 'Number of all entries; `null` if unknown', example: 3 }),
    truncated: z.boolean().describe('`true` if there are more entries than this answer has'),
  })
  .meta({ id: 'AgentFeedbackList' })

const single = z
  .object({
    mode: modeIs('single'),
    ...common,
    feedback: IndexedFeedback,
    displayValue,
    label,
  })
  .meta({ id: 'AgentFeedbackSingle' })

const indexed = z
  .object({
    mode: modeIs('indexed'),
    ...common,
    feedback: z.array(IndexedFeedback).describe('Entries of this page'),
    total: z.int().meta({ description: 'Number of entries on all pages', example: 3 }),
    limit: z.int().meta({ description: 'Entries per page', example: 50 }),
    offset: z.int().meta({ description: 'Entries skipped before this page', example: 0 }),
    source: z.literal('index').describe('The log index of the registry’s events'),
  })
  .meta({ id: 'AgentFeedbackPage' })

export const AgentFeedback = z
  .union([summary, all, single, indexed])
  .meta({ id: 'AgentFeedback', description: 'Feedback in the shape of `mode`, as of one block' })
