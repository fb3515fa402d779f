import { encodeDeployData, encodeFunctionData, getContractAddress, numberToHex, type Address, type Hex } from 'viem'
import path from 'node:path'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { createRpc } from '../../shared/chain/rpc.ts'

const GAS = numberToHex(15_000_000)

/** A node of its own, with a contract whose blocks have `perBlock` events each. */
export async function openEventChain(perBlock: number) {
  const anvil = await startAnvil({ args: ['--hardfork', 'shanghai', '--disable-block-gas-limit'] })
  const rpc = createRpc({ urls: [anvil.url] })
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const [reply] = await rpc.send([{ method, params }])
    if (!reply || 'error' in reply) throw new Error(`${method}: ${JSON.stringify(reply)}`)
    return reply.result
  }
  const { Events } = await compileSolidity({ sources: [path.join(import.meta.dirname, 'Events.sol')] })
  if (!Events) throw new Error('no contract Events')
  const accounts = await ask('eth_accounts')
  const from: Hex = Array.isArray(accounts) ? accounts[0] : '0x'
  await ask('eth_sendTransactionSync', { from, data: encodeDeployData(Events), gas: GAS })
  const contract: Address = getContractAddress({ from, nonce: 0n })
  const data = encodeFunctionData({ abi: Events.abi, functionName: 'deposit', args: [BigInt(perBlock)] })
  return {
    anvil,
    ask,
    contract,
    head: async () => Number(await ask('eth_blockNumber')),
    mine: (blocks: number) => ask('anvil_mine', numberToHex(blocks)),
    /** One transaction, one block, `perBlock` events. */
    async emit(blocks: number): Promise<void> {
      for (let i = 0; i < blocks; i++) await ask('eth_sendTransactionSync', { from, to: contract, data, gas: GAS })
    },
  }
}
