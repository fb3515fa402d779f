import { type Address, type Hash, toFunctionSelector } from 'viem'
import { amoeRouterAbi, lotteryEntryAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { lower } from '../../../shared/text/address.ts'
import type { LotteryContext } from '../context.ts'
import type { EntryTransaction } from './entryTransactions.ts'

/** A ticket of one transaction. */
const ticketKey = (txHash: string, requestId: bigint): string => `${txHash}:${requestId}`

/** The tickets that these routers settled; an AmoeEntrySettled event of any other contract proves nothing. */
function settledRequests(logs: readonly EventLog[], routers: readonly Address[]): Set<string> {
  const trusted = new Set(routers.map(lower))
  const settled = new Set<string>()
  for (const log of logs) {
    const event = trusted.has(lower(log.address)) ? decodeEvent(amoeRouterAbi, log) : null
    if (event?.eventName === 'AmoeEntrySettled') settled.add(ticketKey(log.txHash, event.args.managerEntryId))
  }
  return settled
}

export type EntrySource = 'amoe' | 'swap' | 'unknown'

/** Contracts and relayers that may have made free entries. */
export interface FreeEntrySources {
  readonly manager: Address
  readonly router: Address | undefined
  /** Further accounts that relay free entries. */
  readonly relayers: readonly Address[]
  readonly routerLogs: readonly EventLog[]
}

/** `routerLogs`: of the blocks that are read. */
export const freeEntrySources = (
  { chain, amoeRelayers }: LotteryContext,
  manager: Address,
  routerLogs: readonly EventLog[],
): FreeEntrySources => ({ manager, router: chain.config.contracts.amoeRouter, relayers: amoeRelayers, routerLogs })

/** Evidence from a node about the entries that the router's logs leave undecided. */
export interface EntryEvidence {
  readonly transactions: ReadonlyMap<string, EntryTransaction>
  /** The relayer that the manager authorises; null: none, undefined: not known. */
  readonly relayer: Address | null | undefined
}

export const NO_EVIDENCE: EntryEvidence = { transactions: new Map(), relayer: undefined }

const PROCESS_AMOE = toFunctionSelector('processAmoeEntry(address,address,uint256)')

/** The transactions that must be inspected: those of entries that the router did not settle. */
export function undecidedTransactions(entries: readonly Entry[], sources: FreeEntrySources): Hash[] {
  const settled = settledByRouter(sources)
  return [...new Set(entries.filter((entry) => !settled.has(keyOf(entry))).map(({ log }) => log.txHash))]
}

/**
 * The source of each entry, in their order; the one rule for every answer that reports it. `amoe`: the router, or the
 * relayer that the manager authorises, settled that request in the same transaction (which holds for transactions of
 * smart accounts too), or the transaction is from or to one of them, or calls processAmoeEntry of the manager; `swap`:
 * all of that is known, and none of it applies; `unknown`: something that would decide it could not be read.
 */
export function classifyEntries(
  entries: readonly Entry[],
  sources: FreeEntrySources,
  { transactions, relayer }: EntryEvidence,
): EntrySource[] {
  const { router, relayers } = sources
  const manager = lower(sources.manager)
  const settled = settledByRouter(sources)
  const callers = new Set<string>(
    [router, relayer, ...relayers].flatMap((address) => (address ? [lower(address)] : [])),
  )
  // The configured router's settlements are known; only another relayer may have settled the rest.
  const other = relayer && (!router || lower(relayer) !== lower(router)) ? relayer : null
  return entries.map((entry) => {
    if (settled.has(keyOf(entry))) return 'amoe'
    const transaction = transactions.get(entry.log.txHash)
    if (!transaction) return 'unknown'
    const { from, to, input, logs } = transaction
    if (callers.has(from) || callers.has(to)) return 'amoe'
    if (other && logs && settledRequests(logs, [other]).has(keyOf(entry))) return 'amoe'
    if (to === manager && input?.startsWith(PROCESS_AMOE)) return 'amoe'
    const isWhole = relayer !== undefined && !(other && !logs) && !(to === manager && input === null)
    return isWhole ? 'swap' : 'unknown'
  })
}

const settledByRouter = ({ router, routerLogs }: FreeEntrySources) =>
  settledRequests(routerLogs, router ? [router] : [])
const keyOf = ({ log, args }: Entry): string => ticketKey(log.txHash, args.requestId)

/** A log of a ticket with its decoded arguments. */
export type Entry = ReturnType<typeof decodeEntries>[number]

export const decodeEntries = (logs: readonly EventLog[]) =>
  logs.flatMap((log) => {
    const event = decodeEvent(lotteryEntryAbi, log)
    return event ? [{ log, args: event.args }] : []
  })
