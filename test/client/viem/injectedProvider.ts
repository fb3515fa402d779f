import { type Address, BaseError, encodeFunctionData, type Hex, numberToHex, parseAbi, toHex } from 'viem'
import * as z from 'zod'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { accountOf } from '../../account/support.ts'
import type { TestNet } from '../../support/localnet.ts'
import bytecode from './contracts/Batch.sol'
import { keyWallet } from './keyWallet.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'

/** An error of a wallet (EIP-1193, EIP-5792). */
export class ProviderError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface Habits {
  /** Its support of atomic batches; it knows nothing of EIP-5792 unless given. */
  readonly atomic?: 'supported' | 'ready' | 'unsupported'
  /** Runs before its user signs the transaction with an index; may throw. */
  readonly beforeSigning?: (index: number) => void | Promise<void>
  /** The chain that its user has chosen; that of the net unless given. */
  readonly chainId?: number
}

const Hexadecimal = z.templateLiteral(['0x', z.string()])
const Call = z.object({ to: Hexadecimal, data: Hexadecimal.default('0x'), value: Hexadecimal.default('0x0') })
const Batch = z.object({
  version: z.literal('2.0.0'),
  id: z.string().optional(),
  chainId: Hexadecimal,
  from: Hexadecimal,
  atomicRequired: z.boolean(),
  calls: z.array(Call).min(1),
})
type Call = z.output<typeof Call>

interface Bundle {
  readonly hashes: readonly Hex[]
  readonly atomic: boolean
}

const abi = parseAbi([
  'struct Call { address to; bytes data; uint256 value; }',
  'function execute(Call[] calls) payable',
])
// It signs what its user lets it sign, even what reverts.
const GAS = 3_000_000n

/**
 * The wallet of a browser (EIP-1193, EIP-5792) with a development key. A batch that must be atomic is one transaction of the account to itself,
 * which delegates to a contract that makes the calls (EIP-7702).
 */
export function injectedProvider(net: TestNet, role: AccountRole, habits: Habits = {}) {
  const account = accountOf(net, role)
  const wallet = keyWallet(net, account)
  const bundles = new Map<string, Bundle>()
  const methods: string[] = []
  let signed = 0
  let delegate: Address | undefined

  async function send({ to, data, value }: Call): Promise<Hex> {
    await habits.beforeSigning?.(signed++)
    return wallet.sendTransaction({ to, data, value: BigInt(value), gas: GAS })
  }

  async function sendAtOnce(calls: readonly Call[]): Promise<Hex> {
    await habits.beforeSigning?.(signed++)
    delegate ??= await deploy()
    const authorizationList = [await wallet.signAuthorization({ contractAddress: delegate, executor: 'self' })]
    const args = [calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) }))] as const
    const data = encodeFunctionData({ abi, functionName: 'execute', args })
    return wallet.sendTransaction({ to: account.address, data, authorizationList, gas: GAS })
  }

  async function deploy(): Promise<Address> {
    const hash = await wallet.deployContract({ abi, bytecode })
    const { contractAddress } = await minedReceipt(wallet, hash)
    if (!contractAddress) throw new Error('nothing was deployed')
    return contractAddress
  }

  async function sendCalls(batch: z.output<typeof Batch>) {
    const { id = toHex(crypto.getRandomValues(new Uint8Array(32))), calls, atomicRequired, from, chainId } = batch
    if (bundles.has(id)) throw new ProviderError(5720, 'Duplicate ID')
    if (Number(chainId) !== net.world.chainId) throw new ProviderError(5710, 'Unsupported chain')
    if (from.toLowerCase() !== account.address.toLowerCase()) throw new ProviderError(4100, 'Unauthorized')
    if (atomicRequired && habits.atomic === 'unsupported') throw new ProviderError(5760, 'Atomicity not supported')
    const hashes: Hex[] = []
    if (atomicRequired) hashes.push(await sendAtOnce(calls))
    else for (const call of calls) hashes.push(await send(call))
    bundles.set(id, { hashes, atomic: atomicRequired })
    return { id }
  }

  async function statusOf(id: string) {
    const bundle = bundles.get(id)
    if (!bundle) throw new ProviderError(5730, 'Unknown bundle id')
    const { hashes, atomic } = bundle
    const receipts = await Promise.all(hashes.map((hash) => minedReceipt(wallet, hash)))
    const isGood = receipts.every(({ status }) => status === 'success')
    return {
      version: '2.0.0',
      id,
      chainId: numberToHex(net.world.chainId),
      status: isGood ? 200 : 500,
      atomic,
      receipts: receipts.map(({ status, blockHash, blockNumber, gasUsed, transactionHash }) => ({
        logs: [],
        status: status === 'success' ? '0x1' : '0x0',
        blockHash,
        blockNumber: numberToHex(blockNumber),
        gasUsed: numberToHex(gasUsed),
        transactionHash,
      })),
    }
  }

  const capabilities = (atomic: string) => ({ [numberToHex(net.world.chainId)]: { atomic: { status: atomic } } })

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const [first] = params
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [account.address]
      case 'eth_chainId':
        return numberToHex(habits.chainId ?? net.world.chainId)
      case 'personal_sign':
        return account.signMessage({ message: { raw: Hexadecimal.parse(first) } })
      case 'eth_sendTransaction':
        return send(Call.parse(first))
      case 'wallet_getCapabilities':
        if (habits.atomic) return capabilities(habits.atomic)
        break
      case 'wallet_sendCalls':
        if (habits.atomic) return sendCalls(Batch.parse(first))
        break
      case 'wallet_getCallsStatus':
        if (habits.atomic) return statusOf(String(first))
        break
      default:
        if (/^eth_(get|blockNumber|call|estimateGas|feeHistory|gasPrice)/.test(method)) return read(method, params)
    }
    throw new ProviderError(4200, `${method} is not supported`)
  }

  async function read(method: string, params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(net.rpcUrl, { method: 'POST', headers, body })
    const { result, error } = Answer.parse(await response.json())
    if (error) throw new ProviderError(error.code, error.message)
    return result
  }

  return {
    account,
    /** Requested methods, in order. */
    methods,
    /** Answers a request. Throws a ProviderError. */
    async request({ method, params = [] }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
      methods.push(method)
      try {
        return await answer(method, z.array(z.unknown()).parse(params))
      } catch (error) {
        throw error instanceof BaseError ? new ProviderError(-32_603, error.shortMessage) : error
      }
    },
  }
}

const Answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})
