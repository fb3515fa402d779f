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
import { AuctionList } from './AuctionList.tsx'
import { Address, Fact, From } from './Facts.tsx'
import { phaseWords } from '../../draw/phaseWords.ts'
import { PartOf, EntityHead } from './EntityHead.tsx'
import type { AuctionPage } from './EntityPage.ts'

/** The page of an auction: its price now and before, its bids, its schedule. */
export function renderAuction(frame: Frame, page: AuctionPage): string {
  const { auction, auctions } = page
  const id = auction.auction ?? auction.ccaLaunchArm
  const listed = 'data' in auctions ? auctions.data.auctions.find((one) => one.auction === auction.auction) : undefined
  const vault = auction.backingVault ?? listed?.vault ?? null
  const source = <From operationId="getAuctionStatus" query={`/v1/auction/${id}/status`} />
  const badges = [
    phaseWords(auction),
    ...(auction.acceptsBids === true ? ['accepts bids'] : []),
    ...(auction.isGraduated === true ? ['has raised enough'] : []),
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
        picture={auction.auctionTokenImagePath}
      >
        <Actions auction={auction} vault={vault} />
      </EntityHead>
      <PartOf id="price" title="Price and amount raised" source={source}>
        <Figures auction={auction} />
      </PartOf>
      <PartOf id="prices" title="Clearing price over time" source={source}>
        <Prices auction={auction} />
      </PartOf>
      <BidDepth auction={auction} bids={page.bids} />
      <PartOf id="schedule" title="Schedule and contracts" source={source}>
        <Schedule auction={auction} vault={vault} />
      </PartOf>
      {auction.auctionToken === null ? null : (
        <AuctionList
          title="Other auctions of this token"
          auctions={auctions}
          query={`token=${auction.auctionToken}`}
          own={auction.auction}
        />
      )}
    </article>,
  )
}

interface OfAuction {
  readonly auction: Auction
  /** Vault that it belongs to; null if unknown. */
  readonly vault: string | null
}

/** Links to the next step of a bidder, and to its vault. */
function Actions({ auction, vault }: OfAuction) {
  const { acceptsBids, lifecycleClaimOpen, lifecycleEndBlock, isGraduated } = auction
  const id = auction.auction ?? auction.ccaLaunchArm
  const hasEnded = lifecycleEndBlock !== null && BigInt(auction.currentBlock) >= BigInt(lifecycleEndBlock)
  const act = acceptsBids
    ? { operationId: 'buildAuctionSubmitBid', text: 'Bid in this auction' }
    : lifecycleClaimOpen
      ? { operationId: 'buildAuctionClaimTokens', text: 'Claim tokens' }
      : hasEnded && isGraduated === false
        ? { operationId: 'buildAuctionExitBid', text: 'Get a refund' }
        : null
  return (
    <p class="actions">
      {act === null ? null : (
        <a class="button" href={`/docs/operations/${act.operationId}?auction=${id}#try-it`}>
          {act.text}
        </a>
      )}
      {vault === null ? null : (
        <>
          <a class="button quiet" href={`/vault/${vault}`}>
            Its vault
          </a>
          <a class="button quiet" href={`/vault/${vault}#votes`}>
            Votes
          </a>
          <a class="button quiet" href={`/vault/${vault}#jackpot`}>
            Jackpot
          </a>
        </>
      )}
    </p>
  )
}

/** When bidding ends or ended. The block is exact; the time of a future block is an estimate. */
function End({ auction }: { readonly auction: Auction }) {
  const { lifecycleEndTime, lifecycleEndedAt, lifecycleEndBlock: block } = auction
  const time = lifecycleEndedAt ?? lifecycleEndTime
  return (
    <Fact name={lifecycleEndedAt === null ? 'Ends about' : 'Ended'} title={time ?? undefined}>
      {time === null ? 'unknown' : shortUtc(time)}
      {block === null ? null : <small class="fact-note">block {block}</small>}
    </Fact>
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
      <End auction={auction} />
    </dl>
  )
}

function Prices({ auction }: { readonly auction: Auction }) {
  const points = knownPrices(auction)
  const unit = auction.currencySymbol ?? ''
  const hasEnded = auction.lifecycleEndedAt !== null
  return (
    <>
      <p class="about">
        The contract records the price at the start and at each checkpoint; the last point is{' '}
        {hasEnded ? 'the final price, at the end block' : 'simulated at this block'}. Between the points the price is
        unknown, but it never falls.
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

const Schedule = ({ auction, vault }: OfAuction) => (
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
    {vault === null ? null : (
      <Fact name="Vault">
        <a href={`/vault/${vault}`}>
          <Address value={vault} />
        </a>
      </Fact>
    )}
  </dl>
)
