import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  numberToHex,
  pad,
  parseAbi,
  size,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { entryPoint06Abi, entryPoint06Address, getUserOperationHash } from 'viem/account-abstraction'
import * as z from 'zod'
import { accounts, addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { createSmartWallet } from '../../localnet/world/deployAccounts.ts'
import { openChain, type Chain, type Contract } from '../../localnet/world/openChain.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { toArtifact, type Artifacts } from '../../platform/compile.ts'
import { ask } from '../support/ask.ts'

export interface WalletCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** The result of calls that a wallet sent, all or none. */
export interface Mined {
  /** Whether all succeeded. */
  readonly success: boolean
  /** Wei that the wallet itself paid for gas. */
  readonly fee: bigint
  readonly logs: readonly Log[]
}

export interface Sender {
  readonly kind: 'EOA' | 'Coinbase wallet' | 'Safe' | 'user operation'
  readonly address: Address
  send(calls: readonly WalletCall[]): Promise<Mined>
}

const Hexes = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const Log = z.object({ address: Hexes.transform((text) => getAddress(text)), topics: z.array(Hexes), data: Hexes })
export type Log = z.output<typeof Log>
const Receipt = z.object({
  status: z.string(),
  gasUsed: Hexes.transform(BigInt),
  effectiveGasPrice: Hexes.transform(BigInt),
  logs: z.array(Log),
})

/** More than any call needs, and less than a block holds. */
const GAS = numberToHex(12_000_000)

const executeAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function multiSend(bytes transactions)',
])
const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** Transactions of accounts that the node has unlocked. */
const sendFrom = async (rpcUrl: string, from: Address, { to, data, value }: WalletCall) =>
  Receipt.parse(await ask(rpcUrl, 'eth_sendTransactionSync', { from, to, data, value: numberToHex(value), gas: GAS }))

type Sent = z.output<typeof Receipt>

/** One transaction for all calls, by a contract whose owner sends it. */
const mined = (receipt: Sent, success = receipt.status === '0x1'): Mined => ({
  success,
  fee: 0n,
  logs: receipt.logs,
})

/** An account with a key: each call is a transaction. */
export const eoa = (rpcUrl: string, role: AccountRole): Sender => ({
  kind: 'EOA',
  address: addressOf(role),
  async send(calls) {
    const sent: Sent[] = []
    for (const call of calls) {
      sent.push(await sendFrom(rpcUrl, addressOf(role), call))
      if (sent.at(-1)?.status !== '0x1') break
    }
    return {
      success: sent.at(-1)?.status === '0x1',
      fee: sent.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n),
      logs: sent.flatMap(({ logs }) => logs),
    }
  },
})

const batchOf = (calls: readonly WalletCall[]): Hex =>
  encodeFunctionData({
    abi: executeAbi,
    functionName: 'executeBatch',
    args: [calls.map(({ to, ...call }) => ({ target: to, ...call }))],
  })

/** The ERC-4337 wallet of creators, whose owner calls it. */
export async function coinbaseWallet(chain: Chain, factory: Contract, role: AccountRole): Promise<Sender> {
  const { address } = await createSmartWallet(chain, factory, role)
  return {
    kind: 'Coinbase wallet',
    address,
    send: async (calls) =>
      mined(await sendFrom(chain.rpcUrl, addressOf(role), { to: address, data: batchOf(calls), value: 0n })),
  }
}

