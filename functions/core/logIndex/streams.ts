import { toEventSelector, type Address, type Hex } from 'viem'
import { shareTokenEventsAbi } from '../../../shared/abi/shareTokenEvents.ts'
import { vaultEventsAbi } from '../../../shared/abi/vaultEvents.ts'
import type { Lane } from '../../../shared/chain/readLanes.ts'
import type { LogStream } from './LogStream.ts'

const DAY = 86_400
const FOREVER = 100 * 366 * DAY

/** Every event of the registry. */
export const REGISTRY = 'registry'
/** Deposits, withdrawals, reports and strategy changes of every vault. */
export const VAULTS = 'vaults'
/** Transfers and metadata changes of every share token. */
export const SHARES = 'shares'

/** How long the logs of each stream stay, in seconds. */
export const KEEP: Readonly<Record<string, number>> = { [REGISTRY]: FOREVER, [VAULTS]: 400 * DAY, [SHARES]: 90 * DAY }

/** The streams of a chain whose registry has these lanes. */
export function streamsOf(registry: Address, lanes: readonly Lane[], fromBlock: number): LogStream[] {
  const stream = (name: string, addresses: readonly Address[], events: readonly Hex[]): LogStream => ({
    name,
    addresses,
    events,
    fromBlock,
    hourly: name === VAULTS,
  })
  return [
    stream(REGISTRY, [registry], []),
    stream(
      VAULTS,
      lanes.map((lane) => lane.vault),
      vaultEventsAbi.map((event) => toEventSelector(event)),
    ),
    stream(
      SHARES,
      lanes.flatMap((lane) => lane.shareToken ?? []),
      shareTokenEventsAbi.map((event) => toEventSelector(event)),
    ),
  ]
}
