import { z } from '@hono/zod-openapi'
import { JobSpec, MarketplaceAgent } from '../../../schema/marketplace.ts'

/** What the marketplace documents are made of: the agent without its listings, and the job specification's own words. */
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

/** Reads MARKETPLACE, undefined when absent. Throws an Error that names the field: a wrong one stops the start. */
export function readMarketplace(value: string | undefined): MarketplaceSettings | undefined {
  if (value === undefined || value === '') return undefined
  const parsed = MarketplaceSettings.safeParse(jsonOf(value))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`MARKETPLACE: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('MARKETPLACE: is not JSON')
  }
}
