import { createPublicClient, defineChain, http, parseAbi, pad, type Address, type Hex, type PublicClient } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Abi,
  entryPoint07Address,
  entryPoint08Abi,
  entryPoint08Address,
  toCoinbaseSmartAccount,
  toSmartAccount,
} from 'viem/account-abstraction'
import { encodeAbiParameters, encodeFunctionData, type LocalAccount, toFunctionSelector } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { readContract } from 'viem/actions'
import type * as z from 'zod'
import { type LocalPaymaster, startPaymaster } from '../../../localnet/paymaster/startPaymaster.ts'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { type Chain, openChain } from '../../../localnet/world/openChain.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { PaymasterAnswer } from '../../../schema/rpc/paymaster.ts'
import { accountOf, bearer, signIn } from '../../account/support.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'

export interface PaymasterNet extends BorrowedNet {
  readonly proxy: RpcProxy
  readonly service: LocalPaymaster
  readonly chain: Chain
  readonly client: PublicClient
  /** Headers of a session of an account. */
  session(role?: AccountRole): Promise<Record<string, string>>
  /** Posts a body as it is. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Makes one call in a session of `owner`, unless headers say otherwise. */
  call(method: string, params: readonly unknown[], headers?: Record<string, string>): Promise<Answer>
}

const ANSWERS = 'test/rpc/paymaster/contracts/Answers.sol'

export type Answer = z.output<typeof PaymasterAnswer>

