import { foreignWord } from '../../../../shared/text/plainText.ts'
import { ends, short, shortDecimal } from '../../draw/numbers.ts'
import { phaseWords } from '../../draw/phaseWords.ts'
import { withoutSign } from '../../draw/withoutSign.ts'
import type { Auctions } from './answers.ts'
import { Countdown } from './Head.tsx'
import { Panel } from './Panel.tsx'
import { AUCTIONS } from './sources.ts'
import { useReading } from './useReading.ts'

/** The auctions that end next, then those that begin or ended last. */
export const AuctionsPanel = () => (
  <Panel reading={useReading<Auctions>(AUCTIONS)} what="The list of auctions">
    {({ auctions }) =>
      auctions.length === 0 ? (
        <p class="waiting">No vault has held an auction on this chain.</p>
      ) : (
        auctions.map((auction) => <AuctionRow key={auction.auction} auction={auction} />)
      )
    }
  </Panel>
)

function AuctionRow({ auction: one }: { readonly auction: Auctions['auctions'][number] }) {
  const currency = foreignWord(one.currencySymbol) || 'currency'
  return (
    <article class="live-row">
      <div class="live-name">
        <span>
          <a href={`/auction/${one.auction}`}>
            {withoutSign(foreignWord(one.auctionTokenSymbol)) || 'Token'} for {currency}
          </a>{' '}
          <small>{ends(one.auction)}</small>
        </span>
        <small>
          {one.state === 'running' ? (
            <>
              ends in <Countdown until={one.endTime} />
            </>
          ) : (
            phaseWords(one)
          )}
        </small>
      </div>
      <p class="figure">
        {shortDecimal(one.clearingPrice)} <small>{currency} per token</small>
      </p>
      <small>
        raised {short(one.currencyRaised, one.currencyDecimals)} {currency} in {one.bidCount ?? 'an unknown number of'}{' '}
        bids
      </small>
      {one.acceptsBids === true ? (
        <a class="act" href={`/docs/operations/buildAuctionSubmitBid?auction=${one.auction}#try-it`}>
          Bid in this auction
        </a>
      ) : null}
    </article>
  )
}
