import type { Card } from '../../../shared/imaging/Card.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { dollars, ends, percent, short, shortDecimal } from '../draw/numbers.ts'
import type { Shown } from './readThing.ts'

const MOST_NAME = 64
const nameOf = (text: string | null | undefined, otherwise: string): string =>
  plainTextOrNull(text ?? '', MOST_NAME) ?? otherwise

/** A thing in one line, and in one picture. */
export interface Description extends Card {
  readonly description: string
  /** Its id as its contract writes it. */
  readonly id: string
}

/** What previews say of a thing: its name, and the figures that matter most. */
export function describeThing(shown: Shown): Description {
  if (shown.kind === 'vault') return describeVault(shown.page)
  return shown.kind === 'auction' ? describeAuction(shown.page) : describeAgent(shown.page)
}

function describeVault({ report }: Extract<Shown, { kind: 'vault' }>['page']): Description {
  const { vault, metrics, context, asOf } = report
  const title = nameOf(context.vaultName, ends(vault))
  const assets = short(metrics.totalAssets, metrics.assetDecimals)
  const idle = percent(metrics.liquidity?.instantIdleBps == null ? null : Number(metrics.liquidity.instantIdleBps))
  return {
    kind: 'Creator vault',
    title,
    id: vault,
    figures: [
      { name: 'Assets', value: assets },
      { name: 'Coin price', value: dollars(context.oraclePriceUsd) },
      { name: 'Strategies', value: String(context.strategies?.length ?? 'unknown') },
    ],
    description: `${title}: ${assets} ${nameOf(context.creatorSymbol, 'coins')}, ${idle} of them idle, as of block ${asOf.blockNumber}.`,
  }
}

function describeAuction({ auction }: Extract<Shown, { kind: 'auction' }>['page']): Description {
  const { current, currencyDecimals, asOf } = auction
  const id = auction.auction ?? auction.ccaLaunchArm ?? ''
  const title = nameOf(auction.auctionTokenSymbol, ends(id))
  const currency = nameOf(auction.currencySymbol, '')
  const price = shortDecimal(current?.clearingPrice ?? auction.clearingPrice)
  const raised = short(current?.currencyRaised ?? auction.currencyRaised, currencyDecimals)
  return {
    kind: 'Auction',
    title,
    id,
    figures: [
      { name: `${currency} per token`, value: price },
      { name: `${currency} raised`, value: raised },
      { name: 'Bids', value: auction.nextBidId ?? 'unknown' },
    ],
    description: `Auction of ${title}: ${price} ${currency} per token, ${raised} ${currency} raised, as of block ${asOf.blockNumber}.`,
  }
}

function describeAgent({ summary, profile }: Extract<Shown, { kind: 'agent' }>['page']): Description {
  const { agentId, totalClients, asOf, summary: mean } = summary
  const own = profile && 'data' in profile ? profile.data.registration.name : undefined
  const title = nameOf(own, `Agent ${agentId}`)
  const rating = mean.count === 0 ? 'none' : shortDecimal(mean.displayValue)
  return {
    kind: 'Agent',
    title,
    id: String(agentId),
    figures: [
      { name: 'Mean rating', value: rating },
      { name: 'Ratings', value: String(mean.count) },
      { name: 'Clients', value: String(totalClients) },
    ],
    description: `${title}: ${mean.count} ratings by ${totalClients} clients in the reputation registry, as of block ${asOf.blockNumber}.`,
  }
}
