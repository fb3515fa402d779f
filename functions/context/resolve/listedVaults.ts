import { isRecent } from '../../../shared/events/listStanding.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { VaultRow } from '../../../shared/store/vaults.ts'
import type { WalletsContext } from '../context.ts'
import { NotRead } from '../NotRead.ts'

/** Vaults whose name or symbol has this skeleton, from the list that the log index's job writes. Throws as `fromList`. */
export const listedVaults = (
  context: WalletsContext,
  shape: string,
  { minBlock, limit }: { readonly minBlock: number; readonly limit: number },
): Promise<VaultRow[]> => fromList(context, minBlock, (chain) => context.vaults.named(chain, shape, limit))

/** Reads a list that the log index's job writes. Throws index_unavailable (NotRead) if they are behind, store_unavailable. */
export async function fromList<T>(
  { chain, store, now }: WalletsContext,
  minBlock: number,
  read: (chain: number) => Promise<T>,
): Promise<T> {
  const status = await stored(() => store.logIndex.status(chain.config.chainId))
  const isUsable = status && status.listedNumber >= minBlock && isRecent(status, Math.floor(now() / 1000))
  if (!isUsable) throw new NotRead('index_unavailable')
  return stored(() => read(status.id))
}
