import type * as z from 'zod'
import type { JobSpec } from '../../../schema/lottery/marketplace.ts'
import type { MarketplaceSettings } from './MarketplaceSettings.ts'

/** What every hire includes, whatever the texts around it: it never buys more than one ticket's chance. */
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
export function ticketPayload({ ticket }: MarketplaceSettings, chainId: number): z.output<typeof JobSpec> {
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
