import { knownPrices } from '../../draw/knownPrices.ts'
import { FiguresTable } from '../../draw/FiguresTable.tsx'
import { Line } from '../../draw/Line.tsx'
import { exact, percent, short, shortDecimal } from '../../draw/numbers.ts'
import type { Frame } from '../Frame.ts'
import { renderPage } from '../renderPage.tsx'
import type { Auction } from './answers.ts'
import { BidDepth } from './BidDepth.tsx'
import { Address, Fact, From } from './Facts.tsx'
import { PartOf, ThingHead } from './ThingHead.tsx'
import type { AuctionPage } from './ThingPage.ts'

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
      <ThingHead
        kind={auction.auction === null ? 'Launch arm without an auction' : 'Auction'}
        title={frame.title}
        address={id}
        moment={auction.asOf}
        badges={badges}
      />
      <PartOf id="price" title="Price and amount raised" source={source}>
        <Figures auction={auction} />
      </PartOf>
      <PartOf id="prices" title="Clearing price where it is known" source={source}>
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
        name={`Clearing price, ${currencySymbol ?? 'currency'} a token`}
        title={current?.clearingPrice ?? undefined}
      >
        {shortDecimal(current?.clearingPrice ?? auction.clearingPrice)}
      </Fact>
      <Fact name="Least price of a bid" title={auction.minBidPrice ?? undefined}>
        {auction.acceptsBids === true ? shortDecimal(auction.minBidPrice) : 'takes no bids'}
      </Fact>
      <Fact name={`Raised, ${currencySymbol ?? 'currency'}`} title={exact(raised, currencyDecimals)}>
        {short(raised, currencyDecimals)}
      </Fact>
      <Fact name="Tokens sold" title={exact(cleared, auctionTokenDecimals)}>
        {short(cleared, auctionTokenDecimals)} of {short(auction.totalSupply, auctionTokenDecimals)}
      </Fact>
      <Fact name="Part sold">{percent(current?.soldBps ?? null)}</Fact>
      <Fact name="Floor price" title={auction.floorPrice ?? undefined}>
        {shortDecimal(auction.floorPrice)}
      </Fact>
      <Fact name="Bids so far">{auction.nextBidId ?? 'unknown'}</Fact>
      <Fact name="Ends about">{auction.lifecycleEndTime?.slice(0, 16).replace('T', ' ') ?? 'unknown'}</Fact>
    </dl>
  )
}

function Prices({ auction }: { readonly auction: Auction }) {
  const points = knownPrices(auction)
  const unit = auction.currencySymbol ?? ''
  return (
    <>
      <p class="about">
        The contract keeps its price at the start, at the last checkpoint and, by simulation, at this block. The line
        between them is not known; a price of an auction never falls.
      </p>
      <div class="large">
        <Line
          label={`Clearing price: ${points.map(({ at, value }) => `${value} ${unit} at block ${at}`).join(', ')}`}
          points={points}
          form="dots"
        />
      </div>
      <FiguresTable
        caption="These prices as a table"
        columns={['Block', `Price, ${unit} a token`]}
        rows={points.map(({ at, value }) => [String(at), String(value)])}
      />
    </>
  )
}

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
      <Address value={auction.currency} />
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
