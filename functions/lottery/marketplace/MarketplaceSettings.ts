import * as z from 'zod'
import { JobSpec, MarketplaceAgent } from '../../../schema/lottery/marketplace.ts'

/**
 * What the marketplace documents are made of: the agent without its listings, and the texts of the job specification.
 */
export const MarketplaceSettings = z.strictObject({
  agent: MarketplaceAgent.omit({ version: true, listings: true }).strict(),
  ticket: JobSpec.pick({
    title: true,
    shortDescription: true,
    fullDescription: true,
    constraints: true,
    attachments: true,
  })
    .extend({ listingMetadata: JobSpec.shape.custom.shape.listingMetadata })
    .partial({ attachments: true })
    .strict(),
})
export type MarketplaceSettings = z.output<typeof MarketplaceSettings>
