import type { StepDraft, WorkflowDraft } from './drafts.ts'

const SENDING =
  'Read `issues`, `warnings` and `description`, send `calls` with the wallet (EIP-5792, or one by one in order), and run `transaction` with the hash of the last one.'

/** A builder whose simulation succeeds. */
const build = (step: Pick<StepDraft, 'operationId' | 'body'> & { readonly action: string }): StepDraft => ({
  stepId: 'build',
  description: `Build and simulate ${step.action}. Nothing is sent.`,
  operationId: step.operationId,
  token: '$inputs.token',
  parameters: { 'Idempotency-Key': '$inputs.idempotencyKey' },
  body: step.body ?? {},
  expects: { '/simulation/status': 'ok' },
  outputs: {
    description: '/description',
    issues: '/issues',
    warnings: '/warnings',
    calls: '/calls',
    expiresAt: '/expiresAt',
  },
})

/** Locks, votes and bids: unsigned calls, what became of them, and the state of bids. */
export const builds: readonly WorkflowDraft[] = [
  {
    workflowId: 'lock',
    summary: 'Build a lock of share tokens',
    description: `Builds the calls that lock share tokens in the vote escrow: the approval, if it is needed, and the lock. ${SENDING} A wallet has one lock. Gauge votes need a lock that has not changed for seven days.`,
    inputs: {
      address: { description: 'Signed-in wallet, which has no lock' },
      amountDecimal: { description: 'Share tokens to lock, in whole tokens, as a decimal string' },
    },
    steps: [
      {
        stepId: 'current',
        description: 'Check that the wallet has no lock.',
        operationId: 'getVetokenUser',
        parameters: { address: '$inputs.address' },
        expects: { '/data/hasActiveLock': false },
        outputs: { lockToken: '/data/lockToken' },
      },
      build({
        action: 'the lock',
        operationId: 'buildVetokenLock',
        body: { amountDecimal: '$inputs.amountDecimal', durationSec: '$inputs.durationSec' },
      }),
    ],
  },
  {
    workflowId: 'vote',
    summary: 'Build a vote in the gauge',
    description: `Builds the calls that divide the voting power of the wallet’s lock between vaults, for the current epoch. ${SENDING}`,
    steps: [
      {
        stepId: 'epoch',
        description: 'Check that the gauge accepts votes.',
        operationId: 'getGaugeEpoch',
        expects: { '/data/votingOpen': true },
        outputs: { epoch: '/data/currentEpoch', epochEnd: '/data/epochEnd' },
      },
      build({
        action: 'the vote',
        operationId: 'buildGaugeVote',
        body: { vaults: '$inputs.vaults', weights: '$inputs.weights' },
      }),
    ],
  },
  {
    workflowId: 'bid',
    summary: 'Build a bid in an auction',
    description: `Builds the calls that place a bid. Choose \`maxPrice\` from \`minBidPrice\` of getAuctionStatus up. ${SENDING} Then follow the bid with \`bids\`.`,
    inputs: {
      budgetDecimal: {
        description: 'Whole budget of the bid, in whole units of the auction’s currency, as a decimal string',
      },
    },
    steps: [
      {
        stepId: 'auction',
        description: 'Check that the auction accepts bids.',
        operationId: 'getAuctionStatus',
        parameters: { address: '$inputs.auction' },
        expects: { '/data/acceptsBids': true },
        outputs: { auction: '/data/auction', minBidPrice: '/data/minBidPrice' },
      },
      build({
        action: 'the bid',
        operationId: 'buildAuctionSubmitBid',
        body: {
          auction: '$inputs.auction',
          owner: '$inputs.owner',
          maxPrice: '$inputs.maxPrice',
          amountDecimal: '$inputs.budgetDecimal',
        },
      }),
    ],
  },
  {
    workflowId: 'transaction',
    summary: 'Wait until a transaction is mined',
    description:
      'Run it with the hash of a transaction that the wallet has sent. It fails if the transaction reverted, and after a minute if it is still not in a block; then run it again, or replace the transaction with the same nonce.',
    steps: [
      {
        stepId: 'status',
        description: 'Read the outcome, every two seconds until the transaction is in a block.',
        operationId: 'getBuildStatus',
        parameters: { transaction: '$inputs.transaction' },
        expects: { '/data/status': 'mined' },
        repeat: { pointer: '/data/status', values: ['pending', 'unknown'], afterSeconds: 2, limit: 30 },
        outputs: {
          status: '/data/status',
          block: '/data/block',
          sentCalls: '/data/calls',
          events: '/data/events',
          next: '/data/next',
        },
      },
    ],
  },
  {
    workflowId: 'bids',
    summary: 'Find the bids that can exit or be claimed',
    description:
      'Returns the bids of a wallet that are not settled. `state` is `outbid`, `refundable` or `ended` for a bid that can exit (`exit`), and `claimable` for one whose tokens can be claimed (`claim`).',
    inputs: {
      address: { description: 'Owner of the bids' },
      minBlock: { description: 'Block of the newest transaction, as `transaction` returns it; 0 without one' },
    },
    steps: [
      {
        stepId: 'wallet',
        description: 'Read what the wallet has. `unread` names the parts that could not be read.',
        operationId: 'getWalletContext',
        parameters: { address: '$inputs.address', minBlock: '$inputs.minBlock' },
        outputs: { bids: '/data/bids', unread: '/data/unread', truncated: '/data/truncated', index: '/data/index' },
      },
    ],
  },
  {
    workflowId: 'exit',
    summary: 'Build the exit of a bid',
    description: `Builds the call that credits the tokens of a bid and refunds the unspent budget. ${SENDING} Then claim the tokens with \`claim\`.`,
    steps: [
      build({
        action: 'the exit',
        operationId: 'buildAuctionExitBid',
        body: { auction: '$inputs.auction', bidId: '$inputs.bidId' },
      }),
    ],
  },
  {
    workflowId: 'claim',
    summary: 'Build the claim of bought tokens',
    description: `Builds the call that pays the tokens of bids that have exited. ${SENDING}`,
    steps: [
      build({
        action: 'the claim',
        operationId: 'buildAuctionClaimTokens',
        body: { auction: '$inputs.auction', bidIds: '$inputs.bidIds' },
      }),
    ],
  },
]
