import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { type Anvil, historySeconds, localChainId, startAnvil } from '../../localnet/world/startAnvil.ts'

const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)

describe('happy', () => {
  test('a node begins 60 days ago, answers at once, and is gone when stopped', async () => {
    const before = Date.now()
    const anvil = await startAnvil()
    const client = clientOf(anvil.url)
    const genesis = await client.getBlock()
    expect(await client.getChainId()).toBe(localChainId)
    const begins = Number(genesis.timestamp) + historySeconds
    expect(begins).toBeGreaterThanOrEqual(Math.floor(before / 1000))
    expect(begins).toBeLessThanOrEqual(Date.now() / 1000)
    await anvil.stop()
    await expect(client.getChainId()).rejects.toThrow()
    expect(() => process.kill(anvil.pid, 0)).toThrow()
  })

  test('a burst of transactions, each in a block of its own, never carries the chain ahead of the clock', async () => {
    const anvil = await startAnvil()
    try {
      const client = clientOf(anvil.url)
      await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000)) })
      const transfer = { account: addressOf('owner'), to: addressOf('agent'), value: 1n, gas: 21_000n, chain: null }
      for (let sent = 0; sent < 100; sent++) {
        await client.sendTransaction(transfer)
        const { timestamp } = await client.getBlock()
        expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000)
      }
      await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBe(100n)
    } finally {
      await anvil.stop()
    }
  })
})

describe('a transaction that waits', () => {
  const transfer = { account: addressOf('owner'), to: addressOf('agent'), value: 1n, gas: 1_000_000n, chain: null }
  let anvil: Anvil
  let client: ReturnType<typeof clientOf>
  /** Begins the look that waits, if there is one. */
  let begin: (() => void) | undefined
  beforeEach(async () => {
    begin = undefined
    anvil = await startAnvil({ betweenLooks: () => new Promise<void>((resolve) => (begin = resolve)) })
    client = clientOf(anvil.url)
    await client.setAutomine(false)
    await client.sendTransaction(transfer)
  })
  afterEach(() => anvil.stop())

  const pending = async () => (await client.getTxpoolStatus()).pending
  const head = () => client.getBlockNumber({ cacheTime: 0 })
  /** Lets the node be looked after so often, to the end of the last look. */
  async function looks(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      begin?.()
      begin = undefined
      await expect.poll(() => begin).toBeDefined()
    }
  }
  /** The node mines for each transaction, but has made the block without this one. */
  async function forgets(newHead: bigint): Promise<void> {
    await client.setBlockGasLimit({ gasLimit: 100_000n })
    await client.setAutomine(true)
    await expect.poll(head).toBe(newHead)
    expect(await pending()).toBe(1)
  }

  test('is mined in a moment if the node forgot it', async () => {
    await forgets(1n)
    await client.setBlockGasLimit({ gasLimit: 30_000_000n })
    await looks(2)
    expect([await pending(), await head()]).toEqual([0, 2n])
  })

  test('is mined too if the chain has gone back to where another one was', async () => {
    await forgets(1n)
    await client.setBlockGasLimit({ gasLimit: 30_000_000n })
    const id = await client.snapshot()
    await looks(2)
    await client.revert({ id })
    await client.setAutomine(false)
    await client.setBlockGasLimit({ gasLimit: 30_000_000n })
    await client.sendTransaction({ ...transfer, value: 2n })
    await forgets(2n)
    await client.setBlockGasLimit({ gasLimit: 30_000_000n })
    await looks(2)
    expect([await pending(), await head()]).toEqual([0, 3n])
  })

  test('goes on waiting while automine is off', async () => {
    await looks(3)
    expect([await pending(), await head()]).toEqual([1, 0n])
  })

  test('is left alone once a block did not take it', async () => {
    await forgets(1n)
    await looks(2)
    expect(await head()).toBe(2n)
    await looks(3)
    expect([await pending(), await head()]).toEqual([1, 2n])
  })
})

describe('error', () => {
  test('a taken port is named', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(startAnvil({ port })).rejects.toThrow(`Port ${port} is taken`)
    server.close()
  })

  test('what the node complains of is passed on', async () => {
    await expect(startAnvil({ args: ['--no-such-flag'] })).rejects.toThrow(/no-such-flag/)
  })
})

describe('security', () => {
  test('a node does not outlive the process that started it, even a killed one', async () => {
    const module = path.resolve(import.meta.dirname, '../../localnet/world/startAnvil.ts')
    const script = `const { startAnvil } = await import(${JSON.stringify(module)})
      process.stdout.write((await startAnvil()).url)`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script])
    const [url] = await once(parent.stdout, 'data')
    const client = clientOf(String(url))
    expect(await client.getChainId()).toBe(localChainId)
    parent.kill('SIGKILL')
    const answer = () => client.getChainId().catch(() => 'gone')
    await expect.poll(answer).toBe('gone')
  })
})
