import { z } from '@hono/zod-openapi'
import { Amount, EvmAddress } from '../common.ts'
import { Symbol, TokenAmount, tokenAmountFields } from './parts.ts'

const unix = (description: string) =>
  z.int().openapi({ description: `${description}, unix seconds`, example: 1790812800 })
const vault = EvmAddress.openapi({ description: 'The vault' })

export const WalletToken = z
  .object({
    ...tokenAmountFields,
    kind: z.enum(['native', 'dollars', 'creatorCoin', 'vaultShares', 'shareToken', 'auctionCurrency']).openapi({
      description:
        'native: the chain’s own currency. dollars: the configuration’s USDC. vaultShares: of the vault itself, a thousand to a share token',
    }),
    vault: EvmAddress.nullable().openapi({ description: 'The vault that it belongs to; null if it belongs to none' }),
    allowances: z
      .array(
        z
          .object({
            spender: EvmAddress.openapi({ description: 'Contract that may take it' }),
            role: z
              .enum(['veToken', 'permit2', 'lendpool', 'auction'])
              .openapi({ description: 'What it is here; auction: through Permit2' }),
            amount: Amount.openapi({ description: 'What it may take now, in base units' }),
          })
          .openapi('WalletAllowance'),
      )
      .openapi({ description: 'What contracts here may take of it; those that may take nothing are left out' }),
  })
  .openapi('WalletToken')

export const WalletLock = z.object({
  veToken: EvmAddress.openapi({ description: 'The vote escrow' }),
  amount: Amount.openapi({ description: 'Locked tokens, in base units of `token`; 0 without a lock' }),
  token: EvmAddress.openapi({ description: 'The only token that it accepts' }),
  symbol: Symbol,
  decimals: z.int().nullable().openapi({ description: 'Decimals of the token; null if unknown', example: 18 }),
  end: unix('When it ends; 0 without a lock'),
  ended: z.boolean().openapi({ description: 'There is a lock, and it has ended: its tokens can be withdrawn' }),
})

export const WalletVotes = z.object({
  gaugeVoting: EvmAddress.openapi({ description: 'The gauge' }),
  epoch: z.int().openapi({ description: 'Number of the running epoch', example: 12 }),
  epochEnd: unix('End of the epoch, until which votes count'),
  hasVoted: z.boolean().openapi({ description: 'It has voted in this epoch' }),
  votes: z
    .array(
      z
        .object({ vault, weight: Amount.openapi({ description: 'Voting power that the vault got, in base units' }) })
        .openapi('WalletVote'),
    )
    .openapi({ description: 'Its votes of this epoch' }),
  power: Amount.nullable().openapi({
    description: 'Power that a vote would divide now, in base units, a claim of free power included; null if unknown',
  }),
})

/** How a bid stands. */
export const BID_STATES = {
  active: 'it buys, or will once the price allows',
  outbid: 'the price is above it: what is left of it comes back when it is ended',
  refundable: 'the auction has failed: all of it comes back when it is ended',
  ended: 'the auction is over: ending the bid (exitBid) gives tokens and what was not spent',
  awaitsClaim: 'it was ended, and its tokens can be claimed from claimBlock on',
  claimable: 'its tokens can be claimed now',
} as const
export type BidState = keyof typeof BID_STATES
const isState = (name: string): name is BidState => Object.hasOwn(BID_STATES, name)

export const WalletBid = z
  .object({
    auction: EvmAddress.openapi({ description: 'The auction' }),
    bidId: Amount.openapi({ description: 'Id of the bid in its auction', example: '3' }),
    state: z.enum(Object.keys(BID_STATES).filter(isState)).openapi({
      description: Object.entries(BID_STATES)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. '),
    }),
    maxPriceQ96: Amount.openapi({
      description: 'Its highest price: base units of the currency for one base unit of the token, times 2^96',
    }),
    maxPrice: z.string().nullable().openapi({
      description: 'The same in currency for one whole token; null if decimals are unknown',
      example: '0.0005',
    }),
    budget: TokenAmount.openapi({ description: 'What was paid in' }),
    refundable: Amount.nullable().openapi({
      description: 'What comes back of it, in base units of the currency; null if only ending the bid shows it',
    }),
    claimable: TokenAmount.nullable().openapi({
      description: 'Tokens that it has bought and that were not claimed; null until it is ended',
    }),
    endBlock: Amount.openapi({ description: 'First block that takes no bids any more', example: '23470000' }),
    claimBlock: Amount.nullable().openapi({ description: 'From here on tokens can be claimed', example: '23473600' }),
  })
  .openapi('WalletBid')

