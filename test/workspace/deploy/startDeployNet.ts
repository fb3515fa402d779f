import { type Abi, type Address, encodeDeployData, encodeFunctionData, erc20Abi, type Hex, numberToHex } from 'viem'
import * as z from 'zod'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { accountOf, type Answer, bearer, signIn, toAnswer } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'

export type DeployNet = Awaited<ReturnType<typeof startDeployNet>>

const hex = z.templateLiteral(['0x', z.string()])
const Receipt = z.object({
  status: z.string(),
  transactionHash: hex,
  blockNumber: z.string(),
  contractAddress: hex.nullish(),
})

/** A call as a plan has it. */
export interface Call {
  readonly to: Address
  readonly data?: Hex
  readonly value?: string
}

/** Deployments over a chain of their own, with people who are signed in. */
export async function startDeployNet() {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'workspace'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const node = proxy
  const headersOf = async (role: AccountRole) => bearer((await signIn(net.api, accountOf(net, role))).token)
  const [headers, strangers] = await Promise.all([headersOf('bidder'), headersOf('stranger')])
  const transact = async (transaction: Readonly<Record<string, unknown>>) =>
    Receipt.parse(await ask(net.rpcUrl, 'eth_sendTransactionSync', { gas: numberToHex(10_000_000), ...transaction }))
  return {
    ...net,
    proxy: node,
    sender: accountOf(net, 'bidder').address,
    headers,
    strangers,
    post: async (path: string, body: unknown, given: Record<string, string> = headers): Promise<Answer> =>
      toAnswer(
        await fetch(`${net.api}/deploy/${path}`, { method: 'POST', body: JSON.stringify(body), headers: given }),
      ),
    /** Sends a call from one of the development accounts; the node signs. */
    send: (from: Address, { to, data = '0x', value = '0' }: Call) =>
      transact({ from, to, data, value: numberToHex(BigInt(value)) }),
    async deploy(from: Address, { abi, bytecode }: { abi: Abi; bytecode: Hex }, args: unknown[] = []) {
      const { contractAddress } = await transact({ from, data: encodeDeployData({ abi, bytecode, args }) })
      if (!contractAddress) throw new Error('the deployment reverted')
      return contractAddress
    },
    async stop() {
      await net.stop()
      await node.stop()
    },
  }
}

export const approval = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
export const transferFrom = (token: Address, from: Address, to: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, to, amount] }),
})
