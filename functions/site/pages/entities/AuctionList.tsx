import { foreignWord } from '../../../../shared/text/plainText.ts'
import { ends, exact, short, shortDecimal } from '../../draw/numbers.ts'
import { phaseWords } from '../../draw/phaseWords.ts'
import { withoutSign } from '../../draw/withoutSign.ts'
import type { Auctions } from './answers.ts'
import { PartOf } from './EntityHead.tsx'
import type { Part } from './EntityPage.ts'
import { From, NotRead } from './Facts.tsx'

interface AuctionListProps {
  readonly title: string
  readonly auctions: Part<Auctions>
  /** Filter of the list, as its query has it. */
  readonly query: string
  /** The auction whose page it is. */
  readonly own?: string | null
}

/** Auctions, running ones first, as links to their pages. */
export const AuctionList = ({ title, auctions, query, own }: AuctionListProps) => (
  <PartOf id="auctions" title={title} source={<From operationId="listAuctions" query={`/v1/auction?${query}`} />}>
    {'code' in auctions ? (
      <NotRead what="The list of auctions" code={auctions.code} />
    ) : (
      <Rows auctions={auctions.data.auctions.filter(({ auction }) => auction !== own)} />
    )}
  </PartOf>
)

const Rows = ({ auctions }: Pick<Auctions, 'auctions'>) =>
  auctions.length === 0 ? (
    <p class="waiting">No auctions.</p>
  ) : (
    <div class="scroll" tabIndex={0} role="region" aria-label="States and prices of auctions">
      <table>
        <tbody>
          {auctions.map((one) => {
            const currency = foreignWord(one.currencySymbol) || 'currency'
            return (
              <tr>
                <td>
                  <a href={`/auction/${one.auction}`}>
                    {withoutSign(foreignWord(one.auctionTokenSymbol)) || 'Token'} for {currency}
                  </a>{' '}
                  <code>{ends(one.auction)}</code>
                </td>
                <td>
                  {phaseWords(one)}; end block {one.endBlock ?? 'unknown'}
                </td>
                <td title={exact(one.currencyRaised, one.currencyDecimals)}>
                  {shortDecimal(one.clearingPrice)} {currency} per token,{' '}
                  {short(one.currencyRaised, one.currencyDecimals)} {currency} raised
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
