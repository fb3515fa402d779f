import type { Address } from 'viem'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import type { AuctionRow } from '../../../shared/store/auctions.ts'
import { lower } from '../../../shared/text/address.ts'
import type { Store } from '../store/createStore.ts'

/** Auctions read in one request. */
const MOST = 100

/**
 * Brings the list of auctions to those that are named, with the vault of each. One upstream request per 100 new ones; what
 * is read of an auction never changes. `at` is the block at which they are named; without it, those that do not answer wait
 * for the next run. Throws what a chain read throws.
 */
export async function listAuctions(
  store: Store,
  chain: number,
  named: ReadonlyMap<Address, Address | null>,
  { reader, at }: { readonly reader: Chain; readonly at: BlockPoint | undefined },
): Promise<void> {
  const rows = new Map((await store.auctions.all(chain)).map((row) => [row.auction, row]))
  const added: AuctionRow[] = []
  const unread: { auction: Address; vault: Address | null }[] = []
  for (const [address, itsVault] of named) {
    const [auction, vault] = [lower(address), itsVault && lower(itsVault)]
    const row = rows.get(auction)
    rows.delete(auction)
    if (!row) unread.push({ auction, vault })
    else if (row.vault !== vault) added.push({ ...row, vault })
  }
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
    for (const own of some) {
      const read = value[own.auction]
      if (read?.token && read.currency && read.startBlock !== null && read.endBlock !== null) {
        const { token, currency, startBlock, endBlock } = read
        const blocks = { startBlock: safe(startBlock), endBlock: safe(endBlock) }
        added.push({ chain, ...own, token: lower(token), currency: lower(currency), ...blocks })
      } else if (at) added.push({ chain, ...own, token: null, currency: null, startBlock: null, endBlock: null })
    }
  }
  if (added.length + rows.size > 0) await store.auctions.save(chain, added, [...rows.keys()])
}

/** A block that no chain reaches may be any other such block. */
const safe = (block: bigint): number => Number(block < Number.MAX_SAFE_INTEGER ? block : Number.MAX_SAFE_INTEGER)
