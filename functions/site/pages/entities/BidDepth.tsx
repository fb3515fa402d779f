import { Depth } from '../../draw/Depth.tsx'
import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { Axis } from '../../draw/Line.tsx'
import { lengthOf, short, shortDecimal, utc } from '../../draw/numbers.ts'
import type { Auction, Bids } from './answers.ts'
import { From, NotRead } from './Facts.tsx'
import { PartOf } from './EntityHead.tsx'
import type { AuctionPage } from './EntityPage.ts'

/** Amounts of an auction's bids, by their maximum prices. */
export function BidDepth({ auction, bids }: Pick<AuctionPage, 'auction' | 'bids'>) {
  const id = auction.auction ?? auction.ccaLaunchArm
  const source = <From operationId="listAuctionRecentBids" query={`/v1/auction/${id}/recentBids?limit=200`} />
  return (
    <PartOf id="bids" title="Bids" source={source}>
      {'code' in bids ? <NotRead what="The bids" code={bids.code} /> : <Offers auction={auction} data={bids.data} />}
    </PartOf>
  )
}

function Offers({ auction, data }: { readonly auction: Auction; readonly data: Bids }) {
  const { bids, currencySymbol, currencyDecimals, nextCursor, truncated, asOf } = data
  const unit = currencySymbol ?? 'currency'
  if (bids.length === 0)
    return <p class="waiting">Nobody has bid{truncated ? ' in the blocks that could be read' : ' yet'}.</p>
  const offers = bids.flatMap(({ price, amount }) =>
    price === null || amount === null || currencyDecimals === null
      ? []
      : [{ price: Number(price), amount: lengthOf(amount, currencyDecimals) }],
  )
  const clearing = auction.current?.clearingPrice ?? auction.clearingPrice
  const total = totalOf(bids)
  const isPart = nextCursor !== null || truncated
  return (
    <>
      <p class="about">
        {countOf(bids.length, isPart)} {short(total, currencyDecimals)} {unit}
        {asOf === undefined ? '' : `, as of block ${asOf.blockNumber}`}. The picture adds up what is offered at each
        price or above it. Bids to the right of the dashed line, the clearing price, are filled.
      </p>
      <Axis ends={[`${short(total, currencyDecimals)} ${unit}`, `clearing price ${shortDecimal(clearing)} ${unit}`]} />
      <Depth
        label={`Bids by maximum price: ${short(total, currencyDecimals)} ${unit} in all; the clearing price is ${clearing ?? 'unknown'}`}
        offers={offers}
        clearing={clearing === null ? null : Number(clearing)}
      />
      <Axis
        ends={[
          `0 ${unit} per token`,
          `${shortDecimal(Math.max(...offers.map(({ price }) => price), clearing === null ? 0 : Number(clearing)))} ${unit} per token`,
        ]}
      />
      <FiguresTable
        caption="The bids as a table"
        columns={['Maximum price', `Offers, ${unit}`, 'Buys now', 'Bidder', 'Block', 'Time']}
        rows={bids.map(({ price, amountDisplay, inRange, owner, blockNumber, blockTime }) => [
          price ?? 'unknown',
          amountDisplay ?? 'unknown',
          inRange === null ? 'unknown' : inRange ? 'yes' : 'no',
          owner,
          blockNumber,
          blockTime === null ? 'unknown' : utc(blockTime),
        ])}
      />
    </>
  )
}

const countOf = (count: number, isPart: boolean): string =>
  count === 1
    ? `${isPart ? 'The newest' : 'The only'} bid offers`
    : `${isPart ? 'The newest' : 'All'} ${count} bids offer`

/** Total amount of bids; null if one of them could not be read. */
function totalOf(bids: Bids['bids']): string | null {
  let sum = 0n
  for (const { amount } of bids) {
    if (amount === null) return null
    sum += BigInt(amount)
  }
  return String(sum)
}
