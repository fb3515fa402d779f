import type { Address } from 'viem'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import type { Lane } from '../../../shared/domain/vault/readLanes.ts'
import { type AuctionRow, isOutdated } from '../../../shared/store/auctions.ts'
import { lower } from '../../../shared/text/address.ts'
import type { Store } from '../store/createStore.ts'

/** Auctions read in one request. */
const MOST = 100

interface Named {
  /** The auctions, and the vaults whose launch arms name each. */
  readonly vaultsOf: ReadonlyMap<Address, readonly Address[]>
  readonly lanes: readonly Pick<Lane, 'vault' | 'shareToken'>[]
}

/**
 * Brings the list of auctions to those that are named, with the vault of each, while the log index is at a revision. One upstream
 * request per 100 new ones, stored at once; what is read of an auction changes only with a reorganization. `at` is the block at
 * which they are named; without it, those that do not answer wait for the next run. False if another run has overtaken this one.
 * Throws what a chain read throws.
 */
export async function listAuctions(
  store: Store,
  { chain, revision }: { readonly chain: number; readonly revision: number },
  { vaultsOf, lanes }: Named,
  { reader, at }: { readonly reader: Chain; readonly at: BlockPoint | undefined },
): Promise<boolean> {
  const tokenOf = new Map(lanes.map(({ vault, shareToken }) => [lower(vault), shareToken && lower(shareToken)]))
  // A launch arm can name any auction: it is that of the vault whose share token it sells, as its proof says.
  const vaultOf = (token: Address | null, vaults: readonly Address[]): Address | null =>
    vaults.find((vault) => token !== null && tokenOf.get(vault) === token) ?? vaults[0] ?? null
  const rows = new Map((await store.auctions.all(chain)).map((row) => [row.auction, row]))
  const changed: AuctionRow[] = []
  const unread: { auction: Address; vaults: Address[] }[] = []
  for (const [address, itsVaults] of vaultsOf) {
    const [auction, vaults] = [lower(address), itsVaults.map(lower)]
    const row = rows.get(auction)
    rows.delete(auction)
    if (!row || isOutdated(row)) unread.push({ auction, vaults })
    else if (row.vault !== vaultOf(row.token, vaults)) changed.push({ ...row, vault: vaultOf(row.token, vaults) })
  }
  const gone = [...rows.keys()]
  if (changed.length + gone.length > 0 && !(await store.auctions.save(chain, revision, changed, gone))) return false
  while (unread.length > 0) {
    const some = unread.splice(0, MOST)
    const { value } = await reader.read(
      ({ at: contract }) =>
        Object.fromEntries(
          some.map(({ auction }) => {
            const call = contract(auction, auctionAbi)
            const blocks = { startBlock: call('startBlock'), endBlock: call('endBlock') }
            return [auction, { token: call('token'), currency: call('currency'), ...blocks }]
          }),
        ),
      [],
      at,
    )
    const added = some.flatMap(({ auction, vaults }): AuctionRow[] => {
      const read = value[auction]
      const own = { chain, auction, vault: vaultOf(read?.token ? lower(read.token) : null, vaults) }
      if (read?.token && read.currency && read.startBlock !== null && read.endBlock !== null) {
        const { token, currency, startBlock, endBlock } = read
        const blocks = { startBlock: safe(startBlock), endBlock: safe(endBlock) }
        return [{ ...own, token: lower(token), currency: lower(currency), ...blocks }]
      }
      return at ? [{ ...own, token: null, currency: null, startBlock: null, endBlock: null }] : []
    })
    if (added.length > 0 && !(await store.auctions.save(chain, revision, added, []))) return false
  }
  return true
}

/** A block number that fits a column. No chain reaches a larger one, so those are cut to the same. */
const safe = (block: bigint): number => Number(block < Number.MAX_SAFE_INTEGER ? block : Number.MAX_SAFE_INTEGER)
