import { concatHex, encodeFunctionData, parseEther, toHex, zeroHash } from 'viem'
import { entryPoint06Abi, entryPoint06Address, type SmartAccount } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BuildStatus } from '../../../schema/build/status.ts'
import { envelope } from '../../../schema/common.ts'
import { bundlerOf, coinbaseAccount, laterAccount, startPaymasterNet } from '../../rpc/paymaster/startPaymasterNet.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { ask } from '../../support/ask.ts'
import { useNet } from '../../support/useNet.ts'
import { send } from '../support.ts'
import { agentRegistryAbi, reputationFeedbackAbi } from '../../../shared/domain/agents/registryActions.ts'

const net = useNet(() => startPaymasterNet())

/** Sends calls as a user operation, and reads what became of its transaction. */
async function statusAfter(
  account: SmartAccount,
  role: 'owner' | 'voter',
  calls: readonly { to: `0x${string}`; data: `0x${string}` }[],
) {
  const bundler = await bundlerOf(net, role)
  const hash = await bundler.sendUserOperation({ account, calls })
  const { receipt } = await bundler.waitForUserOperationReceipt({ hash })
  const answer = await fetch(`${net.api}/v1/build/status?transaction=${receipt.transactionHash}`)
  return { hash, status: z.parse(envelope(BuildStatus), await answer.json()).data }
}
const register = (uri: string) =>
  ({
    to: net.world.contracts.identityRegistry,
    data: encodeFunctionData({ abi: agentRegistryAbi, functionName: 'register', args: [uri] }),
  }) as const

describe('a user operation in the transaction of a bundler', () => {
  it('is shown with the calls of its wallet, of EntryPoint 0.6', async () => {
    const account = await coinbaseAccount(net, 'owner')
    const { hash, status } = await statusAfter(account, 'owner', [
      register('https://one.example'),
      register('https://two.example'),
    ])
    expect(status).toMatchObject({ status: 'mined', calls: [], truncated: false })
    expect(status.operations).toMatchObject([
      {
        userOpHash: hash,
        sender: account.address,
        success: true,
        revert: null,
        calls: [
          { role: 'identityRegistry', function: 'register(string)', args: { agentURI: 'https://one.example' } },
          { role: 'identityRegistry', function: 'register(string)', args: { agentURI: 'https://two.example' } },
        ],
      },
    ])
    expect(status.events.map(({ event }) => event)).toContain('Registered(uint256,string,address)')
  })

  it('of a later EntryPoint, with what the builder of its call says', async () => {
    const { reputationRegistry } = net.world.contracts
    const args = [0n, 90n, 0, 'starred', '', '', '', zeroHash] as const
    const data = encodeFunctionData({ abi: reputationFeedbackAbi, functionName: 'giveFeedback', args })
    const { status } = await statusAfter(await laterAccount(net, '0.7', 'voter'), 'voter', [
      { to: reputationRegistry, data },
    ])
    expect(status.operations).toMatchObject([
      {
        success: true,
        calls: [
          {
            function: expect.stringContaining('giveFeedback'),
            description: `Give agent 0 feedback of 90 for “starred” in the reputation registry ${reputationRegistry}.`,
          },
        ],
      },
    ])
  })

  it('that failed says why, though the transaction succeeded', async () => {
    const { reputationRegistry } = net.world.contracts
    const args = [4711n, 1n] as const
    const data = encodeFunctionData({ abi: reputationFeedbackAbi, functionName: 'revokeFeedback', args })
    // A wallet that is still to be deployed: nobody estimates what its call would do.
    const account = await coinbaseAccount(net, 'voter', 11n)
    const { status } = await statusAfter(account, 'voter', [{ to: reputationRegistry, data }])
    expect(status.status).toBe('mined')
    expect(status.next).toContain('user operation')
    expect(status.operations).toMatchObject([{ success: false, calls: [{ args: { agentId: '4711' } }] }])
    expect(status.operations[0]?.revert).toMatchObject({ name: 'Error', isReproduced: false })
  })
})

/** A user operation of a new wallet of `owner`, for EntryPoint 0.6, as the call that a bundler sends. */
async function bundleOf(nonce: bigint, call: ReturnType<typeof register>) {
  const account = await coinbaseAccount(net, 'owner', nonce)
  await ask(net.rpcUrl, 'anvil_setBalance', account.address, toHex(parseEther('1')))
  const { factory = '0x', factoryData = '0x' } = await account.getFactoryArgs()
  const operation = {
    sender: account.address,
    initCode: concatHex([factory, factoryData]),
    paymasterAndData: '0x',
    nonce: await account.getNonce(),
    callData: await account.encodeCalls([call]),
    callGasLimit: 400_000n,
    verificationGasLimit: 700_000n,
    preVerificationGas: 50_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    signature: '0x',
  } as const
  const signature = await account.signUserOperation(operation)
  const args = [[{ ...operation, signature }], account.address] as const
  const data = encodeFunctionData({ abi: entryPoint06Abi, functionName: 'handleOps', args })
  return { wallet: account.address, bundle: { to: entryPoint06Address, data, value: '0' } }
}
async function find(from: string, { to, data }: ReturnType<typeof register>) {
  const answer = await fetch(`${net.api}/v1/build/status?${new URLSearchParams({ from, to, data }).toString()}`)
  return z.parse(envelope(BuildStatus), await answer.json()).data
}

describe('a call of a smart wallet', () => {
  it('is found in its user operations', async () => {
    const call = register('https://found.example')
    const { wallet, bundle } = await bundleOf(21n, call)
    const { hash } = await send(net, 'bidder', bundle)
    expect(await find(wallet, call)).toMatchObject({
      transaction: hash,
      operations: [{ sender: wallet, success: true }],
    })
    expect(await find(wallet, register('https://other.example'))).toMatchObject({ transaction: null })
  })

  it('is not denied for the block of a bundle that another contract forwarded', async () => {
    const call = register('https://hidden.example')
    const { wallet, bundle } = await bundleOf(22n, call)
    const args = [[{ target: bundle.to, allowFailure: false, callData: bundle.data }]] as const
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
    const { status, blockNumber } = await send(net, 'bidder', { ...bundle, to: net.world.contracts.multicall3, data })
    expect(status).toBe('success')
    await ask(net.rpcUrl, 'anvil_mine', toHex(3))
    const { transaction, searched } = await find(wallet, call)
    expect([transaction, searched?.fromBlock]).toEqual([null, String(blockNumber + 1n)])
  })
})
