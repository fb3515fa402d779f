import { z } from '@hono/zod-openapi'
import { operation } from './operation.ts'

const uri = z
  .string()
  .max(2048)
  .regex(/^(https|ipfs|ar|agenc):\/\/\S+$/, 'must be an https, ipfs, ar or agenc URI')
const version = z.literal(1).openapi({ type: 'integer', enum: [1] })
const constant = <const T extends string>(text: T) => z.literal(text).openapi({ type: 'string', enum: [text] })

/** AGENT_METADATA v1: who provides. */
export const MarketplaceAgent = z
  .object({
    version,
    name: z.string().min(1).max(120),
    description: z.string().max(4000).optional(),
    operatorDomain: z
      .string()
      .max(253)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name')
      .optional(),
    contact: z
      .object({
        email: z.email().optional(),
        url: z
          .string()
          .regex(/^https:\/\/\S+$/)
          .optional(),
        x: z
          .string()
          .regex(/^[A-Za-z0-9_]{1,15}$/)
          .optional(),
      })
      .optional(),
    logo: uri.optional(),
    tosUri: uri.optional(),
    listings: z.array(z.url()).openapi({ description: 'Job specifications on offer' }),
  })
  .openapi('MarketplaceAgent')

/** LISTING_METADATA v1: how a listing is shown. */
const ListingMetadata = z.object({
  displayName: z.string().min(1).max(120),
  longDescription: z.string().optional(),
  pricingNotes: z.string().optional(),
  sampleOutputs: z.array(z.string()).optional(),
  sla: z
    .object({
      responseHours: z.number().positive().optional(),
      revisions: z.int().nonnegative().optional(),
      refundPolicy: z.string().optional(),
    })
    .optional(),
  links: z.object({ website: uri.optional(), docs: uri.optional() }).optional(),
})

export const JobSpec = z.object({
  schemaVersion: version,
  kind: constant('agenc.marketplace.jobSpec'),
  title: z.string(),
  shortDescription: z.string(),
  fullDescription: z.string().optional(),
  acceptanceCriteria: z.array(z.string()),
  deliverables: z.array(z.string()),
  constraints: z.array(z.string()).optional(),
  attachments: z.array(z.object({ uri, label: z.string().optional(), sha256: z.string().optional() })),
  custom: z.object({ listingMetadata: ListingMetadata }),
  context: z.object({ chainId: z.int().optional() }),
})

export const MarketplaceTicket = z
  .object({
    schemaVersion: version,
    kind: constant('agenc.marketplace.jobSpecEnvelope'),
    integrity: z.object({
      algorithm: constant('sha256'),
      canonicalization: constant('json-stable-v1'),
      payloadHash: z.string().openapi({ description: 'SHA-256 of the canonical payload, 64 hex digits; the ETag too' }),
      uri: z.string().openapi({ description: 'agenc://job-spec/sha256/ and the hash' }),
    }),
    payload: JobSpec,
    live: z.object({ uri: z.string() }).openapi({ description: 'Where jackpots are told; no part of the payload' }),
  })
  .openapi('MarketplaceTicket')

const document = {
  method: 'get',
  'x-limit': 'read',
  'x-answer': 'document',
  'x-cache': { sMaxAge: 300, staleWhileRevalidate: 600 },
} as const

export const marketplace = {
  getMarketplaceAgentMetadata: operation({
    ...document,
    tags: ['lottery'],
    operationId: 'getMarketplaceAgentMetadata',
    path: '/v1/marketplace/agent.json',
    summary: 'Agent metadata (v1) of the jackpot provider',
    'x-errors': ['marketplace_not_configured'],
    responses: {
      200: { description: 'The document', content: { 'application/json': { schema: MarketplaceAgent } } },
    },
  }),
  getMarketplaceLotteryTicket: operation({
    ...document,
    tags: ['lottery'],
    operationId: 'getMarketplaceLotteryTicket',
    path: '/v1/marketplace/lottery-ticket.json',
    summary: 'Job specification of the ticket-proxy lottery, byte for byte the same while it is offered',
    'x-errors': ['marketplace_not_configured'],
    responses: {
      200: { description: 'The document', content: { 'application/json': { schema: MarketplaceTicket } } },
    },
  }),
}
