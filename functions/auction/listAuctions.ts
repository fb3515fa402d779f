import { type Address, getAddress } from 'viem'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { clearingPriceQ96 } from '../../shared/domain/auction/clearing.ts'
import { humanAmount, humanPrice, moneyFields } from '../../shared/domain/auction/Money.ts'
import { acceptsBids, hasGraduated, phase, phaseName, stateOf } from '../../shared/domain/auction/phase.ts'
import { type Auction, readAuctions } from '../../shared/domain/auction/readAuction.ts'
import { requireRegistry } from '../../shared/domain/vault/requireRegistry.ts'
import { pointOf, waitForIndex } from '../../shared/events/eventsFromIndex.ts'
import { isRecent, listedAsOf } from '../../shared/events/listStanding.ts'
import { openPage } from '../../shared/store/openPage.ts'
import { stored } from '../../shared/store/stored.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { lifecycleFields } from './armFields.ts'
import type { AuctionHandler } from './context.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/

/**
 * A page of the auctions that the log index's job has listed, each read at the block of that list, in one upstream request:
 * what no launch arm and no configuration names at that block is left out. Without that list the registry is called, to
 * explain it by a node or a registry that is missing.
 *
 * Throws invalid_request for a cursor of another list, role_not_configured, log_index_unavailable, behind_requested_block,
 * store_unavailable, and what a chain read throws.
 */
export const listAuctions: AuctionHandler<'listAuctions'> = async ({ query }, { chain, store, auctions, now }) => {
  const { state, vault, token, currency, endsAfter, endsBefore, minBlock = 0 } = query
  const { chainId, blockTimeMs } = chain.config
  chain.role('registry')
  const filters = { state, vault, token, currency, endsAfter, endsBefore }
  const scope = `auctions:${JSON.stringify(filters)}`
  const page = openPage(scope, ['number', 'number', 'number', ADDRESS], query)
  const listed = await waitForIndex({ chain, now }, minBlock, async () => {
    const [status, rows] = await stored(() =>
      Promise.all([
        store.logIndex.status(chainId),
        auctions.page({ chainId, ...filters, after: page.after, limit: page.limit }),
      ]),
    )
    if (!status || !isRecent(status, Math.floor(now() / 1000))) return null
    return { ...status, block: status.listedNumber, rows }
  })
  if (!listed) {
    await requireRegistry(chain)
    throw new ApiError('log_index_unavailable')
  }
  const { rows, nextCursor } = page.cut(listed.rows, (row) => [
    page.after?.[0] ?? listed.block,
    row.state,
    row.end,
    row.auction,
  ])
  const vaultOf = new Map(rows.map((row) => [getAddress(row.auction), row.vault && getAddress(row.vault)]))
  const at = pointOf({ block: listed.block, time: listed.listedTime })
  const read = rows.length === 0 ? [] : await readAuctions(chain, [...vaultOf.keys()], at)
  const items = read.flatMap((auction) => itemOf(auction, vaultOf, blockTimeMs))
  const asOf = listedAsOf(chainId, listed)
  return { asOf, data: { chainId, auctions: items, count: items.length, nextCursor } }
}

/** Nothing for a contract that is proven not to be an auction of this deployment. */
function itemOf(read: Auction, vaultOf: ReadonlyMap<Address, Address | null>, blockTimeMs: number) {
  const { address, terms, current, money, block, provenance } = read
  if (address === null || terms === null || provenance.status === 'not_proven') return []
  const clearing = clearingPriceQ96(terms, current?.checkpoint)
  const raised = current?.currencyRaised ?? terms.currencyRaised
  const times = lifecycleFields(read, blockTimeMs)
  return [
    {
      auction: address,
      vault: vaultOf.get(address) ?? null,
      provenance,
      state: stateOf(terms, block),
      phaseName: phaseName(phase(read)),
      acceptsBids: acceptsBids(read),
      isGraduated: hasGraduated(read),
      ...moneyFields(money),
      clearingPriceQ96: String(clearing),
      clearingPrice: humanPrice(money, clearing),
      currencyRaised: decimal(raised),
      currencyRaisedDisplay: humanAmount(money.currency, raised),
      bidCount: decimal(terms.nextBidId),
      startBlock: String(terms.startBlock),
      startTime: times.lifecycleStartTime,
      endBlock: String(terms.endBlock),
      endTime: times.lifecycleEndTime,
      claimBlock: decimal(terms.claimBlock),
    },
  ]
}
