import { z } from '@hono/zod-openapi'
import { Amount, answers, atOneBlock, ChainId, EvmAddress, minBlock } from '../common.ts'
import { stillAnswers } from '../needs.ts'
import { chainRead } from '../operation.ts'
import { Name, NextCall, Symbol, unreadParts } from './parts.ts'

/** What a name can stand for here. */
export const KINDS = {
  creatorCoin: 'a coin of the registry',
  vault: 'a vault of the registry',
  shareToken: 'the share token of a vault of the registry',
  launchArm: 'what starts the auctions of such a vault',
  auction: 'an auction of such a launch arm, or of the configuration',
  strategy: 'a strategy in the books of such a vault',
  trendCoin: 'a coin of the trend factory',
  agent: 'an agent of the identity registry (ERC-8004)',
  account: 'a wallet with a profile here',
  basename: 'a wallet that a basename leads to',
  protocol: 'a contract of the chain’s configuration',
} as const
export type Kind = keyof typeof KINDS
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name)

const kind = z.enum(Object.keys(KINDS).filter(isKind)).openapi({
  description: Object.entries(KINDS)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join('. '),
})
const address = EvmAddress.nullable().openapi({ description: 'Its address; null for an agent' })

const Lookalike = z
  .object({
    kind,
    address,
    symbol: Symbol,
    name: Name,
    active: z.boolean().nullable().openapi({
      description: 'Whether the registry has its lane as active; null if it is in no lane',
    }),
  })
  .openapi('Lookalike')

const Proof = z
  .object({
    source: z.enum(['registry', 'contract', 'configuration', 'store']).openapi({
      description:
        'registry: the registry of vaults, of agents or of trend coins names it. contract: a contract that is proven itself names it. configuration: the chain’s configuration names it. store: an account here has proven it',
    }),
    by: EvmAddress.nullable().openapi({
      description: 'The contract that says so at the block of asOf; null where none was asked',
    }),
    call: z
      .string()
      .nullable()
      .openapi({ description: 'Its function that says so; null likewise', example: 'getVaultForToken(address)' }),
  })
  .openapi('ResolveProof')

export const Candidate = z
  .object({
    kind,
    chainId: ChainId,
    address,
    agentId: Amount.nullable().openapi({ description: 'Id of the agent; null for anything else', example: '0' }),
    symbol: Symbol,
    name: Name,
    role: z.string().nullable().openapi({
      description: 'Its role in the chain’s configuration; null without one',
      example: 'gaugeVoting',
    }),
    vault: EvmAddress.nullable().openapi({ description: 'The vault that it belongs to; null if it belongs to none' }),
    active: z.boolean().nullable().openapi({
      description: 'Whether the registry has its lane as active; null if it is in no lane',
    }),
    match: z.enum(['address', 'id', 'exact', 'folded']).openapi({
      description:
        'How the query leads to it. address, id: it is that. exact: a name of it is the query, whatever the case. folded: only a name that looks like the query; make sure that it is meant',
    }),
    proof: Proof,
    lookalikes: z.array(Lookalike).openapi({
      description: 'Others with a name or symbol that looks like one of its own: mistake none of them for it',
    }),
    next: z.array(NextCall).openapi({ description: 'Reads that say more about it' }),
  })
  .openapi('ResolveCandidate')

export const Resolved = atOneBlock('ResolvedName', {
  query: z.string().openapi({ description: 'The query as it was understood: plain text', example: 'AURORA' }),
  readAs: z
    .array(z.enum(['address', 'agentId', 'basename', 'text']))
    .openapi({ description: 'What the query was taken for', example: ['text'] }),
  candidates: z.array(Candidate).openapi({ description: 'Everything that is proven to be meant; empty if nothing is' }),
  address: z
    .object({
      address: EvmAddress.openapi({ description: 'That address, with its checksum' }),
      hasCode: z.boolean().nullable().openapi({
        description: 'Whether there is a contract at this block; null if that was not read',
      }),
      next: z.array(NextCall).openapi({ description: 'Reads that say more about a wallet at this address' }),
    })
    .nullable()
    .openapi({ description: 'The address that was asked for, whatever it is; null for another query' }),
  truncated: z.boolean().openapi({ description: 'There are more candidates than the answer has' }),
  unread: unreadParts('ResolveUnread', [
    'vaults',
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
    summary: 'What a symbol, name, handle, address or id is here',
    description:
      'Everything here that a text can stand for: creator coins, vaults, share tokens and trend coins by symbol or name, profiles by handle, agents by id, wallets by basename, and any contract or wallet by address. Each candidate says how it is proven at the block of asOf, what looks like it, and which reads say more. Nothing is guessed: an empty list means that nothing is proven, and what could not be read is in `unread`. For what a wallet can do use getWalletContext.',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': ['authority_unknown'],
    'x-needs': {
      registry: stillAnswers({ 'data.unread.0': { part: 'vaults', reason: 'role_not_configured' } }),
      basenameResolver: stillAnswers({ 'data.unread.0': { part: 'basename', reason: 'not_configured' } }),
    },
    request: {
      query: z.object({
        q: z.string().min(1).max(64).openapi({
          description:
            'A symbol, name, @handle, basename, address, agent id, or agent as `eip155:<chain>:<registry>/<id>`',
          example: 'AURORA',
        }),
        minBlock,
      }),
    },
    responses: answers('What it is', Resolved),
  }),
}
