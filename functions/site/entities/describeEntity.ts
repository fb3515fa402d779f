import type { Card } from '../../../shared/imaging/Card.ts'
import { doubtOf } from '../../../shared/domain/provenance/doubtOf.ts'
import { foreignWord } from '../../../shared/text/plainText.ts'
import { dollars, ends, percent, short, shortDecimal } from '../draw/numbers.ts'
import { phaseWords } from '../draw/phaseWords.ts'
import { withoutSign } from '../draw/withoutSign.ts'
import type { Provenance } from '../pages/entities/answers.ts'
import { nameIn } from '../pages/entities/nameIn.ts'
import type { Shown } from './readEntity.ts'

/** An entity in one line, and in one picture. */
export interface Description extends Card {
  readonly description: string
  /** Its id as its contract writes it. */
  readonly id: string
  /** The proof of a contract; absent for an agent, which is an entry of the configured registry. */
  readonly provenance?: Provenance
  /** Why this service cannot vouch for it. */
  readonly doubt?: string | undefined
}

/**
 * The text of previews: its name, and the figures that matter most. Of a contract that is not proven they say only that: it
 * chooses its names and figures itself.
 */
export function describeEntity(shown: Shown): Description {
  const described = describe(shown)
  const { provenance, id } = described
  const doubt = provenance && doubtOf(provenance)
  return doubt === undefined
    ? described
    : { ...described, title: `Unconfirmed ${shown.kind} ${ends(id)}`, description: doubt, doubt }
}

function describe(shown: Shown): Description {
  if (shown.kind === 'vault') return describeVault(shown.page)
  return shown.kind === 'auction' ? describeAuction(shown.page) : describeAgent(shown.page)
}

function describeVault({ report }: Extract<Shown, { kind: 'vault' }>['page']): Description {
  const { vault, provenance, metrics, context, asOf } = report
  const title = foreignWord(withoutSign(context.vaultName ?? '')) || ends(vault)
  const assets = short(metrics.totalAssets, metrics.assetDecimals)
  const idle = percent(metrics.liquidity?.instantIdleBps == null ? null : Number(metrics.liquidity.instantIdleBps))
  return {
    kind: 'Creator vault',
    title,
    id: vault,
    provenance,
    figures: [
      { name: 'Assets', value: assets },
      { name: 'Coin price', value: dollars(context.oraclePriceUsd) },
      { name: 'Strategies', value: String(context.strategies?.length ?? 'unknown') },
    ],
    description: `${title}: ${assets} ${context.creatorSymbol ?? 'coins'}, ${idle} of them idle, as of block ${asOf.blockNumber}.`,
  }
}

function describeAuction({ auction }: Extract<Shown, { kind: 'auction' }>['page']): Description {
  const { current, currencyDecimals, asOf, provenance } = auction
  const id = auction.auction ?? auction.ccaLaunchArm ?? ''
  const token = withoutSign(auction.auctionTokenSymbol ?? '') || 'Token'
  // Auctions of one token differ by their addresses.
  const title = `${token} auction ${ends(id)}`
  const currency = auction.currencySymbol ?? 'currency'
  const price = shortDecimal(current?.clearingPrice ?? auction.clearingPrice)
  const raised = short(current?.currencyRaised ?? auction.currencyRaised, currencyDecimals)
  return {
    kind: 'Auction',
    title,
    id,
    provenance,
    figures: [
      { name: `${currency} per token`, value: price },
      { name: `${currency} raised`, value: raised },
      { name: 'Bids', value: auction.nextBidId ?? 'unknown' },
    ],
    description: `${title}, ${phaseWords(auction)}: ${price} ${currency} per token, ${raised} ${currency} raised, as of block ${asOf.blockNumber}.`,
  }
}

function describeAgent({ summary, profile, registered }: Extract<Shown, { kind: 'agent' }>['page']): Description {
  const { agentId, totalClients, asOf, summary: all, byTag } = summary
  const own = profile && 'data' in profile ? profile.data.registration.name : nameIn(registered)
  const title = foreignWord(own) || `Agent ${agentId}`
  const [most] = byTag
  const tag = (most && foreignWord(most.tag1)) || 'untagged'
  return {
    kind: 'Agent',
    title,
    id: String(agentId),
    figures: [
      most ? { name: `Mean of ${tag}`, value: shortDecimal(most.displayValue) } : { name: 'Mean', value: 'none' },
      { name: 'Ratings', value: String(all.count) },
      { name: 'Clients', value: String(totalClients) },
    ],
    description: `${title}: ${all.count} ratings by ${totalClients} clients in the reputation registry, as of block ${asOf.blockNumber}.`,
  }
}
