import {
  type Abi,
  type Address,
  BaseError,
  type Block,
  type Hex,
  type RpcTransactionReceipt,
  concat,
  createClient,
  isAddressEqual,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  http,
  numberToHex,
  rpcSchema,
} from 'viem'
import { getBlock, getChainId, getCode, readContract, simulateContract } from 'viem/actions'
import type { Artifacts } from '../../platform/compile.ts'
import { type AccountRole, addressOf } from './accounts.ts'

/** A deployed contract and how to call it. */
export type Contract = { address: Address; abi: Abi }

export type Chain = Awaited<ReturnType<typeof openChain>>

type NodeSchema = [
  { Method: 'eth_sendTransactionSync'; Parameters: [Record<string, Hex>]; ReturnType: RpcTransactionReceipt },
  { Method: 'evm_setNextBlockTimestamp'; Parameters: [Hex]; ReturnType: null },
  { Method: 'anvil_setCode'; Parameters: [Address, Hex]; ReturnType: null },
  { Method: 'anvil_mine'; Parameters: [blocks: Hex, seconds: Hex]; ReturnType: null },
]

/** The deterministic deployer, which development nodes have from the start. */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** More than any transaction here needs and less than a block holds: nothing has to be estimated. */
const gas = numberToHex(15_000_000)

/**
 * A development chain as a script sees it: it deploys, sends as one of the development accounts (the node signs),
 * reads, and moves time. Each call resolves when its block is mined.
 */
export async function openChain({ rpcUrl, artifacts }: { rpcUrl: string; artifacts: Artifacts }) {
  const client = createClient({
    transport: http(rpcUrl, { retryCount: 0 }),
    rpcSchema: rpcSchema<NodeSchema>(),
  })
  const [chainId, genesis] = await Promise.all([getChainId(client), getBlock(client, { blockNumber: 0n })])

  async function transact(transaction: Record<string, Hex>): Promise<RpcTransactionReceipt> {
    return client.request({ method: 'eth_sendTransactionSync', params: [{ ...transaction, gas }] })
  }

  /** The interface of a compiled contract. @throws Error if there is no compiled contract with this name. */
  function artifactOf(name: string) {
    const artifact = artifacts[name]
    if (!artifact) throw new Error(`There is no compiled contract named ${name}.`)
    return artifact
  }

  return {
    client,
    rpcUrl,
    chainId,
    /** Time of the first block, unix seconds. */
    genesis: Number(genesis.timestamp),

    /** A contract that is on the chain already. */
    at(name: string, address: Address): Contract {
      return { address, abi: artifactOf(name).abi }
    },

    /** @throws Error when the constructor reverts. */
    async deploy(name: string, args: readonly unknown[] = [], from: AccountRole = 'owner'): Promise<Contract> {
      const { abi, bytecode } = artifactOf(name)
      const data = encodeDeployData({ abi, bytecode, args: [...args] })
      const receipt = await transact({ from: addressOf(from), data })
      if (receipt.status !== '0x1' || !receipt.contractAddress) throw new Error(`The deployment of ${name} reverted.`)
      return { address: getAddress(receipt.contractAddress), abi }
    },

    /**
     * Deploys a contract without constructor arguments by the deterministic deployer.
     *
     * @throws Error if code and salt lead to another address.
     */
    async deployAt(name: string, { salt, address }: { salt: Hex; address: Address }): Promise<Contract> {
      const { abi, bytecode } = artifactOf(name)
      const computed = getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecode })
      if (!isAddressEqual(computed, address)) throw new Error(`${name} would be at ${computed}, not at ${address}.`)
      const receipt = await transact({ from: addressOf('admin'), to: deployer, data: concat([salt, bytecode]) })
      if (receipt.status !== '0x1') throw new Error(`The deployment of ${name} reverted.`)
      return { address, abi }
    },

    /** Creation code of a contract, without constructor arguments. */
    codeOf(name: string): Hex {
      return artifactOf(name).bytecode
    },

    async codeAt(address: Address): Promise<Hex> {
      return (await getCode(client, { address })) ?? '0x'
    },

    /** Puts a contract's code at a given address; no constructor runs. */
    async install(name: string, address: Address): Promise<Contract> {
      const { abi, deployedBytecode } = artifactOf(name)
      await client.request({ method: 'anvil_setCode', params: [address, deployedBytecode] })
      return { address, abi }
    },

    /** @throws ContractFunctionExecutionError of viem, with the decoded error, when the call reverts. */
    async send(
      from: AccountRole,
      contract: Contract,
      functionName: string,
      args: readonly unknown[] = [],
      value = 0n,
    ): Promise<RpcTransactionReceipt> {
      const call = { ...contract, functionName, args: [...args] }
      const transaction = { from: addressOf(from), to: contract.address, value: numberToHex(value) }
      const receipt = await transact({ ...transaction, data: encodeFunctionData(call) })
      if (receipt.status === '0x1') return receipt
      await simulateContract(client, { ...call, account: addressOf(from), value })
      throw new BaseError(`${functionName} reverted in its block, but would succeed now.`)
    },

    /** Reads one value; what it is must be checked by the caller. */
    async read(contract: Contract, functionName: string, args: readonly unknown[] = []): Promise<unknown> {
      return readContract(client, { ...contract, functionName, args: [...args] })
    },

    async latest(): Promise<Block> {
      return getBlock(client)
    },

    /** Gives the next block this time (unix seconds); later blocks follow the clock from there. */
    async setTime(timestamp: number): Promise<void> {
      await client.request({ method: 'evm_setNextBlockTimestamp', params: [numberToHex(timestamp)] })
    },

    /** Mines empty blocks, this many seconds apart. */
    async mine(blocks: number, seconds: number): Promise<void> {
      await client.request({ method: 'anvil_mine', params: [numberToHex(blocks), numberToHex(seconds)] })
    },

    async setCode(address: Address, code: Hex): Promise<void> {
      await client.request({ method: 'anvil_setCode', params: [address, code] })
    },
  }
}
