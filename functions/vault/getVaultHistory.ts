import type { VaultHandler } from './context.ts'
import { ifReachable } from '../../shared/calldata/readIfReachable.ts'
import { requireRegistry } from '../../shared/domain/vault/requireRegistry.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { waitForIndex } from '../../shared/events/eventsFromIndex.ts'
import { stored } from '../../shared/store/stored.ts'
import { isRecent, listedAsOf } from '../../shared/events/listStanding.ts'

/**
 * The assets of a vault by hour, as core's job read them (drizzle/vaults.ts). Only the log index has them. A node is
 * called only if the index has no list, to explain it by a wrong registry.
 *
 * Throws not_a_vault for one that the index does not list, log_index_unavailable if it has no list or follows the chain no
 * longer, behind_requested_block, store_unavailable, role_not_configured if the registry has no address or does not answer
 * as one.
 */
export const getVaultHistory: VaultHandler<'getVaultHistory'> = async (
  { params: { address }, query: { days, minBlock = 0 } },
  { chain, hours: store, now },
) => {
  const { chainId } = chain.config
  chain.role('registry')
  const found = await waitForIndex({ chain, now }, minBlock, async () => {
    const kept = await stored(() => store.of(chainId, address, days))
    if (!kept || !isRecent(kept.list, Math.floor(now() / 1000))) return null
    const { listedNumber: block, headNumber, checkedAt } = kept.list
    return { block, headNumber, checkedAt, kept }
  })
  if (!found) {
    await ifReachable(() => requireRegistry(chain))
    throw new ApiError('log_index_unavailable')
  }
  const { list, vault, since, hours } = found.kept
  const asOf = listedAsOf(chainId, list)
  if (!vault)
    throw new ApiError('not_a_vault', `address: the registry did not list ${address} at block ${asOf.blockNumber}`)
  return {
    asOf,
    data: {
      chainId,
      vault: address,
      assetDecimals: vault.assetDecimals,
      since: since === null ? null : isoOf(since),
      items: hours.map(({ hour, blockNumber, totalAssets }) => ({
        hour: isoOf(hour),
        blockNumber: String(blockNumber),
        totalAssets,
      })),
    },
  }
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
