import type * as z from 'zod'
import type { JobSpec } from '../../schema/lottery/marketplace.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import type { LotteryHandler } from './context.ts'
import type { MarketplaceSettings } from './marketplace/MarketplaceSettings.ts'

/**
 * The job specification of the lottery ticket in its envelope; its hash is the ETag. The bytes are canonical JSON, so
 * they are the same in every isolate. Throws marketplace_not_configured.
 */
export const getMarketplaceLotteryTicket: LotteryHandler<'getMarketplaceLotteryTicket'> = async (
  _,
  { baseUrl, chain, marketplace: settings },
) => {
  if (!settings) throw new ApiError('marketplace_not_configured')
  const payload = ticketPayload(settings, chain.config.chainId)
  const payloadHash = await sha256(canonicalJson(payload))
  const document = {
    schemaVersion: 1,
    kind: 'agenc.marketplace.jobSpecEnvelope',
    integrity: {
      algorithm: 'sha256',
      canonicalization: 'json-stable-v1',
      payloadHash,
      uri: `agenc://job-spec/sha256/${payloadHash}`,
    },
    payload,
    live: { uri: `${baseUrl}/v1/lottery/live` },
  }
  return { bytes: canonicalJson(document), type: 'application/json; charset=utf-8', etag: payloadHash }
}

/** Part of every hire, whatever the configured texts: it never buys more than one ticket's chance. */
const ACCEPTANCE = [
  'One hire enters one lottery ticket for the beneficiary wallet that the buyer declares.',
  'The entry is visible onchain as LotteryEntryCreated with the beneficiary as its user.',
]
const DELIVERABLES = ['Hash of the transaction that entered the ticket', 'Request id of the ticket']
const CONSTRAINTS = [
  'A ticket is a chance: no win is promised.',
  'No purchase is necessary: there is a free way to enter, with the same chance for the same amount.',
  'The beneficiary must be declared before the ticket is entered, and cannot be changed after.',
]

/**
 * The job specification of the lottery ticket. Nothing in it changes with time or jackpot: its hash is kept onchain.
 */
function ticketPayload({ ticket }: MarketplaceSettings, chainId: number): z.output<typeof JobSpec> {
  const { listingMetadata, constraints = [], attachments = [], ...words } = ticket
  return {
    schemaVersion: 1,
    kind: 'agenc.marketplace.jobSpec',
    ...words,
    acceptanceCriteria: ACCEPTANCE,
    deliverables: DELIVERABLES,
    constraints: [...CONSTRAINTS, ...constraints],
    attachments,
    custom: { listingMetadata },
    context: { chainId },
  }
}
