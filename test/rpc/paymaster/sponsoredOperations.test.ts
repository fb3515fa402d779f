import { type Address, encodeFunctionData, parseAbi, parseUnits, zeroHash } from 'viem'
import type { SmartAccount } from 'viem/account-abstraction'
import { readContract } from 'viem/actions'
import { describe, expect, it } from 'vitest'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { bundlerOf, coinbaseAccount, index, laterAccount, paymasterOf, startPaymasterNet } from './startPaymasterNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startPaymasterNet())

const registryAbi = parseAbi(['function register(string agentURI)'])

const feedbackAbi = parseAbi([
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
])
const erc20 = parseAbi(['function balanceOf(address owner) view returns (uint256)'])
const balance = (token: Address, owner: Address) =>
  readContract(net.client, { address: token, abi: erc20, functionName: 'balanceOf', args: [owner] })
const register = (uri: string) =>
  ({
    to: net.world.contracts.identityRegistry,
    data: encodeFunctionData({ abi: registryAbi, functionName: 'register', args: [uri] }),
  }) as const

/** A sponsorship of one operation pays for no other, though the wallet itself signs that. */
async function expectNoForgery(role: AccountRole, account: SmartAccount) {
  const paymaster = await paymasterOf(net, role)
  const callData = await account.encodeCalls([register('https://sponsored.example')])
  const getPaymasterData: typeof paymaster.getPaymasterData = (wish) =>
    paymaster.getPaymasterData({ ...wish, callData })
  const forged = {
    account,
    calls: [register('https://another.example')],
    paymaster: { ...paymaster, getPaymasterData },
  }
  await expect((await bundlerOf(net, role)).sendUserOperation(forged)).rejects.toThrow(/AA34/)
}

describe('operations that published clients have sponsored', () => {
  it('registers agents from a wallet that is deployed, and pays nothing itself', async () => {
    const { smartWallet, paymaster06 } = net.world.contracts
    const account = await coinbaseAccount(net, 'owner')
    expect(account.address).toBe(smartWallet)
    await expectNoForgery('owner', account)
    const bundler = await bundlerOf(net)
    const calls = [register('https://one.example'), register('https://two.example')]
    const hash = await bundler.sendUserOperation({ account, calls })
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect([receipt.success, receipt.paymaster]).toEqual([true, paymaster06])
    expect(await balance(net.world.contracts.identityRegistry, smartWallet)).toBe(2n)
    expect(await net.client.getBalance({ address: smartWallet })).toBe(0n)
  })

  it('deploys a wallet with the operation that gives feedback', async () => {
    const { reputationRegistry } = net.world.contracts
    const account = await coinbaseAccount(net, 'voter', 7n)
    const args = [0n, 90n, 0, 'starred', '', '', '', zeroHash] as const
    const data = encodeFunctionData({ abi: feedbackAbi, functionName: 'giveFeedback', args })
    const bundler = await bundlerOf(net, 'voter')
    const hash = await bundler.sendUserOperation({ account, calls: [{ to: reputationRegistry, data }] })
    expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
    expect(await account.isDeployed()).toBe(true)
  })

  it('withdraws everything from a vault that the batcher deployed for the wallet', async () => {
    const { smartWallet, legacyVault, legacyWrapper, legacyShareToken, legacyVesting, creatorCoin } =
      net.world.contracts
    await index(net)
    const [shares, vested] = await Promise.all([
      balance(legacyShareToken, smartWallet),
      balance(legacyShareToken, legacyVesting),
    ])
    const abi = parseAbi([
      'function release()',
      'function unwrap(uint256 amount)',
      'function redeem(uint256 shares, address receiver, address owner)',
    ])
    const all = (await balance(legacyVault, smartWallet)) + 1000n * (shares + vested)
    const coins = await balance(creatorCoin, smartWallet)
    const bundler = await bundlerOf(net)
    const hash = await bundler.sendUserOperation({
      account: await coinbaseAccount(net, 'owner'),
      calls: [
        { to: legacyVesting, abi, functionName: 'release' },
        { to: legacyWrapper, abi, functionName: 'unwrap', args: [shares + vested] },
        { to: legacyVault, abi, functionName: 'redeem', args: [all, smartWallet, smartWallet] },
      ],
    })
    expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
    expect((await balance(creatorCoin, smartWallet)) - coins).toBeGreaterThan(parseUnits('999', 18))
    expect(await balance(legacyVault, smartWallet)).toBe(0n)
  })

  it.each(['0.7', '0.8'] as const)('deploys a wallet and registers its agent at EntryPoint %s', async (version) => {
    const account = await laterAccount(net, version, 'bidder')
    await expectNoForgery('bidder', account)
    const bundler = await bundlerOf(net, 'bidder')
    const hash = await bundler.sendUserOperation({ account, calls: [register('https://later.example')] })
    expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
    expect(await balance(net.world.contracts.identityRegistry, account.address)).toBe(1n)
  })
})
