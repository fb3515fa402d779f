import * as z from 'zod'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull } from '../fields.ts'
import { decimalPrice, inQ96 } from '../price.ts'
import { Symbol, TokenAmount, tokenAmountFields } from './parts.ts'

const unix = (description: string) => z.int().meta({ description: `${description}, unix seconds`, example: 1790812800 })
const vault = EvmAddress.describe('Creator vault')

export const WalletToken = z
  .object({
    ...tokenAmountFields,
    kind: z
      .enum(['native', 'dollars', 'creatorCoin', 'vaultShares', 'shareToken', 'auctionCurrency'])
      .describe(
        'native: the native currency. dollars: USDC of the chain configuration. creatorCoin: a creator coin. vaultShares: shares of a creator vault; 1000 of them make one share token. shareToken: a share token. auctionCurrency: the currency of an auction',
      ),
    vault: addressOrNull('Creator vault that the token belongs to; `null` if it belongs to no vault'),
    allowances: z
      .array(
        z
          .object({
            spender: EvmAddress.describe('Contract that may spend the token'),
            role: z
              .enum(['veToken', 'permit2', 'lendpool', 'auction'])
              .describe(
                'Role of the spender: veToken is the vote escrow, permit2 Permit2, lendpool a lending pool, auction an auction (an allowance through Permit2)',
              ),
            amount: Amount.describe('Allowance now, in base units'),
          })
          .meta({ id: 'WalletAllowance' }),
      )
      .describe('Allowances of contracts of this deployment; allowances of zero are omitted'),
  })
  .meta({ id: 'WalletToken' })

export const WalletLock = z.object({
  veToken: EvmAddress.describe('Address of the vote escrow'),
  amount: Amount.describe('Locked tokens, in base units of `token`; 0 without a lock'),
  token: EvmAddress.describe('Only token that the escrow accepts'),
  symbol: Symbol,
  decimals: z.int().nullable().meta({ description: 'Decimals of the token; `null` if unknown', example: 18 }),
  end: unix('End of the lock, 0 without a lock'),
  ended: z.boolean().describe('true: the lock has ended, so its tokens can be withdrawn'),
})

export const WalletVotes = z.object({
  gaugeVoting: EvmAddress.describe('Address of the gauge'),
  epoch: z.int().meta({ description: 'Number of the current epoch', example: 12 }),
  epochEnd: unix('End of the epoch, until when votes count'),
  hasVoted: z.boolean().describe('Whether the wallet has voted in this epoch'),
  votes: z
    .array(
      z
        .object({ vault, weight: Amount.describe('Voting power that the vault got, in base units') })
        .meta({ id: 'WalletVote' }),
    )
    .describe('Votes of the wallet in this epoch'),
  power: amountOrNull(
    'Voting power that a vote would divide now, including power that a claim would add, in base units; `null` if unknown',
  ),
})

/** States of a bid that is not settled. */
export const BID_STATES = {
  active: 'the auction runs, and the maximum price of the bid is not below the clearing price',
  outbid:
    'the clearing price is above the maximum price of the bid; an exit (buildAuctionExitBid) refunds the unspent rest',
  refundable: 'the auction has failed; an exit refunds the whole budget',
  ended: 'the auction is over; an exit credits the tokens and refunds the unspent rest',
  awaitsClaim: 'the bid has exited; its tokens can be claimed from `claimBlock` on',
  claimable: 'the bid has exited; its tokens can be claimed now (buildAuctionClaimTokens)',
} as const
export type BidState = keyof typeof BID_STATES
const isState = (name: string): name is BidState => Object.hasOwn(BID_STATES, name)

export const WalletBid = z
  .object({
    auction: EvmAddress.describe('Address of the auction'),
    bidId: Amount.meta({ description: 'Id of the bid in its auction', example: '3' }),
    state: z.enum(Object.keys(BID_STATES).filter(isState)).describe(
      Object.entries(BID_STATES)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. '),
    ),
    maxPriceQ96: inQ96('Maximum price of the bid'),
    maxPrice: decimalPrice('Maximum price of the bid'),
    budget: TokenAmount.describe('Budget that was paid'),
    refundable: amountOrNull('Refund of an exit, in base units of the currency; `null` if only the exit shows it'),
    claimable: TokenAmount.nullable().describe(
      'Tokens that the bid bought and that are not claimed yet; `null` before the exit',
    ),
    endBlock: Amount.meta({ description: 'First block that no longer accepts bids', example: '23470000' }),
    claimBlock: Amount.nullable().meta({
      description: 'First block that allows a claim of the tokens; `null` if unknown',
      example: '23473600',
    }),
  })
  .meta({ id: 'WalletBid' })

