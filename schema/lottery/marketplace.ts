import * as z from 'zod'
import { operation } from '../operation.ts'
import type { Needs } from '../needs.ts'

const NEEDS: Needs = { MARKETPLACE: 'marketplace_not_configured' }

const uri = z
  .string()
  .max(2048)
  .regex(/^(https|ipfs|ar|agenc):\/\/\S+$/, 'must be an https, ipfs, ar or agenc URI')
const version = z.literal(1).meta({ type: 'integer', enum: [1] })
const constant = <const T extends string>(text: T) => z.literal(text)

/** AGENT_METADATA v1: the provider. */
export const MarketplaceAgent = z
  .object({
    version: version.describe('Version of AGENT_METADATA'),
    name: z.string().min(1).max(120).describe('Name of the provider'),
    description: z.string().max(4000).optional().describe('Description of the provider'),
    operatorDomain: z
      .string()
      .max(253)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name')
      .optional()
      .describe('Host name of the operator'),
    contact: z
      .object({
        email: z.email().optional().describe('E-mail address'),
        url: z
          .string()
          .regex(/^https:\/\/\S+$/)
          .optional()
          .describe('https URL of a contact page'),
        x: z
          .string()
          .regex(/^[A-Za-z0-9_]{1,15}$/)
          .optional()
          .describe('Handle on the social platform, without @'),
      })
      .optional(),
    logo: uri.optional().describe('https, ipfs, ar or agenc URI of a logo'),
    tosUri: uri.optional().describe('URI of the terms of service'),
    listings: z.array(z.url()).describe('Job specifications that the provider offers'),
  })
  .meta({ id: 'MarketplaceAgent' })

/** LISTING_METADATA v1: how a listing is shown. */
const ListingMetadata = z.object({
  displayName: z.string().min(1).max(120).describe('Name of the listing'),
  longDescription: z.string().optional().describe('Long description, as text'),
  pricingNotes: z.string().optional().describe('Pricing notes, as text'),
  sampleOutputs: z.array(z.string()).optional().describe('Examples of deliverables'),
  sla: z
    .object({
      responseHours: z.number().positive().optional().describe('Hours within which the provider responds'),
      revisions: z.int().nonnegative().optional().describe('Number of included revisions'),
      refundPolicy: z.string().optional().describe('Refund policy, as text'),
    })
    .optional(),
  links: z
    .object({
      website: uri.optional().describe('URI of a web page'),
      docs: uri.optional().describe('URI of documentation'),
    })
    .optional(),
})

export const JobSpec = z.object({
  schemaVersion: version.describe('Version of this schema'),
  kind: constant('agenc.marketplace.jobSpec').describe('Kind of document'),
  title: z.string().describe('Title of the job'),
  shortDescription: z.string().describe('The job in one sentence'),
  fullDescription: z.string().optional().describe('The job in full'),
  acceptanceCriteria: z.array(z.string()).describe('Acceptance criteria of the job'),
  deliverables: z.array(z.string()).describe('Deliverables of the job'),
  constraints: z.array(z.string()).optional().describe('Constraints of the job'),
  attachments: z.array(
    z.object({
      uri: uri.describe('URI of the attachment'),
      label: z.string().optional().describe('Name of the attachment'),
      sha256: z.string().optional().describe('SHA-256 of the attachment, 64 hex digits'),
    }),
  ),
  custom: z.object({ listingMetadata: ListingMetadata }),
  context: z.object({
    chainId: z.int().optional().describe('EIP-155 chain id of the lottery'),
  }),
})

export const MarketplaceTicket = z
  .object({
    schemaVersion: version.describe('Version of the envelope'),
    kind: constant('agenc.marketplace.jobSpecEnvelope').describe('Kind of document'),
    integrity: z.object({
      algorithm: constant('sha256').describe('Hash function of payloadHash'),
      canonicalization: constant('json-stable-v1').describe('Canonical form of the payload that is hashed: RFC 8785'),
      payloadHash: z.string().describe('SHA-256 of the canonical payload, 64 hex digits; also the ETag'),
      uri: z.string().describe('`agenc://job-spec/sha256/` followed by the hash'),
    }),
    payload: JobSpec,
    live: z
      .object({ uri: z.string().describe('URL of getLotteryLive') })
      .describe('Where to read the current jackpots; not part of the payload'),
  })
  .meta({ id: 'MarketplaceTicket' })

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
