import { knownPrices } from '../../draw/knownPrices.ts'
import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { Axis, Line } from '../../draw/Line.tsx'
import { cutPercent, exact, short, shortDecimal } from '../../draw/numbers.ts'
import { shortUtc } from '../../draw/shortUtc.ts'
import type { Point } from '../../draw/scale.ts'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import type { Auction } from './answers.ts'
import { BidDepth } from './BidDepth.tsx'
import { Address, Fact, From } from './Facts.tsx'
import { PartOf, EntityHead } from './EntityHead.tsx'
import type { AuctionPage } from './EntityPage.ts'

/** The page of an auction: its price now and before, its bids, its schedule. */
export function renderAuction(frame: Frame, { auction, bids }: AuctionPage): string {
  const id = auction.auction ?? auction.ccaLaunchArm
  const source = <From operationId="getAuctionStatus" query={`/v1/auction/${id}/status`} />
  const badges = [
    auction.phaseName ?? 'phase unknown',
    ...(auction.acceptsBids === true ? ['accepts bids'] : []),
    ...(auction.isGraduated === true ? ['graduated'] : []),
  ]
  return renderPage(
    frame,
    <article class="thing">
      <EntityHead
        kind={auction.auction === null ? 'Launch arm without an auction' : 'Auction'}
        doubt={frame.doubt}
        provenance={auction.provenance}
        title={frame.title}
        address={id}
        moment={auction.asOf}
        badges={badges}
      />
      <PartOf id="price" title="Price and amount raised" source={source}>
        <Figures auction={auction} />
      </PartOf>
      <PartOf id="prices" title="Clearing price over time" source={source}>
        <Prices auction={auction} />
      </PartOf>
      <BidDepth auction={auction} bids={bids} />
      <PartOf id="schedule" title="Schedule and contracts" source={source}>
        <Schedule auction={auction} />
      </PartOf>
    </article>,
  )
}

function Figures({ auction }: { readonly auction: Auction }) {
  const { current, currencySymbol, currencyDecimals, auctionTokenDecimals } = auction
  const raised = current?.currencyRaised ?? auction.currencyRaised
  const cleared = current?.totalCleared ?? auction.totalCleared
  return (
    <dl class="tiles">
      <Fact
        name={`Clearing price, ${currencySymbol ?? 'currency'} per token`}
        title={current?.clearingPrice ?? undefined}
      >
        {shortDecimal(current?.clearingPrice ?? auction.clearingPrice)}
      </Fact>
      <Fact name="Minimum bid price" title={auction.minBidPrice ?? undefined}>
        {auction.acceptsBids === true ? shortDecimal(auction.minBidPrice) : 'no bids accepted'}
      </Fact>
      <Fact name={`Raised, ${currencySymbol ?? 'currency'}`} title={exact(raised, currencyDecimals)}>
        {short(raised, currencyDecimals)}
      </Fact>
      <Fact name="Tokens sold" title={exact(cleared, auctionTokenDecimals)}>
        {short(cleared, auctionTokenDecimals)} of {short(auction.totalSupply, auctionTokenDecimals)}
      </Fact>
      <Fact name="Released by the schedule">{cutPercent(current?.soldBps ?? null)}</Fact>
      <Fact name="Floor price" title={auction.floorPrice ?? undefined}>
        {shortDecimal(auction.floorPrice)}
      </Fact>
      <Fact name="Bids so far">{auction.nextBidId ?? 'unknown'}</Fact>
      <Fact name="Ends about">
        {auction.lifecycleEndTime === null ? 'unknown' : shortUtc(auction.lifecycleEndTime)}
      </Fact>
    </dl>
  )
}

function Prices({ auction }: { readonly auction: Auction }) {
  const points = knownPrices(auction)
  const unit = auction.currencySymbol ?? ''
  return (
    <>
      <p class="about">
        The contract records the price at the start and at each checkpoint; the last point is simulated at this block.
        Between the points the price is unknown, but it never falls.
      </p>
      <div class="large">
        <Line
          label={`Clearing price: ${points.map(({ at, value }) => `${value} ${unit} at block ${at}`).join(', ')}`}
          points={points}
          form="dots"
        />
      </div>
      <Axis ends={points.length > 1 ? [points[0], points.at(-1)].map((point) => labelOf(point, unit)) : []} />
      <FiguresTable
        caption="These prices as a table"
        columns={['Block', `Price, ${unit} per token`]}
        rows={points.map(({ at, value }) => [String(at), String(value)])}
      />
    </>
  )
}

/** Contracts write the chain's own coin as the zero address. */
const isOfChain = (currency: string | null): boolean => /^0x0{40}$/.test(currency ?? '')

const labelOf = (point: Point | undefined, unit: string): string =>
  point === undefined ? '' : `${shortDecimal(point.value)} ${unit} at block ${point.at}`

const Schedule = ({ auction }: { readonly auction: Auction }) => (
  <dl class="addresses">
    <Fact name="Blocks">
      {auction.lifecycleStartBlock ?? 'unknown'} to {auction.lifecycleEndBlock ?? 'unknown'}; claims from{' '}
      {auction.lifecycleClaimBlock ?? 'unknown'}
    </Fact>
    <Fact name="Token">
      <Address value={auction.auctionToken} />
    </Fact>
    <Fact name="Currency">
      {isOfChain(auction.currency) ? (
        `${auction.currencySymbol ?? 'coin'} of the chain`
      ) : (
        <Address value={auction.currency} />
      )}
    </Fact>
    {auction.backingVault === null ? null : (
      <Fact name="Vault">
        <a href={`/vault/${auction.backingVault}`}>
          <Address value={auction.backingVault} />
        </a>
      </Fact>
    )}
    {auction.pastAuctions.map((past) => (
      <Fact name="Earlier auction">
        <a href={`/auction/${past}`}>
          <Address value={past} />
        </a>
      </Fact>
    ))}
  </dl>
)
