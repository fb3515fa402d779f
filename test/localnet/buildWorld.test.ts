import { getAddress, parseAbi } from 'viem'
import { getCode, getContractEvents, readContract } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { buildWorld } from '../../localnet/world/buildWorld.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { soak } from '../support/soak.ts'
import { revertOf, useWorld } from './useWorld.ts'

const week = 604_800

const began = Date.now()
const at = useWorld()
const read = (from: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.read(at().contract(from), name, args)
const events = (role: CompiledRole, eventName: string) =>
  getContractEvents(at().chain.client, { ...at().contract(role), eventName, fromBlock: 0n })

describe('happy', () => {
  test('every role is a contract, no two of them the same', async () => {
    const addresses = Object.values(at().world.contracts)
    expect(new Set(addresses).size).toBe(addresses.length)
    const codes = await Promise.all(addresses.map((address) => getCode(at().chain.client, { address })))
    expect(codes.every((code) => code !== undefined && code.length > 2)).toBe(true)
    expect(addresses.every((address) => getAddress(address) === address)).toBe(true)
  })

  test('the history begins 60 days ago and ends now, not after', async () => {
    const now = Date.now() / 1000
    expect(now - at().chain.genesis).toBeGreaterThanOrEqual(60 * 86_400)
    expect(now - (await at().now())).toBeGreaterThanOrEqual(0)
    // The test's own borrowing of the world ended it.
    expect(await at().now()).toBeGreaterThanOrEqual(Math.floor(began / 1000))
  })

  test('the registry lists both lanes, each wired to itself', async () => {
    const { creatorCoin, creatorCoin2, vault, shareToken, wrapper, gaugeController, oracle } = at().world.contracts
    expect(await read('registry', 'getAllTokens')).toEqual([creatorCoin, creatorCoin2])
    expect(await read('registry', 'getTokensPaginated', [1n, 5n])).toEqual([creatorCoin2])
    expect(await read('registry', 'getTokensPaginated', [2n, 5n])).toEqual([])
    expect(await read('registry', 'getVaultForToken', [creatorCoin])).toBe(vault)
    expect(await read('registry', 'getTokenForShareOFT', [shareToken])).toBe(creatorCoin)
    const gauge = ['shareOFT', 'wrapper', 'vault', 'oracle', 'creatorCoin']
    const wiring = await Promise.all(gauge.map((name) => read('gaugeController', name)))
    expect(wiring).toEqual([shareToken, wrapper, vault, oracle, creatorCoin])
    expect(await read('vault', 'gaugeController')).toBe(gaugeController)
    expect(await read('shareToken', 'isMinter', [wrapper])).toBe(true)
    expect(await events('registry', 'TokenRegistered')).toHaveLength(2)
  })

  test('the vault has lived: deposits, withdrawals, profit, loss, a queue and a jackpot', async () => {
    const count = async (name: string) => (await events('vault', name)).length
    expect(await count('Deposit')).toBeGreaterThan(6)
    expect(await count('Withdraw')).toBeGreaterThan(1)
    const reports = (await events('vault', 'Reported')).map(({ args }) => Object(args))
    expect(reports.some(({ profit, performanceFees }) => profit > 0n && performanceFees > 0n)).toBe(true)
    expect(reports.some(({ loss, profit }) => loss > 0n && profit === 0n)).toBe(true)
    expect(await count('StrategyAdded')).toBe(2)
    expect(BigInt(String(await read('vault', 'totalQueuedWithdrawalShares')))).toBeGreaterThan(0n)
    expect(BigInt(String(await read('gaugeController', 'getJackpotReserve')))).toBeGreaterThan(0n)
    expect(await events('shareToken', 'ContractURIUpdated')).toHaveLength(2)
  })

  test('one lock is live, one has ended, and there are share tokens left to lock', async () => {
    const balance = async (role: AccountRole) =>
      BigInt(String(await read('shareToken', 'balanceOf', [addressOf(role)])))
    expect(await read('veToken', 'hasActiveLock', [addressOf('voter')])).toBe(true)
    expect(await read('veToken', 'hasActiveLock', [addressOf('borrower')])).toBe(false)
    expect(await read('veToken', 'getLock', [addressOf('borrower')])).not.toMatchObject({ amount: 0n })
    expect(await read('veToken', 'getLock', [addressOf('bidder')])).toMatchObject({ amount: 0n })
    expect(await balance('voter')).toBeGreaterThan(0n)
    expect(await balance('bidder')).toBeGreaterThan(0n)
  })

  test('the pool has a half-hour mean, and room for more observations', async () => {
    const [ticks] = Object(await read('v3Pool', 'observe', [[1800, 0]]))
    expect(ticks).toHaveLength(2)
    const [, , , cardinality] = Object(await read('v3Pool', 'slot0'))
    expect(cardinality).toBeGreaterThanOrEqual(16)
  })

  test('documents are on the chain: the coin’s and the share token’s', async () => {
    for (const role of ['creatorCoin', 'shareToken'] as const) {
      const uri = String(await read(role, 'contractURI'))
      const document: unknown = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString())
      const symbol = await read(role, 'symbol')
      expect(document).toMatchObject({ symbol, image: expect.stringMatching(/^data:image\//) })
    }
    expect(await read('shareToken', 'name')).toBe('■AURORA')
  })

  test('Multicall3 answers at its canonical address', async () => {
    const abi = parseAbi(['function getCurrentBlockTimestamp() view returns (uint256)'])
    const call = { address: at().world.contracts.multicall3, abi, functionName: 'getCurrentBlockTimestamp' } as const
    expect(await readContract(at().chain.client, call)).toBe(BigInt(await at().now()))
  })
})

describe('time', () => {
  const ends = [0, week - 1, 86_400, week - 3600]
  test.each(ends.slice(0, soak(2, ends.length)))('a history can end %i s into a week of epochs', async (seconds) => {
    const now = Math.floor(Date.now() / 1000 / week - 4) * week + seconds
    const node = await startAnvil({ timestamp: now - 60 * 86_400 })
    try {
      const { artifacts } = at()
      const { contracts } = await buildWorld({ rpcUrl: node.url, artifacts, clock: () => now })
      const chain = await openChain({ rpcUrl: node.url, artifacts })
      const gauge = chain.at('GaugeVoting', contracts.gaugeVoting)
      expect(await chain.read(gauge, 'hasVotedThisEpoch', [addressOf('voter')])).toBe(true)
    } finally {
      await node.stop()
    }
  })
})

describe('error', () => {
  test('a chain too young for the history is refused before anything is deployed', async () => {
    const young = await startAnvil({ timestamp: Math.floor(Date.now() / 1000) })
    try {
      await expect(buildWorld({ rpcUrl: young.url, artifacts: at().artifacts })).rejects.toThrow(/its history needs/)
    } finally {
      await young.stop()
    }
  })

  test('a token is registered once', async () => {
    const c = at().world.contracts
    const lane = [c.creatorCoin, c.vault, c.shareToken, c.wrapper, c.oracle, c.gaugeController, 0]
    const again = at().chain.send('owner', at().contract('registry'), 'registerToken', lane)
    expect(await revertOf(again)).toBe('TokenAlreadyRegistered')
  })
})
