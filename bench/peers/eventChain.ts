import path from 'node:path'
import { encodeDeployData, encodeFunctionData, getContractAddress, isAddress, numberToHex } from 'viem'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { createRpc } from '../../shared/chain/rpc.ts'

const GAS = numberToHex(15_000_000)

/** A node of its own with a contract that emits a given number of events in a block. */
export async function openEventChain() {
  const anvil = await startAnvil({ args: ['--hardfork', 'shanghai', '--disable-block-gas-limit'] })
  const rpc = createRpc({ urls: [anvil.url] })
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const [reply] = await rpc.send([{ method, params }])
    if (!reply || 'error' in reply) throw new Error(`${method}: ${JSON.stringify(reply)}`)
    return reply.result
  }
  const { Events } = await compileSolidity({ sources: [path.join(import.meta.dirname, 'Events.sol')] })
  const accounts = await ask('eth_accounts')
  const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (!Events || typeof from !== 'string' || !isAddress(from)) throw new Error('no contract, or no account')
  await ask('eth_sendTransactionSync', { from, data: encodeDeployData(Events), gas: GAS })
  const contract = getContractAddress({ from, nonce: 0n })
  return {
    url: anvil.url,
    ask,
    contract,
    mine: (blocks: number) => ask('anvil_mine', numberToHex(blocks)),
    /** One transaction in each of these blocks. */
    async emit(blocks: number, perBlock: number): Promise<void> {
      const data = encodeFunctionData({ abi: Events.abi, functionName: 'deposit', args: [BigInt(perBlock)] })
      for (let i = 0; i < blocks; i++) await ask('eth_sendTransactionSync', { from, to: contract, data, gas: GAS })
    },
    stop: () => anvil.stop(),
  }
}
