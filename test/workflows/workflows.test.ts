import { createWalletClient, erc20Abi, http, keccak256, parseEther } from 'viem'
import { estimateGas, readContract } from 'viem/actions'
import { foundry } from 'viem/chains'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { UnsignedCalldata } from '../../schema/calldata.ts'
import { auctionAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { gaugeVotingAbi } from '../../shared/domain/gauge/gaugeVotingAbi.ts'
import { voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import { accountOf, signIn } from '../account/support.ts'
import { hexOf, offerOf, sign } from '../agents/review/payer.ts'
import { PRICE, startReviewNet, type ReviewNet } from '../agents/review/startReviewNet.ts'
import { at } from '../laws/json.ts'
import { ask } from '../support/ask.ts'
import { respect, type Run } from './respect.ts'
import { minedReceipt } from '../../localnet/world/minedReceipt.ts'

let net: ReviewNet
beforeAll(async () => {
  const families = ['account', 'agents', 'auction', 'build', 'context', 'gauge', 'site', 'social', 'vetoken']
  net = await startReviewNet({ families })
})
afterAll(() => net?.stop())

const tokenOf = async (role: AccountRole): Promise<string> => (await signIn(net.api, accountOf(net, role))).token
const walletOf = (role: AccountRole) =>
  createWalletClient({ account: accountOf(net, role), chain: foundry, transport: http(net.rpcUrl) })

/** The calls that the last step of a workflow has built. */
const callsOf = (run: Run, workflowId: string) =>
  UnsignedCalldata.parse(run.answer(workflowId, 'build').body).calls.calls.map(({ to, data, value }) => ({
    to: hexOf(to),
    data: hexOf(data),
    value: BigInt(value),
  }))

/** Sends the calls of a workflow in order, signed with the key of a role. */
async function send(role: AccountRole, run: Run, workflowId: string): Promise<void> {
  const wallet = walletOf(role)
  for (const call of callsOf(run, workflowId)) {
    // As wallets do: the gas that a lock takes depends on the time of its block.
    const gas = ((await estimateGas(wallet, call)) * 3n) / 2n
    const hash = await wallet.sendTransaction({ ...call, gas })
    expect((await minedReceipt(wallet, hash)).status).toBe('success')
  }
}

/** Does something once, when a run repeats a step. */
function whenRepeated(work: () => Promise<unknown>): (printed: string) => void {
  let done: Promise<unknown> | undefined
  return (printed) => {
    if (printed.includes('Retrying step')) done ??= work()
  }
}

const OUTCOME = z.object({ data: z.object({ status: z.string(), block: z.object({ number: z.string() }) }) })

describe.sequential('one wallet', { timeout: 120_000 }, () => {
  let built: Run
  let token: string
  const owner = () => accountOf(net, 'owner').address

  test('builds a lock and a bid, gets an offer, and links its smart wallet', async () => {
    token = await tokenOf('owner')
    const { auction, wallet: smartWallet } = net.world.contracts
    built = await respect({
      host: net.host,
      workflows: ['lock', 'bid', 'review-offer', 'link-smart-wallet'],
      inputs: {
        token,
        idempotencyKey: 'first',
        address: owner(),
        amountDecimal: '10',
        durationSec: '31536000',
        auction,
        owner: owner(),
        maxPrice: '0.01',
        budgetDecimal: '0.25',
        agentId: 1,
        smartWallet,
        ownerAddress: owner(),
      },
    })
    expect([built.code, built.statuses], built.printed).toEqual([
      0,
      { lock: 'success', bid: 'success', 'review-offer': 'success', 'link-smart-wallet': 'success' },
    ])
    expect(at(built.answer('link-smart-wallet', 'account').body, 'data', 'account', 'wallets')).toContainEqual({
      address: smartWallet,
      kind: 'smart',
    })
  })

  test('locks what was built', async () => {
    await send('owner', built, 'lock')
    const { veToken: address } = net.world.contracts
    const client = net.chain.client
    const lock = await readContract(client, { address, abi: voteEscrowAbi, functionName: 'getLock', args: [owner()] })
    expect(lock.amount).toBe(parseEther('10'))
  })

  test('waits until its bid is mined, and buys a review with the payment of another', async () => {
    const wallet = walletOf('owner')
    const [call] = callsOf(built, 'bid')
    const serializedTransaction = await wallet.signTransaction(await wallet.prepareTransactionRequest({ ...call }))
    const { auction: address, usdc } = net.world.contracts
    const bidId = await readContract(net.chain.client, { address, abi: auctionAbi, functionName: 'nextBidId' })
    const offer = built.answer('review-offer', 'offer').headers['payment-required']
    const { first: requirements } = offerOf(new Headers({ 'payment-required': String(offer) }))
    expect(requirements).toMatchObject({ asset: usdc, amount: String(PRICE) })
    const before = await net.balance('agent')

    const ran = await respect({
      host: net.host,
      workflows: ['transaction', 'review'],
      inputs: {
        transaction: keccak256(serializedTransaction),
        token,
        agentId: 1,
        paymentSignature: await sign({ requirements }),
      },
      onPrinted: whenRepeated(() => wallet.sendRawTransaction({ serializedTransaction })),
    })
    expect([ran.code, ran.statuses], ran.printed).toEqual([0, { transaction: 'success', review: 'success' }])
    expect(ran.steps('transaction').length).toBeGreaterThan(1)
    expect(OUTCOME.parse(ran.answer('transaction', 'status').body).data.status).toBe('mined')
    const bid = await readContract(net.chain.client, { address, abi: auctionAbi, functionName: 'bids', args: [bidId] })
    expect([bid.owner, bid.amountQ96 >> 96n]).toEqual([owner(), parseEther('0.25')])
    expect(before - (await net.balance('agent'))).toBe(PRICE)
    expect(at(ran.answer('review', 'buy').body, 'data', 'review', 'score')).toMatchObject({ label: expect.any(String) })
  })
})

test(
  'bids are read once the index has the block; a vote, an exit and a claim are built and sent',
  { timeout: 120_000 },
  async () => {
    const { auctionGraduated: auction, gaugeVoting: address, shareToken, vault } = net.world.contracts
    const { json } = await net.get('/v1/gauge/epoch')
    // The last hour of an epoch accepts no votes.
    const votes = at(json, 'data', 'votingOpen') === true
    const token = await tokenOf('voter')
    const voter = accountOf(net, 'voter').address
    const ran = await respect({
      host: net.host,
      workflows: ['vote', 'bids', 'exit'],
      inputs: {
        token,
        idempotencyKey: 'second',
        vaults: [vault],
        weights: ['1'],
        address: voter,
        auction,
        bidId: '2',
        minBlock: (await net.head()) + 1,
      },
      onPrinted: whenRepeated(() => ask(net.rpcUrl, 'evm_mine')),
    })
    expect(ran.statuses, ran.printed).toEqual({
      vote: votes ? 'success' : 'error',
      bids: 'success',
      exit: 'success',
    })
    expect(ran.steps('bids').map(({ response }) => response.statusCode)).toEqual([503, 200])
    expect(at(ran.answer('bids', 'wallet').body, 'data', 'bids', '0')).toMatchObject({ state: 'active' })
    const client = net.chain.client
    if (votes) {
      await send('voter', ran, 'vote')
      const args = [voter] as const
      const [vaults] = await readContract(client, { address, abi: gaugeVotingAbi, functionName: 'getUserVotes', args })
      expect(vaults).toEqual([vault])
    }
    await send('voter', ran, 'exit')
    const balance = () =>
      readContract(client, { address: shareToken, abi: erc20Abi, functionName: 'balanceOf', args: [voter] })
    const before = await balance()
    const inputs = { token, idempotencyKey: 'fourth', auction, bidIds: ['2'] }
    const claim = await respect({ host: net.host, workflows: ['claim'], inputs })
    expect(claim.statuses, claim.printed).toEqual({ claim: 'success' })
    await send('voter', claim, 'claim')
    expect((await balance()) - before).toBe(BigInt(String(at(claim.answer('claim', 'build').body, 'tokens'))))
  },
)

test('a refused credential ends a workflow at once, and fails the run', { timeout: 120_000 }, async () => {
  const ran = await respect({
    host: net.host,
    workflows: ['lock', 'review'],
    inputs: {
      token: 'not-a-token',
      idempotencyKey: 'third',
      address: accountOf(net, 'stranger').address,
      amountDecimal: '1',
      durationSec: '31536000',
      agentId: 1,
      paymentSignature: 'e30=',
    },
  })
  expect([ran.code, ran.statuses]).toEqual([1, { lock: 'error', review: 'error' }])
  const statusesOf = (id: string) => ran.steps(id).map(({ stepId, response }) => [stepId, response.statusCode])
  expect(statusesOf('lock')).toEqual([
    ['current', 200],
    ['build', 401],
  ])
  expect(statusesOf('review')).toEqual([['buy', 401]])
})
