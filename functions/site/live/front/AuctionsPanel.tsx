import { foreignWord } from '../../../../shared/text/plainText.ts'
import { Line } from '../../draw/Line.tsx'
import { short, shortDecimal } from '../../draw/numbers.ts'
import { knownPrices } from '../../draw/knownPrices.ts'
import type { Auction } from './answers.ts'
import { Countdown } from './Head.tsx'
import { Panel } from './Panel.tsx'
import { auctionOf } from './sources.ts'
import { useReading } from './useReading.ts'

/** The current auction of each launch arm of this chain. */
export function AuctionsPanel({ launchArms }: { readonly launchArms: readonly string[] }) {
  if (launchArms.length === 0) return <p class="waiting">No launch arm is known on this chain.</p>
  return (
    <>
      {launchArms.map((arm) => (
        <AuctionRow key={arm} launchArm={arm} />
      ))}
    </>
  )
}

function AuctionRow({ launchArm }: { readonly launchArm: string }) {
  const reading = useReading<Auction>(auctionOf(launchArm))
  return (
    <article class="live-row">
      <Panel reading={reading} what="The auction of this launch arm">
        {(auction) => (auction.auction === null ? <NoAuction auction={auction} /> : <Price auction={auction} />)}
      </Panel>
    </article>
  )
}

const NoAuction = ({ auction }: { readonly auction: Auction }) => (
  <p class="waiting">
    <a href={`/auction/${auction.ccaLaunchArm}`}>{foreignWord(auction.auctionTokenSymbol) || 'This launch arm'}</a> has
    no auction now.
  </p>
)

function Price({ auction }: { readonly auction: Auction }) {
  const { auctionTokenSymbol, phaseName, lifecycleEndTime, isActive, current } = auction
  const currencySymbol = foreignWord(auction.currencySymbol) || 'currency'
  const price = current?.clearingPrice ?? auction.clearingPrice
  return (
    <>
      <div class="live-name">
        <a href={`/auction/${auction.auction}`}>{auctionTokenSymbol ?? auction.auction}</a>
        <small>
          {isActive ? (
            <>
              ends in <Countdown until={lifecycleEndTime} />
            </>
          ) : (
            phaseName
          )}
        </small>
      </div>
      <div class="figure-line">
        <p class="figure">
          {shortDecimal(price)} <small>{currencySymbol} per token</small>
        </p>
        <Line
          label={`Clearing price at the start, at the last checkpoint and now: ${price} ${currencySymbol}`}
          points={knownPrices(auction)}
          form="dots"
        />
      </div>
      <small>
        raised {short(current?.currencyRaised ?? auction.currencyRaised, auction.currencyDecimals)} {currencySymbol};
        sold {short(current?.totalCleared ?? auction.totalCleared, auction.auctionTokenDecimals)} of{' '}
        {short(auction.totalSupply, auction.auctionTokenDecimals)} tokens. Prices: start, last checkpoint, now.
      </small>
    </>
  )
}