export const WalletLoan = z
  .object({
    pool: EvmAddress.describe('Address of the lending pool'),
    debtWad: Amount.describe('Debt at this block, in WAD (whole tokens times 1e18)'),
    collateralWad: Amount.describe('Pledged collateral, in WAD'),
    quoteToken: EvmAddress.describe('Token that the pool lends'),
    quoteSymbol: Symbol,
    collateralToken: EvmAddress.describe('Token that borrowers pledge'),
    collateralSymbol: Symbol,
    inLiquidation: z.boolean().describe('true: the loan is being liquidated, and the borrower cannot change it'),
    collateralizationBps: Amount.nullable().meta({
      description:
        'Value of the collateral at the lowest utilized price, in basis points of the debt; below 10400 anyone may start a liquidation. `null` without debt',
      example: '15230',
    }),
  })
  .meta({ id: 'WalletLoan' })

export const WalletTickets = z.object({
  count: z.int().meta({ description: 'Lottery entries of the wallet, at most 1000', example: 3 }),
  isExact: z.boolean().describe('false: the wallet has more entries than `count`'),
  newest: z
    .array(
      z
        .object({
          requestId: Amount.meta({ description: 'Id of the entry in the lottery', example: '12' }),
          creatorCoin: EvmAddress.describe('Creator coin of the entry'),
          amountUsd: Amount.meta({ description: 'Value of the entry, in micro-USD', example: '25000000' }),
          winChancePpm: Amount.meta({ description: 'Chance of the entry to win, in millionths', example: '1040' }),
          blockNumber: Amount.meta({ description: 'Block of the entry', example: '23456000' }),
          timestamp: unix('Time of the block'),
        })
        .meta({ id: 'WalletTicket' }),
    )
    .describe('The newest five entries'),
})

export const WalletCredits = z.object({
  credits: z.int().meta({ description: 'Whole credits of the wallet’s account', example: 120 }),
  entriesAvailable: z.int().meta({ description: 'Free lottery entries that the credits pay for', example: 1 }),
  accountRequired: z.boolean().describe('true: the wallet has no account, so it earns no credits'),
  pendingEntries: z.int().describe('Entries of this wallet that are paid for and not onchain yet'),
})

export const WalletRoom = z
  .object({
    roomKey: z.string().meta({ description: 'Key of the room', example: 'msgnet:aurora-holders' }),
    type: z.enum(['msgnet', 'chatapp', 'vault-ui', 'governance']).describe('Kind of room'),
    vault,
    shareToken: EvmAddress.describe('Share token of the creator vault'),
    minShares: Amount.describe(
      'Balance of share tokens that the room requires, in base units; 0 if it requires no balance',
    ),
    status: z
      .enum(['qualified', 'insufficient_balance', 'locked', 'hold_time_unread'])
      .describe(
        'qualified: the wallet may enter. insufficient_balance: its balance is too small. locked: the room admits nobody. hold_time_unread: the balance is enough, and the holding time, which getAgentCapabilities reads, decides',
      ),
  })
  .meta({ id: 'WalletRoom' })

/** Roles of a wallet in contracts. */
export const WALLET_ROLES = {
  vaultOwner: 'owns the creator vault',
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
    role: z.enum(Object.keys(WALLET_ROLES).filter(isRole)).describe(
      Object.entries(WALLET_ROLES)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('. '),
    ),
    address: EvmAddress.describe('Address of the contract; for an agent, of the identity registry'),
    vault: addressOrNull('Creator vault that the contract belongs to; `null` for an agent'),
    agentId: Amount.nullable().meta({ description: 'Id of the agent; `null` for any other role', example: '0' }),
  })
  .meta({ id: 'WalletRole' })

export const WalletAgent = z
  .object({
    agentId: Amount.meta({ description: 'Id of the agent in the identity registry', example: '0' }),
    wallet: addressOrNull('Wallet of the agent, as the identity registry has it; `null` if it is not set'),
    feedback: z
      .object({
        count: z.int().meta({ description: 'Feedback entries that are not revoked', example: 7 }),
        clients: z.int().meta({ description: 'Clients that gave the feedback', example: 4 }),
        average: z.string().nullable().meta({
          description:
            'Mean of the values, times 10^decimals; `null` without feedback, and if it has several first tags, whose scales differ: getAgentFeedback has the mean of each',
          example: '437',
        }),
        decimals: z.int().meta({ description: 'Decimals of `average`', example: 2 }),
      })
      .nullable()
      .describe('Feedback summary from the reputation registry, by the log index; `null` if unknown'),
  })
  .meta({ id: 'WalletAgent' })
