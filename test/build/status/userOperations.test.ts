import { encodeFunctionData, zeroHash } from 'viem'
import type { SmartAccount } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BuildStatus } from '../../../schema/build/status.ts'
import { envelope } from '../../../schema/common.ts'
import { bundlerOf, coinbaseAccount, laterAccount, startPaymasterNet } from '../../rpc/paymaster/startPaymasterNet.ts'
import { useNet } from '../../support/useNet.ts'
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
