import { z } from '@hono/zod-openapi'
import { operation } from '../operation.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = { MARKETPLACE: 'marketplace_not_configured' }

const uri = z
  .string()
  .max(2048)
  .regex(/^(https|ipfs|ar|agenc):\/\/\S+$/, 'must be an https, ipfs, ar or agenc URI')
const version = z.literal(1).openapi({ type: 'integer', enum: [1] })
const constant = <const T extends string>(text: T) => z.literal(text).openapi({ type: 'string', enum: [text] })

/** AGENT_METADATA v1: the provider. */
export const MarketplaceAgent = z
  .object({
    version: version.openapi({ description: 'Version of AGENT_METADATA' }),
    name: z.string().min(1).max(120).openapi({ description: 'Name of the provider' }),
    description: z.string().max(4000).optional().openapi({ description: 'Description of the provider' }),
    operatorDomain: z
      .string()
      .max(253)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name')
      .optional()
      .openapi({ description: 'Host name of the operator' }),
    contact: z
      .object({
        email: z.email().optional().openapi({ description: 'E-mail address' }),
        url: z
          .string()
          .regex(/^https:\/\/\S+$/)
          .optional()
          .openapi({ description: 'https URL of a contact page' }),
        x: z
          .string()
          .regex(/^[A-Za-z0-9_]{1,15}$/)
          .optional()
          .openapi({ description: 'Handle on the social platform, without @' }),
      })
      .optional(),
    logo: uri.optional().openapi({ description: 'https, ipfs, ar or agenc URI of a logo' }),
    tosUri: uri.optional().openapi({ description: 'URI of the terms of service' }),
    listings: z.array(z.url()).openapi({ description: 'Job specifications that the provider offers' }),
  })
  .openapi('MarketplaceAgent')

/** LISTING_METADATA v1: how a listing is shown. */
const ListingMetadata = z.object({
  displayName: z.string().min(1).max(120).openapi({ description: 'Name of the listing' }),
  longDescription: z.string().optional().openapi({ description: 'Long description, as text' }),
  pricingNotes: z.string().optional().openapi({ description: 'Pricing notes, as text' }),
  sampleOutputs: z.array(z.string()).optional().openapi({ description: 'Examples of deliverables' }),
  sla: z
    .object({
      responseHours: z
        .number()
        .positive()
        .optional()
        .openapi({ description: 'Hours within which the provider responds' }),
      revisions: z.int().nonnegative().optional().openapi({ description: 'Number of included revisions' }),
      refundPolicy: z.string().optional().openapi({ description: 'Refund policy, as text' }),
    })
    .optional(),
  links: z
    .object({
      website: uri.optional().openapi({ description: 'URI of a web page' }),
      docs: uri.optional().openapi({ description: 'URI of documentation' }),
    })
    .optional(),
})

export const JobSpec = z.object({
  schemaVersion: version.openapi({ description: 'Version of this schema' }),
  kind: constant('agenc.marketplace.jobSpec').openapi({ description: 'Kind of document' }),
  title: z.string().openapi({ description: 'Title of the job' }),
  shortDescription: z.string().openapi({ description: 'The job in one sentence' }),
  fullDescription: z.string().optional().openapi({ description: 'The job in full' }),
  acceptanceCriteria: z.array(z.string()).openapi({ description: 'Acceptance criteria of the job' }),
  deliverables: z.array(z.string()).openapi({ description: 'Deliverables of the job' }),
  constraints: z.array(z.string()).optional().openapi({ description: 'Constraints of the job' }),
  attachments: z.array(
    z.object({
      uri: uri.openapi({ description: 'URI of the attachment' }),
      label: z.string().optional().openapi({ description: 'Name of the attachment' }),
      sha256: z.string().optional().openapi({ description: 'SHA-256 of the attachment, 64 hex digits' }),
    }),
  ),
  custom: z.object({ listingMetadata: ListingMetadata }),
  context: z.object({
    chainId: z.int().optional().openapi({ description: 'EIP-155 chain id of the lottery' }),
  }),
})

export const MarketplaceTicket = z
  .object({
    schemaVersion: version.openapi({ description: 'Version of the envelope' }),
    kind: constant('agenc.marketplace.jobSpecEnvelope').openapi({ description: 'Kind of document' }),
    integrity: z.object({
      algorithm: constant('sha256').openapi({ description: 'Hash function of payloadHash' }),
      canonicalization: constant('json-stable-v1').openapi({
        description: 'Canonical form of the payload that is hashed: RFC 8785',
      }),
      payloadHash: z
        .string()
        .openapi({ description: 'SHA-256 of the canonical payload, 64 hex digits; also the ETag' }),
      uri: z.string().openapi({ description: '`agenc://job-spec/sha256/` followed by the hash' }),
    }),
    payload: JobSpec,
    live: z
      .object({ uri: z.string().openapi({ description: 'URL of getLotteryLive' }) })
      .openapi({ description: 'Where to read the current jackpots; not part of the payload' }),
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
    summary: 'Get the jackpot provider’s agent metadata',
    description:
      'Returns AGENT_METADATA (v1) of the jackpot provider, for a job marketplace. It comes from the deployment’s configuration and does not read the chain. For the offer use getMarketplaceLotteryTicket.',
    'x-errors': ['marketplace_not_configured'],
    'x-needs': NEEDS,
    responses: {
      200: { description: 'The document', content: { 'application/json': { schema: MarketplaceAgent } } },
    },
  }),
  getMarketplaceLotteryTicket: operation({
    ...document,
    tags: ['lottery'],
    operationId: 'getMarketplaceLotteryTicket',
    path: '/v1/marketplace/lottery-ticket.json',
    summary: 'Get the job specification of a lottery ticket',
    description:
      'Returns the job of entering one lottery ticket for a buyer, with a hash of its canonical form, so that a marketplace can prove the offer. It comes from the deployment’s configuration, and its bytes stay the same. For current jackpots follow `live` to getLotteryLive.',
    'x-errors': ['marketplace_not_configured'],
    'x-needs': NEEDS,
    responses: {
      200: { description: 'The document', content: { 'application/json': { schema: MarketplaceTicket } } },
    },
  }),
}
