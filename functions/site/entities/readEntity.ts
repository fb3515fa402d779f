import { KEPT_DAYS } from '../../../schema/vault/keptDays.ts'
import { foreignWord } from '../../../shared/text/plainText.ts'
import { type Answer, type Read, type Refused, isRefused } from './createRead.ts'
import type * as answers from '../pages/entities/answers.ts'
import type { AgentPage, AuctionPage, Part, EntityKind, VaultPage } from '../pages/entities/EntityPage.ts'

/** No page of an entity is kept longer, whatever its reads allow. */
const MOST_SECONDS = 15

/** Cache-Control of what was drawn from reads that may be kept for so many seconds. */
export const keptFor = (seconds: number): string =>
  seconds > 0 ? `public, max-age=${Math.min(MOST_SECONDS, seconds)}` : 'no-store'

/** Content of the page of an entity. */
export type Shown =
  | { readonly kind: 'vault'; readonly page: VaultPage }
  | { readonly kind: 'auction'; readonly page: AuctionPage }
  | { readonly kind: 'agent'; readonly page: AgentPage }

/** An entity and how long it may be kept, or why the read that its page cannot do without was refused. */
type Found = (Shown & { readonly seconds: number }) | { readonly refused: Refused }

/** The operation that the page of an entity cannot do without. */
export const MAIN_READ: Readonly<
  Record<EntityKind, { readonly operationId: string; readonly pathOf: (id: string) => string }>
> = {
  vault: { operationId: 'getVaultReport', pathOf: (id) => `/v1/vault/${id}/report` },
  auction: { operationId: 'getAuctionStatus', pathOf: (id) => `/v1/auction/${id}/status` },
  agent: { operationId: 'getAgentFeedback', pathOf: (id) => `/v1/agents/feedback?agentId=${id}` },
}

const BIDS = 200
const AUCTIONS = 25
const ENTRIES = 50
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const AGENT_ID = /^[0-9]{1,78}$/

/** Whether a text can be the id of an entity of a kind; nothing is read for another one. */
export const canBe = (kind: EntityKind, id: string): boolean => (kind === 'agent' ? AGENT_ID : ADDRESS).test(id)

/** Parts that a page can do without do not hold it up for longer. */
const PART_MS = 4000

/**
 * Reads an entity. A card and a text do without the parts that only the page shows: `isBrief`.
 */
export function readEntity(read: Read, kind: EntityKind, id: string, isBrief: boolean): Promise<Found> {
  if (kind === 'vault') return readVault(read, id, isBrief)
  return kind === 'auction' ? readAuction(read, id, isBrief) : readAgent(read, id, isBrief)
}

const LEFT_OUT: Answer<never> = { code: 'not_found', status: 404, detail: '', retryAfter: null }

/** Whether a part does not exist: its contract does not list the subject, or this deployment has no such contract. */
const isMissing = (answer: Answer<unknown>): boolean =>
  isRefused(answer) && (answer.status === 404 || answer.code === 'role_not_configured')

async function readVault(read: Read, id: string, isBrief: boolean): Promise<Found> {
  const [report, strategies, history, votes, auctions] = await Promise.all([
    read<answers.Report>('vault', MAIN_READ.vault.pathOf(id)),
    isBrief ? LEFT_OUT : read<answers.Strategies>('vault', `/v1/vault/${id}/strategies`, PART_MS),
    isBrief ? LEFT_OUT : read<answers.History>('vault', `/v1/vault/${id}/history?days=${KEPT_DAYS}`, PART_MS),
    isBrief ? LEFT_OUT : read<answers.Votes>('gauge', '/v1/gauge/vaults', PART_MS),
    isBrief ? LEFT_OUT : read<answers.Auctions>('auction', `/v1/auction?vault=${id}&limit=${AUCTIONS}`, PART_MS),
  ])
  if (isRefused(report)) return { refused: report }
  const { creatorToken } = report.data.context
  const jackpot =
    isBrief || creatorToken === null
      ? LEFT_OUT
      : await read<answers.Jackpot>('lottery', `/v1/lottery/creator/${creatorToken}`, PART_MS)
  const page = {
    report: {
      ...report.data,
      context: { ...report.data.context, creatorSymbol: wordOf(report.data.context.creatorSymbol) },
    },
    strategies: partOf(strategies),
    history: isMissing(history) ? undefined : partOf(history),
    jackpot: isMissing(jackpot) ? undefined : partOf(jackpot),
    votes: isMissing(votes) ? undefined : partOf(votes),
    auctions: partOf(auctions),
  }
  const others = [history, jackpot, votes].filter((answer) => !isMissing(answer))
  return { kind: 'vault', page, seconds: secondsOf(report, strategies, auctions, ...others) }
}

async function readAuction(read: Read, id: string, isBrief: boolean): Promise<Found> {
  const [auction, bids] = await Promise.all([
    read<answers.Auction>('auction', MAIN_READ.auction.pathOf(id)),
    isBrief ? LEFT_OUT : read<answers.Bids>('auction', `/v1/auction/${id}/recentBids?limit=${BIDS}`, PART_MS),
  ])
  if (isRefused(auction)) return { refused: auction }
  const { auctionToken } = auction.data
  const others =
    isBrief || auctionToken === null
      ? LEFT_OUT
      : await read<answers.Auctions>('auction', `/v1/auction?token=${auctionToken}&limit=${AUCTIONS}`, PART_MS)
  const page = {
    auction: { ...withWords(auction.data), auctionTokenSymbol: wordOf(auction.data.auctionTokenSymbol) },
    bids: partOf(isRefused(bids) ? bids : { ...bids, data: withWords(bids.data) }),
    auctions: partOf(others),
  }
  return { kind: 'auction', page, seconds: secondsOf(auction, bids, others) }
}

async function readAgent(read: Read, id: string, isBrief: boolean): Promise<Found> {
  const [summary, entries, profile, registered] = await Promise.all([
    read<answers.Summary>('agents', MAIN_READ.agent.pathOf(id)),
    isBrief
      ? LEFT_OUT
      : read<answers.Entries>('agents', `${MAIN_READ.agent.pathOf(id)}&mode=indexed&limit=${ENTRIES}`, PART_MS),
    read<answers.Profile>('agents', `/v1/agents/profile?agentId=${id}`, PART_MS),
    read<answers.Registered>('agents', `/v1/agents?agentId=${id}`, PART_MS),
  ])
  if (isRefused(summary)) return { refused: summary }
  const page = {
    summary: summary.data,
    entries: partOf(entries),
    // Only the service's own agent has one.
    profile: isMissing(profile) ? undefined : partOf(profile),
    registered: isMissing(registered) ? undefined : partOf(registered),
  }
  return {
    kind: 'agent',
    page,
    seconds: secondsOf(summary, entries, ...[profile, registered].filter((answer) => !isMissing(answer))),
  }
}

/** Symbols stand in labels and sentences of these pages. */
const wordOf = (symbol: string | null): string | null => foreignWord(symbol) || null
const withWords = <T extends { readonly currencySymbol: string | null }>(of: T): T => ({
  ...of,
  currencySymbol: wordOf(of.currencySymbol),
})

const partOf = <T>(answer: Answer<T>): Part<T> => (isRefused(answer) ? { code: answer.code } : { data: answer.data })

/** A page is kept as long as the answer that may be kept shortest; one that misses a part is not kept. */
const secondsOf = (...answers: readonly Answer<unknown>[]): number =>
  Math.min(...answers.map((answer) => (answer === LEFT_OUT ? Infinity : isRefused(answer) ? 0 : answer.seconds)))
