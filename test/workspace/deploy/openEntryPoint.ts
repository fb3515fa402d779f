import { createRequire } from 'node:module'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import { entryPoint06Abi } from 'viem/account-abstraction'
import * as z from 'zod'
import { accountOf } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import type { Call, DeployNet } from './startDeployNet.ts'

const hex = z.templateLiteral(['0x', z.string()])
const Artifact = z.object({ abi: z.custom<readonly []>(Array.isArray), bytecode: hex })
const artifact = (name: string) =>
  Artifact.parse(createRequire(import.meta.url)(`account-abstraction-0.6/artifacts/${name}.json`))

const factoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi(['function execute(address dest, uint256 value, bytes func)'])
const entryPointReads = parseAbi([
  'struct UserOp { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function getUserOpHash(UserOp userOp) view returns (bytes32)',
])

/** The published EntryPoint 0.6 with a wallet of the bidder's, whose calls a bundler carries out. */
export async function openEntryPoint(net: DeployNet, salt: bigint) {
  const owner = accountOf(net, 'bidder')
  const bundler = accountOf(net, 'stranger').address
  const entryPoint = await net.deploy(bundler, artifact('EntryPoint'))
  const factory = await net.deploy(bundler, artifact('SimpleAccountFactory'), [entryPoint])
  const read = async (to: Address, data: Hex): Promise<Hex> =>
    hex.parse(await ask(net.rpcUrl, 'eth_call', { to, data }, 'latest'))
  const args = [owner.address, salt] as const
  const made = { to: factory, data: encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args }) }
  await net.send(bundler, made)
  const word = await read(factory, encodeFunctionData({ abi: factoryAbi, functionName: 'getAddress', args }))
  const account: Address = `0x${word.slice(-40)}`
  await ask(net.rpcUrl, 'anvil_setBalance', account, numberToHex(10n ** 18n))

  async function handle({ to, data = '0x' }: Call) {
    const callData = encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, 0n, data] })
    const operation = {
      sender: account,
      nonce: 0n,
      initCode: '0x',
      callData,
      callGasLimit: 500_000n,
      verificationGasLimit: 500_000n,
      preVerificationGas: 50_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 0n,
      paymasterAndData: '0x',
      signature: '0x',
    } as const
    const hashCall = encodeFunctionData({ abi: entryPointReads, functionName: 'getUserOpHash', args: [operation] })
    const signature = await owner.signMessage({ message: { raw: await read(entryPoint, hashCall) } })
    const bundle = encodeFunctionData({
      abi: entryPoint06Abi,
      functionName: 'handleOps',
      args: [[{ ...operation, signature }], bundler],
    })
    return net.send(bundler, { to: entryPoint, data: bundle })
  }
  return { account, handle }
}
