import { encodeFunctionData, numberToHex, parseAbi, zeroHash, type Address, type Hex } from 'viem'
import { z } from 'zod'
import type { World } from '../../../localnet/world/buildWorld.ts'
import { ask } from '../../support/ask.ts'

const abi = parseAbi([
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
  'function appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
  'function register() returns (uint256)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

export interface Given {
  readonly client: Address
  readonly agentId?: bigint
  readonly value: bigint
  readonly decimals?: number
  readonly tag1?: string
  readonly tag2?: string
  readonly endpoint?: string
  readonly uri?: string
  readonly hash?: Hex
}

export interface Sent {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
}

/** The nth address of those that no test uses for anything else. */
export const clientOf = (n: number): Address => `0xc11e${n.toString(16).padStart(36, '0')}`

/** Calls of the local registries, many in one block. */
export function feedbackWorld(url: string, { contracts }: Pick<World, 'contracts'>) {
  const { reputationRegistry: reputation, identityRegistry: identity } = contracts
  return {
    give: ({ client, agentId = 0n, value, decimals = 0, tag1 = '', tag2 = '', endpoint = '', uri = '', hash }: Given) =>
      ({
        from: client,
        to: reputation,
        data: encodeFunctionData({
          abi,
          functionName: 'giveFeedback',
          args: [agentId, value, decimals, tag1, tag2, endpoint, uri, hash ?? zeroHash],
        }),
      }) satisfies Sent,
    revoke: (client: Address, index: bigint, agentId = 0n): Sent => ({
      from: client,
      to: reputation,
      data: encodeFunctionData({ abi, functionName: 'revokeFeedback', args: [agentId, index] }),
    }),
    respond: (from: Address, client: Address, index: bigint, uri: string, agentId = 0n): Sent => ({
      from,
      to: reputation,
      data: encodeFunctionData({ abi, functionName: 'appendResponse', args: [agentId, client, index, uri, zeroHash] }),
    }),
    register: (from: Address): Sent => ({
      from,
      to: identity,
      data: encodeFunctionData({ abi, functionName: 'register' }),
    }),
    transfer: (from: Address, to: Address, agentId: bigint): Sent => ({
      from,
      to: identity,
      data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, agentId] }),
    }),
    send: (...all: readonly Sent[]) => sendAll(url, all),
  }
}

const Replies = z.array(
  z.union([z.object({ result: z.unknown() }), z.object({ error: z.object({ message: z.string() }) })]),
)

/** Sends transactions of any accounts, together, in the order given, and mines until all are in a block. */
async function sendAll(url: string, all: readonly Sent[]): Promise<void> {
  const senders = [...new Set(all.map(({ from }) => from))]
  await batch(
    url,
    senders.flatMap((from) => [
      ['anvil_setBalance', [from, numberToHex(10n ** 21n)]],
      ['anvil_impersonateAccount', [from]],
    ]),
  )
  await ask(url, 'evm_setAutomine', false)
  try {
    const hashes = await batch(
      url,
      // More than any of them needs; a big document makes a big transaction.
      all.map(({ data, ...call }) => [
        'eth_sendTransaction',
        [{ ...call, data, gas: numberToHex(400_000 + 60 * data.length) }],
      ]),
    )
    for (let left = hashes; left.length > 0;) {
      await ask(url, 'evm_mine')
      const receipts = await batch(
        url,
        left.map((hash) => ['eth_getTransactionReceipt', [hash]]),
      )
      const failed = receipts.findIndex((one) => Receipt.safeParse(one).data?.status === '0x0')
      if (failed !== -1) throw new Error('a transaction reverted')
      left = left.filter((_, i) => receipts[i] === null)
    }
  } finally {
    await ask(url, 'evm_setAutomine', true)
  }
}

const Receipt = z.object({ status: z.string() })

async function batch(url: string, calls: readonly (readonly [string, readonly unknown[]])[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (let at = 0; at < calls.length; at += 100) {
    const some = calls.slice(at, at + 100).map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(some),
    })
    for (const reply of Replies.parse(await response.json())) {
      if ('error' in reply) throw new Error(reply.error.message)
      results.push(reply.result)
    }
  }
  return results
}
