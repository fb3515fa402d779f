import { encodeAbiParameters, keccak256, sha256, type Address, type Hex } from 'viem'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { amoeRouterAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'

/** Maximum lag of the chain's clock behind this service's, in seconds. */
export const SKEW = 300

/** An entry that a router may accept until its deadline; times are unix seconds. */
export interface AttestedEntry {
  readonly nonce: Hex
  readonly wallet: Address
  readonly creatorCoin: Address
  readonly createdAt: number
  readonly deadline: number
}

/**
 * Which of the open entries appear in a router's events: AmoeEntrySettled or AmoeEntryRecorded that names the entry's
 * nonce, or a hash of it. An event without a known nonce counts for the oldest open entry of its buyer and coin that
 * could be sent at that time. `logs` are newest first; `entered` are entries that were found before.
 */
export function matchEntries(
  logs: readonly EventLog[],
  open: readonly AttestedEntry[],
  entered: readonly AttestedEntry[],
): [Hex, boolean][] {
  const events = logs.flatMap((log) => {
    const event = decodeEvent(amoeRouterAbi, log)
    return event ? [{ ...event, time: log.blockTime }] : []
  })
  const burns = new Map(
    events.flatMap((event) =>
      event.eventName === 'AmoeEntrySettled' ? [[event.args.entryId, event.args.pointsBurnNullifier] as const] : [],
    ),
  )
  const recorded = events.flatMap(({ eventName, args, time }) =>
    eventName === 'AmoeEntryRecorded'
      ? [
          {
            key: keyOf(args.buyer, args.creatorCoin),
            reportedNonces: [args.nonceCommit, burns.get(args.entryId)],
            time,
          },
        ]
      : [],
  )
  const hashes = new Set([...burns.values(), ...recorded.flatMap((event) => event.reportedNonces[0] ?? [])])
  const isReported = ({ nonce }: AttestedEntry) => namesOf(nonce).some((name) => hashes.has(name))
  const names = new Set([...open, ...entered].flatMap(({ nonce }) => namesOf(nonce)))
  // Events without a known nonce, oldest first; each is one entry.
  const free = recorded.filter((event) => !event.reportedNonces.some((name) => name && names.has(name))).toReversed()
  const take = ({ wallet, creatorCoin, createdAt, deadline }: AttestedEntry): boolean => {
    const at = free.findIndex(
      ({ key, time }) =>
        key === keyOf(wallet, creatorCoin) && (time === null || (time >= createdAt - SKEW && time <= deadline)),
    )
    return at >= 0 && free.splice(at, 1).length > 0
  }
  for (const entry of entered.toSorted((a, b) => a.deadline - b.deadline)) if (!isReported(entry)) take(entry)
  return open.map((entry): [Hex, boolean] => [entry.nonce, isReported(entry) || take(entry)])
}

const keyOf = (buyer: Address, coin: Address): string => `${buyer} ${coin}`.toLowerCase()

/** A nonce as a router may report it. */
const namesOf = (nonce: Hex): Hex[] => [
  nonce,
  keccak256(encodeAbiParameters([{ type: 'bytes32' }], [nonce])),
  sha256(nonce),
]
