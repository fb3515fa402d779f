import * as z from 'zod'
import { JobSpec, MarketplaceAgent } from '../../../schema/lottery/marketplace.ts'

/**
 * Texts of the marketplace documents: the agent without its listings, and the job specification.
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
