import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { catchUp, findChain, forgetChain, keepChain } from '../../localnet/world/keptChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { useWorld } from './useWorld.ts'
import { minedReceipt } from '../../localnet/world/minedReceipt.ts'

const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
const transfer = { account: addressOf('owner'), to: addressOf('agent'), value: 1n, gas: 21_000n, chain: null }
const now = () => Math.floor(Date.now() / 1000)

const root = await mkdtemp(path.join(tmpdir(), 'kept-'))
let folder: string
let count = 0
beforeEach(() => void (folder = path.join(root, String(count++))))
afterAll(() => rm(root, { recursive: true, force: true }))
const world = useWorld()

describe('happy', () => {
  test('a chain goes on with its blocks, logs, receipts and state, at the time of now', async () => {
    const first = await startAnvil()
    const before = clientOf(first.url)
    const { transactionHash: hash } = await minedReceipt(before, await before.sendTransaction(transfer))
    await before.mine({ blocks: 5 })
    const blocks = await Promise.all([0n, 1n, 6n].map((blockNumber) => before.getBlock({ blockNumber })))
    const balance = await before.getBalance({ address: addressOf('agent') })
    const stop = await keepChain(folder, first.url, world().world)
    await stop()
    await first.stop()

    const kept = await findChain(folder)
    if (!kept) throw new Error('no chain was kept')
    expect(kept.world).toEqual(world().world)
    const second = await startAnvil({ timestamp: now(), args: ['--load-state', kept.stateFile] })
    await catchUp(second.url, kept)
    const after = clientOf(second.url)
    for (const { number, hash: of } of blocks)
      expect(await after.getBlock({ blockNumber: number })).toMatchObject({ hash: of })
    expect(await after.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n, status: 'success' })
    expect(await after.getBalance({ address: addressOf('agent') })).toBe(balance)
    const { timestamp } = await after.getBlock()
    expect(Math.abs(Number(timestamp) - now())).toBeLessThan(10)
    const next = await minedReceipt(after, await after.sendTransaction(transfer))
    const { timestamp: then } = await after.getBlock({ blockHash: next.blockHash })
    expect(Number(then)).toBeGreaterThanOrEqual(Number(timestamp))
    expect(Number(then)).toBeLessThanOrEqual(now() + 1)
    await second.stop()
  })
})

describe('error', () => {
  test('nothing is found where nothing was kept, only half of it, or it was forgotten', async () => {
    expect(await findChain(folder)).toBeUndefined()
    const anvil = await startAnvil()
    await (
      await keepChain(folder, anvil.url, world().world)
    )()
    await anvil.stop()
    const state = path.join(folder, 'state.gz')
    const whole = await readFile(state)
    await writeFile(state, whole.subarray(0, whole.length / 2))
    expect(await findChain(folder)).toBeUndefined()
    await writeFile(state, whole)
    expect(await findChain(folder)).toBeDefined()
    await forgetChain(folder)
    expect(await findChain(folder)).toBeUndefined()
  })

  test('a node that is gone leaves what was saved before', async () => {
    const anvil = await startAnvil()
    await (
      await keepChain(folder, anvil.url, world().world)
    )()
    const stop = await keepChain(folder, anvil.url, world().world)
    await anvil.stop()
    await stop()
    expect(await findChain(folder)).toBeDefined()
  })
})

describe('concurrency', () => {
  test('what is saved while blocks are mined is one whole chain', async () => {
    const anvil = await startAnvil()
    const client = clientOf(anvil.url)
    const stop = await keepChain(folder, anvil.url, world().world)
    await Promise.all([client.mine({ blocks: 50 }), stop(), stop(), stop()])
    await anvil.stop()
    const kept = await findChain(folder)
    if (!kept) throw new Error('no chain was kept')
    const again = await startAnvil({ timestamp: now(), args: ['--load-state', kept.stateFile] })
    await catchUp(again.url, kept)
    expect(await clientOf(again.url).getBlockNumber({ cacheTime: 0 })).toBeGreaterThanOrEqual(3n)
    await again.stop()
  })
})
