import * as z from 'zod'
import { isContractCode } from '../../functions/agents/intelligence/sources/openNode.ts'
import type { Holding, KnownWallets, Movement } from './KnownWallets.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The multichain API (version 2) of a block explorer. Its errors have status 200, as in the real one. */
export function answerExplorer(known: KnownWallets, query: URLSearchParams, key: string): unknown {
  const refuse = (result: string) => ({ status: '0', message: 'NOTOK', result })
  if (query.get('apikey') !== key) return refuse('Invalid API Key (#err2)|')
  const chainId = Number(query.get('chainid'))
  const address = query.get('address') ?? ''
  if (!ADDRESS.test(address)) return refuse('Error! Invalid address format')
  const call = `${query.get('module')}/${query.get('action')}`
  if (call === 'account/fundedby') {
    if (isContractCode(known.code.get(address, chainId) ?? '0x')) return refuse('Not available to contract addresses')
    const funding = known.fundings.get(address, chainId)
    if (!funding) return { status: '0', message: 'No transactions found', result: [] }
    const { from, txHash, blockNumber, timestamp } = funding
    const result = {
      block: blockNumber,
      timeStamp: String(timestamp),
      fundingAddress: from.toLowerCase(),
      fundingTxn: txHash,
      value: '10000000000000000',
    }
    return { status: '1', message: 'OK', result }
  }
  if (call !== 'nametag/getaddresstag') return refuse('Error! Missing Or invalid Action name')
  const tag = known.tags.get(address)
  const result = tag && {
    address: address.toLowerCase(),
    nametag: tag.name,
    internal_nametag: '',
    url: 'https://tag.example',
    shortdescription: '',
    labels: tag.labels,
    labels_slug: tag.labels.map((label) => label.toLowerCase()),
    reputation: 0,
    other_attributes: [],
    lastupdatedtimestamp: 1_721_899_658,
  }
  return { status: '1', message: 'OK', result: result ? [result] : [] }
}

const GraphQuery = z.object({
  query: z.string().regex(/accountsAvailable\(request: \$request\)/),
  variables: z.object({ request: z.object({ managedBy: z.string(), includeOwned: z.boolean().optional() }) }),
})

/** The GraphQL API of a social graph, only the accounts of a wallet. */
export function answerSocialGraph(known: KnownWallets, body: unknown): unknown {
  const parsed = GraphQuery.safeParse(body)
  if (!parsed.success) return { data: null, errors: [{ message: 'Failed to parse the query', extensions: {} }] }
  const { managedBy } = parsed.data.variables.request
  const items = (known.accounts.get(managedBy) ?? []).map(({ handle, address, name, score, isManaged = false }) =>
    // A managed account matches no fragment of the query.
    isManaged
      ? {}
      : {
          account: {
            address,
            owner: managedBy,
            score: score ?? null,
            username: { localName: handle },
            metadata: name === undefined ? null : { name },
          },
        },
  )
  return { data: { accountsAvailable: { items } } }
}

/** A portfolio provider (JSON:API): the overview, positions and transactions of a wallet. Undefined for any other path. */
export function answerPortfolio(known: KnownWallets, path: string, query: URLSearchParams): unknown {
  const [, address = '', what] =
    /^\/v1\/wallets\/(0x[0-9a-f]{40})\/(portfolio|positions\/|transactions\/)$/.exec(path) ?? []
  const holdings = known.holdings.get(address) ?? []
  if (what === 'portfolio')
    return { links: {}, data: { type: 'portfolio', id: address, attributes: overviewOf(holdings) } }
  if (what === undefined || query.get('currency') !== 'usd') return undefined
  const size = Number(query.get('page[size]') ?? 100)
  if (what === 'transactions/') {
    const newest = (known.movements.get(address) ?? []).toSorted((a, b) => b.timestamp - a.timestamp)
    return { links: {}, data: newest.slice(0, size).map((one) => transactionOf(address, one)) }
  }
  const sorted = holdings.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  return { links: {}, data: sorted.slice(0, size).map(positionOf) }
}

function overviewOf(holdings: readonly Holding[]) {
  const byChain = new Map<string, number>()
  for (const { chain, value } of holdings) byChain.set(chain, (byChain.get(chain) ?? 0) + (value ?? 0))
  return {
    positions_distribution_by_type: { wallet: 0, deposited: 0, borrowed: 0, locked: 0, staked: 0 },
    positions_distribution_by_chain: Object.fromEntries(byChain),
    total: { positions: holdings.reduce((sum, { value }) => sum + (value ?? 0), 0) },
    changes: { absolute_1d: 0, percent_1d: 0 },
  }
}

const positionOf = ({ symbol, chain, value, address = null, protocol, type = 'wallet' }: Holding, i: number) => ({
  type: 'positions',
  id: `${symbol}-${chain}-${i}`,
  attributes: {
    parent: null,
    protocol: protocol ?? null,
    name: 'Asset',
    position_type: type,
    quantity: { int: '1500000000000000000', decimals: 18, float: 1.5, numeric: '1.5' },
    value,
    price: value,
    fungible_info: {
      name: `${symbol} coin`,
      symbol,
      icon: null,
      flags: { verified: true },
      implementations: [{ chain_id: chain, address, decimals: 18 }],
    },
    flags: { displayable: true, is_trash: false },
  },
  relationships: { chain: { links: {}, data: { type: 'chains', id: chain } } },
})

function transactionOf(wallet: string, { hash, chain, type, symbol, direction, timestamp, other }: Movement) {
  const [from, to] = direction === 'in' ? [other, wallet] : [wallet, other]
  return {
    type: 'transactions',
    id: hash.slice(2, 34),
    attributes: {
      operation_type: type,
      hash,
      mined_at_block: 1000,
      mined_at: new Date(1000 * timestamp).toISOString().replace('.000Z', 'Z'),
      sent_from: from.toLowerCase(),
      sent_to: to.toLowerCase(),
      status: 'confirmed',
      nonce: 7,
      transfers: [
        {
          fungible_info: { name: `${symbol} coin`, symbol, icon: null, flags: { verified: true }, implementations: [] },
          direction,
          quantity: { int: '500000000000000000', decimals: 18, float: 0.5, numeric: '0.5' },
          value: 1500.25,
          price: 3000.5,
          sender: from.toLowerCase(),
          recipient: to.toLowerCase(),
        },
      ],
      approvals: [],
      flags: { is_trash: false },
    },
    relationships: { chain: { links: {}, data: { type: 'chains', id: chain } } },
  }
}