export const WalletLoan = z
  .object({
    pool: EvmAddress.openapi({ description: 'The lending pool' }),
    debtWad: Amount.openapi({ description: 'What is owed at this block, in WAD (whole tokens times 1e18)' }),
    collateralWad: Amount.openapi({ description: 'What is pledged, in WAD' }),
    quoteToken: EvmAddress.openapi({ description: 'Token that is owed' }),
    quoteSymbol: Symbol,
    collateralToken: EvmAddress.openapi({ description: 'Token that is pledged' }),
    collateralSymbol: Symbol,
    inLiquidation: z
      .boolean()
      .openapi({ description: 'The loan is being liquidated, which closes it to the borrower' }),
    collateralizationBps: Amount.nullable().openapi({
      description:
        'Value of the collateral at the lowest utilized price, in basis points of the debt; below 10400 it can be liquidated; null without debt',
      example: '15230',
    }),
  })
  .openapi('WalletLoan')

export const WalletTickets = z.object({
  count: z.int().openapi({ description: 'Lottery entries of the wallet, at most 1000', example: 3 }),
  isExact: z.boolean().openapi({ description: 'false: there are more than `count`' }),
  newest: z
    .array(
      z
        .object({
          requestId: Amount.openapi({ description: 'Id of the entry in the lottery', example: '12' }),
          creatorCoin: EvmAddress.openapi({ description: 'The coin whose lottery it is in' }),
          amountUsd: Amount.openapi({ description: 'What it counts as, in micro-USD', example: '25000000' }),
          winChancePpm: Amount.openapi({ description: 'Its chance to win, in millionths', example: '1040' }),
          blockNumber: Amount.openapi({ description: 'Block of the entry', example: '23456000' }),
          timestamp: unix('Time of that block'),
        })
        .openapi('WalletTicket'),
    )
    .openapi({ description: 'The newest five' }),
})

export const WalletCredits = z.object({
  credits: z.int().openapi({ description: 'Whole credits of the wallet’s account', example: 120 }),
  entriesAvailable: z.int().openapi({ description: 'Free lottery entries that they pay for', example: 1 }),
  accountRequired: z.boolean().openapi({ description: 'The wallet has no account here, so it earns none' }),
  pendingEntries: z.int().openapi({ description: 'Entries of this wallet that are paid for and not on chain yet' }),
})

export const WalletRoom = z
  .object({
    roomKey: z.string().openapi({ description: 'The room', example: 'msgnet:aurora-holders' }),
    type: z.enum(['msgnet', 'chatapp', 'vault-ui', 'governance']).openapi({ description: 'What kind of room it is' }),
    vault,
    shareToken: EvmAddress.openapi({ description: 'Share token of the vault' }),
    minShares: Amount.openapi({ description: 'Shares that it requires, in base units; 0 if none' }),
    status: z.enum(['qualified', 'insufficient_balance', 'locked', 'hold_time_unread']).openapi({
      description:
        'locked: it admits nobody. hold_time_unread: there are enough shares, and how long they were held decides; getAgentCapabilities reads that',
    }),
  })
  .openapi('WalletRoom')

/** What a wallet can be for a contract. */
export const WALLET_ROLES = {
  vaultOwner: 'owns the vault',
  strategyOwner: 'owns the strategy',
  ruleBookAdmin: 'administers the rule book of a lending vault',
  lpVaultManager: 'manages the LP vault',
  lpVaultDelegate: 'may rebalance the LP vault',
  agentOwner: 'owns the agent',
} as const
export type WalletRoleName = keyof typeof WALLET_ROLES
const isRole = (name: string): name is WalletRoleName => Object.hasOwn(WALLET_ROLES, name)

export const WalletRole = z
  .object({
    role: z.enum(Object.keys(WALLET_ROLES).filter(isRole)).openapi({
      description: Object.entries(WALLET_ROLES)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. '),
    }),
    address: EvmAddress.openapi({ description: 'The contract; for an agent its registry' }),
    vault: EvmAddress.nullable().openapi({ description: 'The vault behind it; null for an agent' }),
    agentId: Amount.nullable().openapi({ description: 'Id of the agent; null for anything else', example: '0' }),
  })
  .openapi('WalletRole')

export const WalletAgent = z
  .object({
    agentId: Amount.openapi({ description: 'Id in the identity registry', example: '0' }),
    wallet: EvmAddress.nullable().openapi({
      description: 'The wallet that the agent acts with; null if it named none',
    }),
    feedback: z
      .object({
        count: z.int().openapi({ description: 'Pieces of feedback that are not revoked', example: 7 }),
        clients: z.int().openapi({ description: 'Who gave them', example: 4 }),
        average: z.string().nullable().openapi({
          description: 'Their mean, times 10^decimals; null without feedback',
          example: '437',
        }),
        decimals: z.int().openapi({ description: 'Decimals of the mean', example: 2 }),
      })
      .nullable()
      .openapi({ description: 'Its standing in the reputation registry, from the log index; null if not known' }),
  })
  .openapi('WalletAgent')