/** The paymaster over a chain of the tests' own, with a provider that signs, and the node behind a proxy. */
export async function startPaymasterNet(variables: Record<string, string> = {}): Promise<PaymasterNet> {
  const service = await startPaymaster()
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['rpc', 'account', 'build'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    variables: { ...service.variables, PAYMASTER_TIMEOUT_MS: '10000', ...variables },
  })
  if (!proxy) throw new Error('there is no proxy')
  const own = proxy
  const { contracts, chainId } = net.world
  const artifacts = { ...(await loadArtifacts()), ...(await compileSolidity({ sources: [ANSWERS] })) }
  service.serveChain({ rpcUrl: net.rpcUrl, chainId, contracts })
  const sessions = new Map<AccountRole, Promise<string>>()
  const session = async (role: AccountRole = 'owner') => {
    const token = sessions.get(role) ?? signIn(net.api, accountOf(net, role)).then((started) => started.token)
    sessions.set(role, token)
    return bearer(await token)
  }
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${net.api}/paymaster`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    ...net,
    proxy: own,
    service,
    chain: await openChain({ rpcUrl: net.rpcUrl, artifacts }),
    client: clientOf(net.rpcUrl, chainId),
    session,
    post,
    async call(method, params, headers) {
      const answer = await post({ jsonrpc: '2.0', id: 1, method, params }, headers ?? (await session()))
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return PaymasterAnswer.parse(await answer.json())
    },
    async stop() {
      await net.stop()
      await own.stop()
      await service.stop()
    },
  }
}

const clientOf = (rpcUrl: string, chainId: number): PublicClient =>
  createPublicClient({ chain: chainOf(rpcUrl, chainId), transport: http(rpcUrl), pollingInterval: 50 })

const chainOf = (rpcUrl: string, id: number) =>
  defineChain({
    id,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })

/** The published clients: a bundler that asks this API to pay. */
export async function bundlerOf(net: PaymasterNet, role: AccountRole = 'owner') {
  const { rpcUrl, world, service } = net
  return createBundlerClient({
    chain: chainOf(rpcUrl, world.chainId),
    client: net.client,
    transport: http(`${service.url}/bundler`),
    pollingInterval: 50,
    paymaster: await paymasterOf(net, role),
  })
}

export const paymasterOf = async (net: PaymasterNet, role: AccountRole) =>
  createPaymasterClient({
    transport: http(`${net.api}/paymaster`, { fetchOptions: { headers: await net.session(role) }, retryCount: 0 }),
  })

/** The wallet of coinbase/smart-wallet, as its published client has it. */
export const coinbaseAccount = (net: PaymasterNet, role: AccountRole, nonce = 0n) =>
  toCoinbaseSmartAccount({ client: net.client, owners: [accountOf(net, role)], nonce, version: '1.1' })

const factoryAbi = parseAbi([
  'function createAccount(bytes[] owners, uint256 nonce)',
  'function getAddress(bytes[] owners, uint256 nonce) view returns (address)',
])
const executeAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

const LATER = {
  '0.7': { address: entryPoint07Address, abi: entryPoint07Abi, role: 'smartWalletFactory07' },
  '0.8': { address: entryPoint08Address, abi: entryPoint08Abi, role: 'smartWalletFactory08' },
} as const

/** The same wallet for a later EntryPoint, which has no published client. */
export async function laterAccount(net: PaymasterNet, version: keyof typeof LATER, role: AccountRole) {
  const owner = accountOf(net, role)
  const { address: entryPoint, abi, role: factoryRole } = LATER[version]
  const factory = net.world.contracts[factoryRole]
  const args = [[pad(owner.address)], 0n] as const
  const sender = await readContract(net.client, { address: factory, abi: factoryAbi, functionName: 'getAddress', args })
  const sign = async (hash: Hex): Promise<Hex> => wrapped((await owner.sign?.({ hash })) ?? '0x')
  const refuse = () => Promise.reject(new Error('this account signs operations alone'))
  return toSmartAccount({
    client: net.client,
    entryPoint: { address: entryPoint, abi, version },
    getAddress: async () => sender,
    encodeCalls: async (calls) => executeData(calls.map(({ to, data = '0x' }) => ({ target: to, data }))),
    getFactoryArgs: async () => ({
      factory,
      factoryData: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }),
    }),
    getStubSignature: async () => wrapped(`0x${'ff'.repeat(15)}${'00'.repeat(17)}7${'a'.repeat(63)}1c`),
    signMessage: refuse,
    signTypedData: refuse,
    signUserOperation: async (operation) =>
      sign(
        getUserOperationHash({
          chainId: net.world.chainId,
          entryPointAddress: entryPoint,
          entryPointVersion: version,
          userOperation: { ...operation, sender },
        }),
      ),
  })
}

const wrapped = (signature: Hex): Hex =>
  encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          { name: 'ownerIndex', type: 'uint256' },
          { name: 'signatureData', type: 'bytes' },
        ],
      },
    ],
    [{ ownerIndex: 0n, signatureData: signature }],
  )

export interface InnerCall {
  readonly target: Address
  readonly data: Hex
  readonly value?: bigint
}

/** Calldata of a wallet: one call alone, or several together. */
export function executeData(calls: readonly InnerCall[]): Hex {
  const [only] = calls
  if (only && calls.length === 1)
    return encodeFunctionData({
      abi: executeAbi,
      functionName: 'execute',
      args: [only.target, only.value ?? 0n, only.data],
    })
  const all = calls.map(({ value = 0n, ...call }) => ({ ...call, value }))
  return encodeFunctionData({ abi: executeAbi, functionName: 'executeBatch', args: [all] })
}

/** A complete operation of EntryPoint 0.6. */
export const operation06 = (sender: Address, callData: Hex, changes: Record<string, unknown> = {}) => ({
  sender,
  nonce: '0x0',
  initCode: '0x',
  callData,
  callGasLimit: '0x30d40',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xea60',
  maxFeePerGas: '0x3b9aca00',
  maxPriorityFeePerGas: '0x1',
  signature: '0x',
  ...changes,
})

export const ENTRY_POINT = entryPoint06Address
export const entryPointAbi = entryPoint06Abi

/** The initCode of a new wallet. */
export const initCode = (factory: Address, owners: readonly LocalAccount[], nonce: bigint): Hex =>
  `${factory}${encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createAccount',
    args: [owners.map(({ address }) => pad(address)), nonce],
  }).slice(2)}`

/** Brings the index of deployments to the head of now. */
export const index = (net: PaymasterNet): Promise<void> => net.runSchedule('core')

/** A contract that answers these getters, `vault()` for instance, with these addresses, and nothing else. */
export async function deployAnswers({ chain }: PaymasterNet, answers: Readonly<Record<string, Address>>) {
  const selectors = Object.keys(answers).map((name) => toFunctionSelector(`function ${name}()`))
  return (await chain.deploy('Answers', [selectors, Object.values(answers)], 'stranger')).address
}
