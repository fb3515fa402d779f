import { goBack } from '../support/restorePoint.ts'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { concat, numberToHex, pad, type Address, type Hex } from 'viem'
import { startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'
import { createRpc, type Rpc } from '../../shared/chain/rpc.ts'
import { ask as askAt } from '../support/ask.ts'

/** Emits LOG2 with the calldata's first two words as topics and its third as data. */
const EMITTER: Hex = '0x60403560005260203560003560206000a200'

export const EVENT = pad('0xe1')
export const OTHER_EVENT = pad('0xe2')

/** The last fork whose blocks write nothing to the state by themselves: empty ones cost a hundredth. */
const PLAIN_BLOCKS = ['--hardfork', 'shanghai']

/** A node of its own whose contracts emit what a test asks for. */
export async function openEventChain({ timestamp }: { timestamp?: number } = {}) {
  const anvil: Anvil = await startAnvil({ args: PLAIN_BLOCKS, ...(timestamp === undefined ? {} : { timestamp }) })
  const rpc = createRpc({ urls: [anvil.url] })
  // With all the time that it takes: thousands of blocks are mined in one call.
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => askAt(anvil.url, method, ...params)
  const accounts = await ask('eth_accounts')
  const sender: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  return {
    anvil,
    rpc,
    ask,
    async emitter(address: Address): Promise<Address> {
      await ask('anvil_setCode', address, EMITTER)
      return address
    },
    /** One transaction, one block. */
    async emit(
      address: Address,
      value: number,
      { event = EVENT, topic = pad('0x01') }: { event?: Hex; topic?: Hex } = {},
    ): Promise<void> {
      const data = concat([event, topic, numberToHex(value, { size: 32 })])
      await ask('eth_sendTransactionSync', { from: sender, to: address, data, gas: '0x186a0' })
    },
    async mine(blocks: number): Promise<void> {
      await ask('anvil_mine', numberToHex(blocks))
    },
    goBack: (snapshot: unknown) => goBack(anvil.url, snapshot),
    head: async () => Number(await ask('eth_blockNumber')),
  }
}

/** A provider that refuses eth_getLogs over more than `most` blocks, as public ones do; `ranges` are the requested ones. */
export async function openNarrowProvider(
  upstream: string,
  most: () => number,
): Promise<{ rpc: Rpc; ranges: number[]; server: Server }> {
  const ranges: number[] = []
  const refuse = (call: { id: number; method: string; params: { fromBlock: Hex; toBlock: Hex }[] }) => {
    const filter = call.method === 'eth_getLogs' ? call.params[0] : undefined
    if (!filter) return null
    const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1
    ranges.push(blocks)
    return blocks > most()
      ? { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: 'block range is too large' } }
      : null
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat()
    const answers = await Promise.all(
      calls.map(
        async (call) =>
          refuse(call) ??
          (
            await fetch(upstream, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(call),
            })
          ).json(),
      ),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { rpc: createRpc({ urls: [`http://127.0.0.1:${address.port}`] }), ranges, server }
}
