import type { PaymentRequirements } from '@x402/core/types'
import { erc20Abi, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { startFacilitator } from '../../../localnet/facilitator/startFacilitator.ts'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { envelope } from '../../../schema/common.ts'
import { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import { type Answer, toAnswer } from '../../account/support.ts'
import { startDiscoveryNet } from '../identity/startDiscoveryNet.ts'
import { accountOfRole, hexOf, offerOf, sign, type Signed } from './payer.ts'
import { restorePoint } from '../../support/restorePoint.ts'

export const PRICE = 1_000_000n
export const PATH = '/v1/agents/feedback/review'

/** The agents' Worker over a facilitator, a web and a node of its own. */
export async function startReviewNet(options: Parameters<typeof startDiscoveryNet>[0] = {}) {
  const facilitator = await startFacilitator()
  const net = await startDiscoveryNet({
    ...options,
    variables: { ...facilitator.variables, ...options.variables },
  })
  facilitator.serveChain({ rpcUrl: net.rpcUrl, chainId: net.world.chainId })
  const headers = await net.as('agent')
  const usdc = net.world.contracts.usdc
  const balance = (role: AccountRole) =>
    readContract(net.chain.client, { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [addressOf(role)] })

  const review = async (payment?: string, body: object = { agentId: 0 }, more: Record<string, string> = headers) =>
    toAnswer(
      await fetch(`${net.api}${PATH}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...more, ...(payment === undefined ? {} : { 'payment-signature': payment }) },
      }),
    )
  let offered: Promise<PaymentRequirements> | undefined
  const offer = () => (offered ??= review().then(({ headers }) => offerOf(headers).first))
  return {
    ...net,
    facilitator,
    headers,
    usdc: net.chain.at('Usdc', usdc),
    review,
    offer,
    balance,
    /** A function that brings the chain back to where it is now. */
    snapshot: () => restorePoint(net.rpcUrl),
    /** Puts the Worker's clock ahead. */
    aheadBy: (aheadMs: number) => net.changeTime('agents', { aheadMs }),
    /** A payment of what is offered, by `agent` unless another is named. */
    payment: async (given: Omit<Signed, 'requirements'> = {}) => sign({ requirements: await offer(), ...given }),
    /** How much more the payee has after the work, in reviews. */
    async paidFor(work: () => Promise<unknown>): Promise<number> {
      const [payee, payer] = [await balance('admin'), await balance('agent')]
      await work()
      const [received, spent] = [(await balance('admin')) - payee, payer - (await balance('agent'))]
      if (received !== spent) throw new Error(`${received} was received, and ${spent} was spent`)
      return Number(received) / Number(PRICE)
    },
    async stop() {
      await net.stop()
      await facilitator.stop()
    },
  }
}
export type ReviewNet = Awaited<ReturnType<typeof startReviewNet>>

export function reviewOf({ status, json }: Answer) {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return envelope(FeedbackReview).parse(json).data
}

/** Sends what a payment authorizes, as anyone who has it may; the hash of the transaction. */
export async function frontRun(net: ReviewNet, header: string): Promise<Hex> {
  const { signature, authorization: a } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
  const args = [a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature]
  return (await net.chain.send('stranger', net.usdc, 'transferWithAuthorization', args)).transactionHash
}

/** Uses up the nonce of a payment without paying, as its payer may. */
export async function cancel(net: ReviewNet, header: string): Promise<void> {
  const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
  const account = accountOfRole('agent')
  const signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: net.world.chainId, verifyingContract: net.usdc.address },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce: hexOf(authorization.nonce) },
  })
  const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, Number(`0x${signature.slice(130)}`)]
  await net.chain.send('stranger', net.usdc, 'cancelAuthorization', [account.address, authorization.nonce, v, r, s])
}
