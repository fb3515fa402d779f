import * as z from 'zod'
import { Amount, answers, atOneBlock, ChainId, EvmAddress, minBlock } from '../common.ts'
import { AUCTION_STATES } from '../auction/list.ts'
import { addressOrNull, amountOrNull, flagOrNull } from '../fields.ts'
import { stillAnswers } from '../needs.ts'
import { chainRead } from '../operation.ts'
import { Name, NextCall, Symbol, unreadParts } from './parts.ts'

/** Kinds of things that a name can resolve to. */
export const KINDS = {
  creatorCoin: 'a creator coin of the registry',
  vault: 'a creator vault of the registry',
  shareToken: 'the share token of a vault of the registry',
  launchArm: 'the launch arm of such a vault, which starts its auctions',
  auction: 'an auction of such a launch arm, or one in the chain configuration',
  strategy: 'a strategy that such a vault lists',
  trendCoin: 'a trend coin of the trend factory',
  agent: 'an agent of the identity registry (ERC-8004)',
  account: 'a wallet of an account of this deployment',
  basename: 'the wallet that a basename resolves to',
  protocol: 'a contract of the chain configuration',
} as const
export type Kind = keyof typeof KINDS
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name)

const kind = z.enum(Object.keys(KINDS).filter(isKind)).describe(
  Object.entries(KINDS)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join('. '),
)
const address = addressOrNull('Address; `null` for an agent')

const Lookalike = z
  .object({
    kind,
    address,
    symbol: Symbol,
    name: Name,
    active: flagOrNull(
      'Whether the registry marks its vault as active; `null` if it belongs to no vault of the registry',
    ),
  })
  .meta({ id: 'Lookalike' })

const Proof = z
  .object({
    source: z
      .enum(['registry', 'contract', 'configuration', 'store'])
      .describe(
        'registry: the registry of vaults or agents, or the trend factory, names it. contract: a contract that is itself proven names it. configuration: the chain configuration names it. store: an account of this deployment has proven the wallet or handle',
      ),
    by: addressOrNull('Contract that confirms it at the block of asOf; `null` if the proof is not onchain'),
    call: z.string().nullable().meta({
      description: 'Function of that contract that confirms it; `null` if the proof is not onchain',
      example: 'getVaultForToken(address)',
    }),
  })
  .meta({ id: 'ResolveProof' })

export const Candidate = z
  .object({
    kind,
    chainId: ChainId,
    address,
    agentId: Amount.nullable().meta({ description: 'Id of the agent; `null` for any other kind', example: '0' }),
    symbol: Symbol,
    name: Name.meta({
      description:
        'Name that the contract reports, as plain text; of an agent the name that its registration file claims, which listAgents dates (`nameReadAt`). `null` if unknown',
    }),
    role: z.string().nullable().meta({
      description: 'Role in the chain configuration; `null` if it has no role',
      example: 'gaugeVoting',
    }),
    vault: addressOrNull('Creator vault that it belongs to; `null` if it belongs to no vault'),
    active: flagOrNull(
      'Whether the registry marks its vault as active; `null` if it belongs to no vault of the registry',
    ),
    state: z.enum(AUCTION_STATES).nullable().describe('State of an auction by its blocks; `null` for any other kind'),
    endBlock: amountOrNull('First block that no longer accepts bids in an auction; `null` for any other kind'),
    match: z
      .enum(['address', 'id', 'exact', 'folded', 'related'])
      .describe(
        'How the query matches. address, id: the query is its address or id. exact: the query is one of its names, ignoring case. folded: the query only looks like one of its names; check that it is the right one. related: an auction of a vault or token that the query names',
      ),
    proof: Proof,
    lookalikes: z
      .array(Lookalike)
      .describe('Other coins, vaults and tokens with a similar name or symbol; do not confuse them with this one'),
    next: z.array(NextCall).describe('Operations that return more about it'),
  })
  .meta({ id: 'ResolveCandidate' })

export const Resolved = atOneBlock('ResolvedName', {
  query: z.string().meta({ description: 'Query as it was read, as plain text', example: 'AURORA' }),
  readAs: z
    .array(z.enum(['address', 'agentId', 'basename', 'text']))
    .meta({ description: 'What the query can be, by its form', example: ['text'] }),
  candidates: z.array(Candidate).describe('Everything that is proven to match; empty if nothing is'),
  address: z
    .object({
      address: EvmAddress.describe('The address, with its checksum'),
      hasCode: flagOrNull('Whether the address has code at this block; `null` if unknown'),
      is: z.string().meta({ description: 'Kind of the address, in words', example: KINDS.vault }),
      isProven: flagOrNull('Whether that is proven; `null` if not everything could be read'),
      next: z.array(NextCall).describe('Operations that return more about a wallet at this address'),
    })
    .nullable()
    .describe('The requested address, whatever it is; `null` if the query is not an address'),
  truncated: z.boolean().describe('true: there are more candidates than this answer lists'),
  unread: unreadParts('ResolveUnread', [
    'vaults',
    'auctions',
    'lookalikes',
    'trendCoin',
    'agents',
    'accounts',
    'handles',
    'basename',
  ]),
})

export const resolve = {
  resolveName: chainRead({
    operationId: 'resolveName',
    path: '/v1/resolve',
    tags: ['context'],
    summary: 'Resolve a name, symbol, handle, address or id',
    description:
      'Returns everything that a text can mean: coins, vaults, tokens and their auctions by symbol or name, agents by id or name, profiles by handle, wallets by basename, anything by address. Each candidate has its proof and its lookalikes. Without one, nothing is proven; unknown parts are in `unread`.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['authority_unknown'],
    'x-needs': {
      registry: stillAnswers({ 'data.unread.0': { part: 'vaults', reason: 'role_not_configured' } }),
      basenameResolver: stillAnswers({ 'data.unread.0': { part: 'basename', reason: 'not_configured' } }),
    },
    request: {
      query: z.object({
        q: z.string().min(1).max(64).meta({
          description:
            'Symbol (also `$SYMBOL`), name, @handle, basename, address, agent id, or agent as `eip155:<chain>:<registry>/<id>`',
          example: 'AURORA',
        }),
        minBlock,
      }),
    },
    responses: answers('The candidates as of one block', Resolved),
  }),
}
