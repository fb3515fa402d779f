import { vaultEventsAbi } from '../../../shared/domain/vault/vaultEventsAbi.ts'
import type { Store } from '../store/createStore.ts'
import type { HourTotals } from '../store/logHours.ts'
import { hourOf } from '../../../shared/store/vaultHours.ts'
import type { IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import { VAULTS } from './streams.ts'

/** Hours summed in one run, and in one read of logs. */
const RUN = 480
const READ = 24

/**
 * Sums the hours of vaults whose logs changed: `flow`, the assets of deposits and withdrawals, and `fees`, the
 * performance fees of reports, both in asset units. Hours that a commit changed in between are left to the next run.
 */
export async function sumHours(store: Store, chain: number): Promise<void> {
  const state = await store.logIndex.read(chain)
  const stale = await store.logHours.stale(chain, VAULTS, RUN)
  const totals: HourTotals[] = []
  for (let i = 0; i < stale.length;) {
    const first = stale[i]
    if (!first) break
    const part = stale.slice(i, i + READ).filter((hour) => hour.address === first.address)
    const blocks = {
      first: Math.min(...part.map((hour) => hour.firstBlock)),
      last: Math.max(...part.map((hour) => hour.lastBlock)),
    }
    const logs = await store.logs.between(chain, VAULTS, first.address, blocks)
    for (const { address, hour } of part)
      totals.push({ address, hour, totals: totalsOf(logs.filter((log) => hourOf(log.blockTime) === hour)) })
    i += part.length
  }
  await store.logHours.write(state, VAULTS, totals)
}

function totalsOf(logs: readonly IndexedLog[]): Record<string, string> {
  let flow = 0n
  let fees = 0n
  for (const log of logs) {
    const event = decodeEvent(vaultEventsAbi, log)
    if (event?.eventName === 'Deposit' || event?.eventName === 'Withdraw') flow += event.args.assets
    if (event?.eventName === 'Reported') fees += event.args.performanceFees
  }
  return { flow: String(flow), fees: String(fees) }
}
