import type { Address } from 'viem'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { ApiError, isOutage } from '../../../shared/errors/ApiError.ts'
import type { AssetReadings } from '../../../shared/store/vaultHours.ts'
import type { Store } from '../store/createStore.ts'
import { VAULTS } from './streams.ts'

/** Readings made in one run, each a request. */
const MOST = 40

/**
 * Reads what vaults held before the first reading of them: at the last deposit, withdrawal or report of each past hour, the newest
 * hours first, as far as nodes have the state. A vault that has a reading is not read again. Throws what a chain read throws,
 * unless it is an outage: then older blocks are left out.
 */
export async function readPastAssets(
  store: Store,
  reader: Chain,
  { chain, revision, time }: { readonly chain: number; readonly revision: number; readonly time: number },
): Promise<void> {
  const past: (AssetReadings & { readonly at: { readonly number: number; readonly time: number } })[] = []
  for (const { vault, number, time: at } of await store.logHours.withoutReading(chain, VAULTS, time, MOST)) {
    const totalAssets = await assetsAt(reader, vault, { blockNumber: String(number), timestamp: at })
    if (totalAssets === 'unreadable') break
    if (totalAssets !== null) past.push({ at: { number, time: at }, revision, assets: [{ vault, totalAssets }] })
  }
  if (past.length > 0) await store.vaults.savePast(chain, past)
}

async function assetsAt(reader: Chain, vault: Address, block: BlockPoint): Promise<bigint | null | 'unreadable'> {
  try {
    const { value } = await reader.read(({ at }) => at(vault, creatorVaultAbi)('totalAssets'), [], block)
    return value
  } catch (error) {
    if (error instanceof ApiError && isOutage(error)) return 'unreadable'
    throw error
  }
}
