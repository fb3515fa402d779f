import * as z from 'zod'
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

/** Lists that an answer truncates. */
export const CONTEXT_LISTS = ['vaults', 'strategies', 'bids', 'agents', 'rooms'] as const

const orNull = (what: string) => `${what}; \`null\` if it could not be read, see \`unread\``

export const WalletContext = atOneBlock('WalletContext', {
  address: EvmAddress.describe('Address of the wallet'),
  tokens: z
    .array(WalletToken)
    .describe(
      'Balances of the wallet, and the allowances that it has given to contracts of this deployment; tokens with neither are omitted',
    ),
  lock: WalletLock.nullable().describe(orNull('Lock of the wallet in the vote escrow')),
  votes: WalletVotes.nullable().describe(orNull('Votes of the wallet in the gauge')),
  bids: z.array(WalletBid).nullable().describe(orNull('Bids of the wallet that are not settled, newest first')),
  loans: z
    .array(WalletLoan)
    .nullable()
    .describe(orNull('Loans of the wallet from lending pools of the vaults’ creator coins')),
  tickets: WalletTickets.nullable().describe(orNull('Lottery entries of the wallet')),
  credits: WalletCredits.nullable().describe(orNull('Credits for free lottery entries of the wallet’s account')),
  rooms: z.array(WalletRoom).nullable().describe(orNull('Rooms of the vaults, and whether the wallet may enter')),
  roles: z.array(WalletRole).describe('Contracts and agents that the wallet owns or manages'),
  agents: z.array(WalletAgent).nullable().describe(orNull('Agents that the wallet owns, newest first')),
  actions: z.array(Action).describe('Builders that the wallet can call, those that are possible now first'),
  index: AsOf.nullable().describe(
    'Block that the log index has reached. The index lists bids, tickets and agents; their state is read as of asOf. `null` if none of these lists could be read',
  ),
  nextCursor: z.string().nullable().meta({
    description:
      'Cursor of the next vaults of the registry, with everything that belongs to them; `null` on the last page',
    example: null,
  }),
  truncated: z
    .array(z.enum(CONTEXT_LISTS))
    .meta({ description: 'Lists that are incomplete; for vaults use `nextCursor`', example: [] }),
  unread: unreadParts('ContextUnread', CONTEXT_PARTS),
})

const without = (...parts: readonly string[]) =>
  stillAnswers(Object.fromEntries(parts.map((part) => [`data.${part}`, null])))

export const walletContext = {
  getWalletContext: chainRead({
    operationId: 'getWalletContext',
    path: '/v1/context/{address}',
    summary: 'Get what a wallet has and what it can do now',
    description:
      'Returns the public state of a wallet at one block: balances, allowances, lock, votes, bids, loans, tickets, credits, rooms, roles and agents, and the actions that follow. An action names a builder with a body that is ready to send, or what it waits for. For an address by name use resolveName.',
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
      params: z.object({ address: EvmAddress.describe('Address of the wallet, an EOA or a contract') }),
      query: z.object({
        cursor: z.string().min(1).max(512).optional().meta({
          description: '`nextCursor` of the previous answer, for the next vaults',
          example: 'WyJjb250ZXh0IiwxMl0',
        }),
        minBlock,
      }),
    },
    responses: answers('The wallet as of one block', WalletContext),
  }),
}
