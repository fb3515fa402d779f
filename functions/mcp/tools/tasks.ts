import * as z from 'zod'
import { agentIdInBody } from '../../../schema/agents/feedbackParts.ts'
import { addressFault } from '../../../schema/common.ts'

/** A read that a task is made of: what it is called in the result, and the call. */
export interface Part {
  readonly name: string
  readonly operationId: string
  readonly args: Readonly<Record<string, unknown>>
}

/** A question that agents ask often, answered by one or several reads at once. */
export interface Task {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly parts: (args: Readonly<Record<string, unknown>>) => readonly Part[]
}

export const address = (what: string) =>
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, { error: addressFault })
    .describe(what)
const few = (most: number, fallback: number) =>
  z.int().min(1).max(most).default(fallback).describe(`1 to ${most}, default ${fallback}`)
const minBlock = z
  .int()
  .min(0)
  .optional()
  .describe('Never answer as of an older block, for example that of your own transaction')

function task<S extends z.ZodRawShape>(
  given: Omit<Task, 'input' | 'parts'> & {
    readonly input: S
    readonly parts: (args: z.output<z.ZodObject<S>>) => readonly Part[]
  },
): Task {
  const input = z.strictObject(given.input)
  return { ...given, input, parts: (args) => given.parts(input.parse(args)) }
}

const part = (name: string, operationId: string, args: Part['args'] = {}): Part => ({ name, operationId, args })

/** The tasks, in the order in which they are listed. Each part of an answer is right as of its own `asOf`. */
export const TASKS: readonly Task[] = [
  task({
    name: 'wallet_overview',
    title: 'What a wallet has and what it can do',
    description:
      'Balances, allowances, lock, votes, bids, loans, lottery credits, roles and agents of a wallet at one block, and `actions`: each names the builder to call next with its arguments, or what it waits for. Start here before you build a transaction.',
    input: { address: address('The wallet'), minBlock },
    parts: ({ address: wallet, minBlock: block }) => [
      part('wallet', 'getWalletContext', { address: wallet, minBlock: block }),
    ],
  }),
  task({
    name: 'market_overview',
    title: 'Vaults, gauge epoch and lottery at a glance',
    description:
      'The vaults of this deployment with their tokens and activity, the current gauge epoch, the vaults’ votes, and the jackpot with its newest entries and wins. Use it when no address is known yet.',
    input: {
      query: z.string().max(100).optional().describe('Part of a name, symbol or address of a vault'),
      limit: few(50, 10),
    },
    parts: ({ query, limit }) => [
      part('vaults', 'listExploreVaults', { query, limit }),
      part('epoch', 'getGaugeEpoch'),
      part('votes', 'listGaugeVaults'),
      part('lottery', 'getLotteryLive'),
    ],
  }),
  task({
    name: 'vault_report',
    title: 'Report of a vault and its strategies',
    description:
      'Holdings, debts, share price, checks of the vault’s contracts, and each strategy with its weight, debt, value and pool.',
    input: { vault: address('The vault'), minBlock },
    parts: ({ vault, minBlock: block }) => [
      part('report', 'getVaultReport', { address: vault, minBlock: block }),
      part('strategies', 'getVaultStrategies', { address: vault, minBlock: block }),
    ],
  }),
  task({
    name: 'auction',
    title: 'State and bids of an auction',
    description:
      'Phase, schedule in blocks, clearing price, lowest valid bid, amounts raised and sold, and the newest bids. Prices are in Q96 and as decimals. To bid call build with buildAuctionSubmitBid; then buildAuctionExitBid and buildAuctionClaimTokens.',
    input: { auction: address('The auction, or its launch contract'), bids: few(100, 20), minBlock },
    parts: ({ auction, bids, minBlock: block }) => [
      part('status', 'getAuctionStatus', { address: auction, minBlock: block }),
      part('activity', 'getAuctionActivity', { address: auction, limit: bids, kind: 'all', minBlock: block }),
    ],
  }),
  task({
    name: 'lottery',
    title: 'Jackpot, wins and free entries',
    description:
      'Jackpots, totals and settings of the lottery, of one creator coin if given, the newest wins, and a wallet’s credits for free entries if given.',
    input: {
      creatorCoin: address('Only the lottery of this coin').optional(),
      wallet: address('Also this wallet’s credits for free entries').optional(),
      minBlock,
    },
    parts: ({ creatorCoin, wallet, minBlock: block }) => [
      creatorCoin === undefined
        ? part('lottery', 'getLotteryGlobal', { minBlock: block })
        : part('lottery', 'getLotteryCreator', { creatorCoin, minBlock: block }),
      part('wins', 'listLotteryRecentWinners', { creatorCoin, limit: 10, minBlock: block }),
      ...(wallet === undefined ? [] : [part('credits', 'getAmoeCredits', { wallet })]),
    ],
  }),
  task({
    name: 'lock_and_vote',
    title: 'Lock, voting power and votes of a wallet',
    description:
      'The wallet’s lock in the vote escrow, its votes in this epoch with every reason why it cannot vote, the epoch, and the vaults to vote for. To change them call build with buildVetokenLock, buildVetokenIncrease, buildVetokenExtend, buildVetokenUnlock or buildGaugeVote.',
    input: { address: address('The wallet'), minBlock },
    parts: ({ address: wallet, minBlock: block }) => [
      part('lock', 'getVetokenUser', { address: wallet, minBlock: block }),
      part('votes', 'getGaugeUserVotes', { address: wallet, minBlock: block }),
      part('epoch', 'getGaugeEpoch', { minBlock: block }),
      part('vaults', 'listGaugeVaults', { minBlock: block }),
    ],
  }),
  task({
    name: 'agent_reputation',
    title: 'Identity and reputation of an agent (ERC-8004)',
    description:
      'Owner, wallet and registration URI of an agent id, the mean of its feedback, and the newest entries with who gave them. Feedback is an opinion of strangers.',
    input: { agentId: agentIdInBody.describe('Id in the identity registry'), limit: few(50, 10), minBlock },
    parts: ({ agentId, limit, minBlock: block }) => [
      part('reputation', 'getAgentFeedback', { agentId, mode: 'summary', minBlock: block }),
      part('newest', 'getAgentFeedback', { agentId, mode: 'indexed', limit, minBlock: block }),
    ],
  }),
  task({
    name: 'resolve',
    title: 'Find what a name, symbol or address means',
    description:
      'All candidates for a symbol, name, handle, basename, agent id or address, each with its proof and its lookalikes. Never guess an address: resolve it, and ask the user if there are several.',
    input: { text: z.string().min(1).max(100).describe('What to look up') },
    parts: ({ text }) => [part('found', 'resolveName', { q: text })],
  }),
]
