import type { Address } from 'viem'
import { expect, vi } from 'vitest'
import * as z from 'zod'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { envelope } from '../../schema/common.ts'
import { Resolved } from '../../schema/context/resolve.ts'
import { WalletContext } from '../../schema/context/walletContext.ts'
import { accountOf } from '../account/support.ts'
import { type BorrowedNet, startLocalnet } from '../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../support/rpcProxy.ts'

/** Longer than a busy machine takes for the reads of one block. */
const BLOCK_MS = 4000

export interface ContextNet {
  readonly net: BorrowedNet
  readonly proxy: RpcProxy
  stop(): Promise<void>
}

/** The local world behind a proxy that counts and breaks requests, with its log index at the head. */
export async function startContextNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}): Promise<ContextNet> {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['context', 'lottery'],
    blockTimeMs: BLOCK_MS,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
  })
  if (!proxy) throw new Error('the node has no proxy')
  const known = proxy
  return {
    net,
    proxy: known,
    async stop() {
      await net.stop()
      await known.stop()
    },
  }
}

export type Wallet = z.output<typeof WalletContext>
export type Action = Wallet['actions'][number]
export type Answer = z.output<typeof Resolved>

const of = (net: BorrowedNet) => net.sockets['context'] ?? net.api

export const walletUrl = (net: BorrowedNet, address: Address, query = '') => `${of(net)}/v1/context/${address}${query}`

/** The answer about a wallet, checked against the contract's schema; with everything of the index at `block`. */
export async function walletOf(net: BorrowedNet, address: Address, query = ''): Promise<Wallet> {
  const response = await fetch(walletUrl(net, address, query))
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return z.parse(envelope(WalletContext), await response.json()).data
}

/** The same as of a block or a later one, which the log index has come to, with everything that could be read. */
export const walletAt = (net: BorrowedNet, address: Address, block: number): Promise<Wallet> =>
  vi.waitFor(
    async () => {
      const wallet = await walletOf(net, address, `?minBlock=${block}`)
      expect(wallet.unread).toEqual([])
      return wallet
    },
    { timeout: 45_000, interval: 50 },
  )

/** The wallet of a role as of the newest block. */
export const walletNow = async (net: BorrowedNet, role: AccountRole): Promise<Wallet> =>
  walletAt(net, accountOf(net, role).address, await headOf(net))

export async function headOf({ rpcUrl }: BorrowedNet): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return Number(z.parse(z.object({ result: z.string() }), await answer.json()).result)
}

export const resolveUrl = (net: BorrowedNet, q: string, query = '') =>
  `${of(net)}/v1/resolve?q=${encodeURIComponent(q)}${query}`

export async function resolve(net: BorrowedNet, q: string, query = ''): Promise<Answer> {
  const response = await fetch(resolveUrl(net, q, query))
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return z.parse(envelope(Resolved), await response.json()).data
}
