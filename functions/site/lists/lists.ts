import type * as z from 'zod'
import type { RegisteredAgents } from '../../../schema/agents/list.ts'
import type { Auctions } from '../../../schema/auction/list.ts'
import type { FamilyName } from '../../../schema/families.ts'
import type { ExploreVaults } from '../../../schema/vault/explore.ts'
import { foreignWord } from '../../../shared/text/plainText.ts'
import { dollars, ends, short, shortDecimal } from '../draw/numbers.ts'
import { withoutSign } from '../draw/withoutSign.ts'
import { type Answer, isRefused, type Read } from '../entities/createRead.ts'
import { entityPath } from '../entities/Entity.ts'
import type { Area } from '../pages/Frame.ts'
import type { ListRow } from '../pages/lists/ListPage.ts'

/** A page of a list as a family answered it. */
export interface ListAnswer {
  readonly asOf: { readonly blockNumber: string }
  readonly rows: readonly ListRow[]
  readonly nextCursor: string | null
}

/** A list with a page, by its path: its texts, its operation and how its rows read. */
export interface List {
  readonly area: Area
  readonly title: string
  readonly lead: string
  readonly empty: string
  readonly columns: readonly string[]
  readonly operationId: string
  readonly path: string
  readonly read: (read: Read, cursor: string) => Promise<Answer<ListAnswer>>
}

type Page = Pick<ListAnswer, 'asOf' | 'nextCursor'>

const list = <T extends Page>(
  family: FamilyName,
  { rowsOf, ...own }: Omit<List, 'read'> & { readonly rowsOf: (page: T) => readonly ListRow[] },
): List => ({
  ...own,
  async read(read, cursor) {
    const answer = await read<T>(family, `${own.path}${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`)
    if (isRefused(answer)) return answer
    const { asOf, nextCursor } = answer.data
    return { ...answer, data: { asOf, nextCursor, rows: rowsOf(answer.data) } }
  },
})

const word = (symbol: string | null, address: string): string => foreignWord(withoutSign(symbol ?? '')) || ends(address)

export const LISTS: Readonly<Record<string, List>> = {
  '/vaults': list<z.output<typeof ExploreVaults>>('vault', {
    area: 'vaults',
    title: 'Creator vaults',
    lead: 'Every active vault of the registry, the most traded of the last 24 hours first.',
    empty: 'The registry has no active vault.',
    columns: ['Vault', 'Coin', 'Coin price', 'Market cap', 'Volume, 24 hours', 'Auction'],
    operationId: 'listExploreVaults',
    path: '/v1/explore/vaults',
    rowsOf: ({ items }) =>
      items.map((vault) => ({
        href: entityPath('vault', vault.vaultAddress),
        name: withoutSign(vault.name ?? '') || ends(vault.vaultAddress),
        cells: [
          word(vault.creatorCoinSymbol, vault.creatorCoinAddress),
          dollars(vault.priceUsd),
          dollars(vault.marketCapUsd),
          dollars(vault.volume24hUsd),
          vault.settlementStage ?? 'none known',
        ],
      })),
  }),
  '/auctions': list<z.output<typeof Auctions>>('auction', {
    area: 'auctions',
    title: 'Auctions',
    lead: 'Sales of share tokens at one clearing price: running ones first, then scheduled and ended ones.',
    empty: 'No vault has held an auction yet.',
    columns: ['Auction', 'State', 'Price', 'Raised', 'Bids', 'End block', 'Address'],
    operationId: 'listAuctions',
    path: '/v1/auction',
    rowsOf: ({ auctions }) =>
      auctions.map((auction) => {
        const currency = word(auction.currencySymbol, auction.currency ?? '')
        return {
          href: entityPath('auction', auction.auction),
          name: `${word(auction.auctionTokenSymbol, auction.auction)} for ${currency}`,
          cells: [
            auction.state === 'ended' && auction.isGraduated === false ? 'ended without success' : auction.state,
            `${shortDecimal(auction.clearingPrice)} ${currency}`,
            `${short(auction.currencyRaised, auction.currencyDecimals)} ${currency}`,
            auction.bidCount ?? 'unknown',
            auction.endBlock ?? 'unknown',
            ends(auction.auction),
          ],
        }
      }),
  }),
  '/agents': list<z.output<typeof RegisteredAgents>>('agents', {
    area: 'agents',
    title: 'Agents',
    lead: 'Agents of the identity registry (ERC-8004), the newest first. A name is what the agent claims in its registration file, if this service has read the file.',
    empty: 'Nobody has registered an agent yet.',
    columns: ['Agent', 'Name', 'Owner', 'Registered'],
    operationId: 'listAgents',
    path: '/v1/agents',
    rowsOf: ({ agents }) =>
      agents.map(({ agentId, name, owner, registeredAt }) => ({
        href: entityPath('agent', String(agentId)),
        name: `Agent ${agentId}`,
        cells: [name ?? 'unknown', owner ?? 'unknown', registeredAt.slice(0, 10)],
      })),
  }),
}
