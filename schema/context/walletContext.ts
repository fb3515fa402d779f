import { z } from '@hono/zod-openapi'
import { answers, AsOf, atOneBlock, EvmAddress, minBlock } from '../common.ts'
import { stillAnswers } from '../needs.ts'
import { chainRead } from '../operation.ts'
import { Action } from './actions.ts'
import { unreadParts } from './parts.ts'
import {
  WalletAgent,
  WalletBid,
  WalletCredits,
  WalletLoan,
  WalletLock,
  WalletRole,
  WalletRoom,
  WalletTickets,
  WalletToken,
  WalletVotes,
} from './walletParts.ts'

/** Parts of the answer that can be unknown while the others are known. */
export const CONTEXT_PARTS = [
  'tokens',
  'lock',
  'votes',
  'vaults',
  'bids',
  'loans',
  'tickets',
  'credits',
  'rooms',
  'agents',
  'standing',
] as const

/** Lists of which an answer has the first ones only. */
export const CONTEXT_LISTS = ['vaults', 'strategies', 'bids', 'agents', 'rooms'] as const

const orNull = (what: string) => `${what}; null if it could not be read, see unread`

export const WalletContext = atOneBlock('WalletContext', {
  address: EvmAddress.openapi({ description: 'The wallet' }),
  tokens: z.array(WalletToken).openapi({
    description: 'What it holds, and what contracts here may take of it; tokens of which it has neither are left out',
  }),
  lock: WalletLock.nullable().openapi({ description: orNull('Its lock in the vote escrow') }),
  votes: WalletVotes.nullable().openapi({ description: orNull('Its votes in the gauge') }),
  bids: z
    .array(WalletBid)
    .nullable()
    .openapi({ description: orNull('Its bids that are not settled, newest first') }),
  loans: z
    .array(WalletLoan)
    .nullable()
    .openapi({ description: orNull('Its loans from pools of the vaults’ coins') }),
  tickets: WalletTickets.nullable().openapi({ description: orNull('Its lottery entries') }),
  credits: WalletCredits.nullable().openapi({ description: orNull('Its credits for free lottery entries') }),
  rooms: z
    .array(WalletRoom)
    .nullable()
    .openapi({ description: orNull('Rooms of the vaults') }),
  roles: z.array(WalletRole).openapi({ description: 'What it owns and administers' }),
  agents: z
    .array(WalletAgent)
    .nullable()
    .openapi({ description: orNull('Agents that it owns, newest first') }),
  actions: z.array(Action).openapi({ description: 'What it can do, those that are possible now first' }),
  index: AsOf.nullable().openapi({
    description:
      'The block of the log index, which knows what bids, tickets and agents there are; how they stand is read at asOf. null if none of them could be read',
  }),
  nextCursor: z.string().nullable().openapi({
    description: 'Cursor of the next vaults of the registry, with all that belongs to them; null if these are the last',
    example: null,
  }),
  truncated: z
    .array(z.enum(CONTEXT_LISTS))
    .openapi({ description: 'Lists that end before everything was listed; for vaults use nextCursor', example: [] }),
  unread: unreadParts('ContextUnread', CONTEXT_PARTS),
})

const without = (...parts: readonly string[]) =>
  stillAnswers(Object.fromEntries(parts.map((part) => [`data.${part}`, null])))

export const walletContext = {
  getWalletContext: chainRead({
    operationId: 'getWalletContext',
    path: '/v1/context/{address}',
    summary: 'What a wallet has here, and what it can do now',
    description:
      'Everything here that concerns a wallet, at one block: balances and allowances, its lock, votes, bids, loans, tickets, credits, rooms, roles and agents, and the actions that follow from them. Each action has the operation and a body that is ready to be sent to it, with bounds for its amounts, or says what it waits for. Everything in it is public. To find an address by name use resolveName.',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 10 },
    'x-errors': ['role_not_configured'],
    'x-needs': {
      veToken: without('lock'),
      gaugeVoting: without('votes'),
      registry: without('rooms'),
      lendpoolFactory: without('loans'),
      lendpoolInfo: without('loans'),
      lotteryManager: without('tickets'),
      identityRegistry: without('agents'),
    },
    request: {
      params: z.object({ address: EvmAddress.openapi({ description: 'The wallet: an account or a contract' }) }),
      query: z.object({
        cursor: z.string().min(1).max(512).optional().openapi({
          description: 'nextCursor of the answer before, for the next vaults',
          example: 'WyJjb250ZXh0IiwxMl0',
        }),
        minBlock,
      }),
    },
    responses: answers('The wallet as of one block', WalletContext),
  }),
}