/** Such a wallet whose owner signs an operation that a bundler brings to EntryPoint 0.6, for no fee. */
export async function operationWallet(chain: Chain, factory: Contract, role: AccountRole): Promise<Sender> {
  const { address: sender } = await createSmartWallet(chain, factory, role)
  const key = accounts.find((account) => account.role === role)
  if (!key) throw new Error(`no account ${role}`)
  const owner = privateKeyToAccount(key.privateKey)
  const entryPoint: Contract = { address: entryPoint06Address, abi: entryPoint06Abi }
  return {
    kind: 'user operation',
    address: sender,
    async send(calls) {
      const operation = {
        sender,
        nonce: BigInt(String(await chain.read(entryPoint, 'getNonce', [sender, 0n]))),
        initCode: '0x',
        callData: batchOf(calls),
        callGasLimit: 8_000_000n,
        verificationGasLimit: 500_000n,
        preVerificationGas: 0n,
        maxFeePerGas: 0n,
        maxPriorityFeePerGas: 0n,
        paymasterAndData: '0x',
        signature: '0x',
      } as const
      const hash = getUserOperationHash({
        chainId: chain.chainId,
        entryPointAddress: entryPoint06Address,
        entryPointVersion: '0.6',
        userOperation: operation,
      })
      const signature = encodeAbiParameters(
        [
          {
            type: 'tuple',
            components: [
              { name: 'ownerIndex', type: 'uint256' },
              { name: 'data', type: 'bytes' },
            ],
          },
        ],
        [{ ownerIndex: 0n, data: await owner.sign({ hash }) }],
      )
      const data = encodeFunctionData({
        abi: entryPoint06Abi,
        functionName: 'handleOps',
        args: [[{ ...operation, signature }], addressOf('admin')],
      })
      const receipt = await sendFrom(chain.rpcUrl, addressOf('admin'), { to: entryPoint06Address, data, value: 0n })
      const event = receipt.logs.find(({ topics: [topic] }) => topic === OPERATION_EVENT)
      // The second word of its data says whether the call of the wallet succeeded.
      return mined(receipt, event !== undefined && BigInt(`0x${event.data.slice(66, 130)}`) === 1n)
    },
  }
}

const SAFE = ['Safe', 'proxies/SafeProxyFactory', 'libraries/MultiSendCallOnly', 'handler/CompatibilityFallbackHandler']

/** The contracts of a Safe, as their package ships them. */
export async function safeArtifacts(): Promise<Artifacts> {
  const { resolve } = createRequire(import.meta.url)
  return Object.fromEntries(
    await Promise.all(
      SAFE.map(async (file) => {
        const name = file.split('/').at(-1) ?? file
        const path = resolve(`@safe-global/safe-contracts/build/artifacts/contracts/${file}.sol/${name}.json`)
        return [name, toArtifact(name, JSON.parse(await readFile(path, 'utf8')))] as const
      }),
    ),
  )
}

/** A Safe of one owner, which sends the calls by MultiSend. */
export async function safe(rpcUrl: string, role: AccountRole): Promise<Sender> {
  const chain = await openChain({ rpcUrl, artifacts: { ...(await loadArtifacts()), ...(await safeArtifacts()) } })
  const singleton = await chain.deploy('Safe')
  const factory = await chain.deploy('SafeProxyFactory')
  const multiSend = await chain.deploy('MultiSendCallOnly')
  const handler = await chain.deploy('CompatibilityFallbackHandler')
  const owner = addressOf(role)
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [[owner], 1n, zeroAddress, '0x', handler.address, zeroAddress, 0n, zeroAddress],
  })
  const creation = { address: factory.address, abi: safeAbi }
  const receipt = await chain.send(role, creation, 'createProxyWithNonce', [singleton.address, initializer, 0n])
  // ProxyCreation(address indexed proxy, address singleton) is the last event.
  const address = getAddress(`0x${receipt.logs.at(-1)?.topics[1]?.slice(26)}`)
  // The sender of the transaction is the owner, which counts as a signature.
  const signatures = concatHex([pad(owner), numberToHex(0, { size: 32 }), '0x01'])
  return {
    kind: 'Safe',
    address,
    async send(calls) {
      const packed = calls.map(({ to, value, data }) =>
        encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
      )
      const batch = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [concatHex(packed)] })
      const args = [multiSend.address, 0n, batch, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, signatures] as const
      const data = encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args })
      return mined(await sendFrom(rpcUrl, owner, { to: address, data, value: 0n }))
    },
  }
}
