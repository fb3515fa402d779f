import type { PaymentRequired } from '@x402/core/types'
import { json } from 'virtual:reviewDiscovery'
import { feedbackReview } from '../../../../schema/agents/feedbackReview.ts'

/** By what those who look for paid resources find this one. */
export type Discovery = Pick<PaymentRequired, 'resource'> & Required<Pick<PaymentRequired, 'extensions'>>

/** A name of a service in a catalogue: printable ASCII, at most 32 characters (x402, extension `bazaar`). */
const SERVICE_NAME = /^[\x20-\x7e]{1,32}$/
const TAGS = ['erc-8004', 'agents', 'reputation', 'review']

interface Seller {
  readonly baseUrl: string
  readonly agent: { readonly name: string; readonly image: string } | undefined
}

/** The product, as 402 names it and as the facilitator lists it; the build makes the extensions (platform/reviewDiscovery.ts). */
export function createDiscovery({ baseUrl, agent }: Seller): Discovery {
  const { path } = feedbackReview.reviewAgentFeedback
  return {
    resource: {
      url: `${baseUrl}${path}`,
      description: 'A technical review of an ERC-8004 agent',
      mimeType: 'application/json',
      ...(agent && SERVICE_NAME.test(agent.name) ? { serviceName: agent.name } : {}),
      tags: TAGS,
      ...(agent && /^https?:/.test(agent.image) ? { iconUrl: agent.image } : {}),
    },
    extensions: JSON.parse(json),
  }
}
