import { stored } from '../../../shared/store/stored.ts'
import type { VaultRow } from '../../../shared/store/vaults.ts'
import type { WalletsContext } from '../context.ts'
import { NotRead } from '../NotRead.ts'

/** How long ago the index may have looked at the node, and how far its list of vaults may be behind, in seconds. */
const [LOOKED, BEHIND] = [180, 600]

/**
 * Vaults whose name or symbol has this skeleton, from the list that the log index's job writes. Throws
 * index_unavailable (NotRead) if it is behind, store_unavailable.
 */
export async function listedVaults(
  { chain, store, vaults, now }: WalletsContext,
  shape: string,
  { minBlock, limit }: { readonly minBlock: number; readonly limit: number },
): Promise<VaultRow[]> {
  const status = await stored(() => store.logIndex.status(chain.config.chainId))
  const seconds = Math.floor(now() / 1000)
  const isUsable =
    status !== null &&
    status.listedNumber > 0 &&
    status.listedNumber >= minBlock &&
    seconds - status.checkedAt <= LOOKED &&
    status.headTime - status.listedTime <= BEHIND
  if (!isUsable) throw new NotRead('index_unavailable')
  return stored(() => vaults.named(status.id, shape, limit))
}
