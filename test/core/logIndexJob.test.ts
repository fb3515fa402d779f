import { restorePoint } from '../support/restorePoint.ts'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  isHash,
  pad,
  parseAbi,
  parseAbiItem,
  parseEventLogs,
  parseUnits,
  type AbiEvent,
  type Address,
  type PublicClient,
} from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { SYNC_BOUNDS } from '../../functions/core/logIndex/LogStream.ts'
import { pruneIndex, runIndexJob } from '../../functions/core/logIndex/runIndexJob.ts'
import { KEEP } from '../../functions/core/logIndex/streams.ts'
import { creatorVaultAbi } from '../../shared/domain/vault/creatorVaultAbi.ts'
import { vaultEventsAbi } from '../../shared/domain/vault/vaultEventsAbi.ts'
import { createChain, type Chain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc, type Rpc } from '../../shared/chain/rpc.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { hourOf } from '../../shared/store/vaultHours.ts'
import { fromSortable } from '../../shared/store/sortable.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { VaultRow } from '../../shared/store/vaults.ts'
import { listAuctions } from '../../functions/core/logIndex/listAuctions.ts'
import { listVaults } from '../gauge/listVaults.ts'
import { minedReceipt } from '../../localnet/world/minedReceipt.ts'
import { useBorrowedWorld } from '../support/useNet.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const DAY = 86_400
const erc4626 = parseAbi(['function deposit(uint256 assets, address receiver) returns (uint256)'])

let chain: Chain
let store: Store
let d1: D1Database
let client: PublicClient
let requests = 0
/** Work on chain between the job's reads of the registry and of the head. */
let inBetween: (() => Promise<unknown>) | undefined
const { anvil, world } = useBorrowedWorld({ past: true })
beforeAll(async () => {
  d1 = await migratedD1()
  store = createStore(d1)
  const upstream = createRpc({ urls: [anvil.url] })
  const rpc: Rpc = {
    nodes: 1,
    async send(...call) {
      requests++
      if (call[0].some(({ params: [block] }) => block === '0x0')) {
        await inBetween?.()
        inBetween = undefined
      }
      return upstream.send(...call)
    },
  }
  chain = createChain(parseChainConfig({ ...world, demoVaults: [world.contracts.vault2] }), rpc)
  client = createPublicClient({ transport: http(anvil.url), pollingInterval: 20 })
})

/** One clock for the whole file: sums of hours do not move on while it runs. */
const began = Date.now()
const run = (now = began) => runIndexJob({ chain, store, now: () => now })
const streams = async () => {
  const { results } = await d1.prepare('select distinct stream from logs order by 1').all<{ stream: string }>()
  return results.map(({ stream }) => stream)
}
const countLogs = async () => (await d1.prepare('select count(*) n from logs').first<{ n: number }>())?.n

async function rowOf(vault: Address): Promise<VaultRow> {
  const status = await store.logIndex.status(world.chainId)
  const row = (await store.vaults.all(status?.id ?? 0)).find((r) => r.vault === vault.toLowerCase())
  if (!row) throw new Error('the vault is not listed')
  return row
}

interface Hour {
  readonly hour: number
  readonly total_assets: string
  readonly block_number: number
  readonly block_time: number
}
/** Stored assets of a vault, the newest hour first. */
async function hoursOf(vault: Address): Promise<readonly Hour[]> {
  const query = d1.prepare('select * from vault_hours where vault = ? order by hour desc').bind(vault.toLowerCase())
  return (await query.all<Hour>()).results
}
const totalAssets = async (vault: Address, blockNumber?: number) =>
  String(
    await client.readContract({
      address: vault,
      abi: creatorVaultAbi,
      functionName: 'totalAssets',
      ...(blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }),
    }),
  )
const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const [reply] = await chain.rpc.send([{ method, params }])
  return reply && 'result' in reply ? reply.result : Promise.reject(new Error(method))
}

/** Assets in and out, and fees, of the first vault since a time, from the chain itself. */
async function sumsOnChain(since: number) {
  const logs = parseEventLogs({
    abi: vaultEventsAbi,
    logs: await client.getLogs({ address: world.contracts.vault, fromBlock: 0n }),
  })
  let flow = 0n
  let fees = 0n
  for (const log of logs) {
    const { timestamp } = await client.getBlock({ blockNumber: log.blockNumber })
    if (Number(timestamp) < since) continue
    if (log.eventName === 'Deposit' || log.eventName === 'Withdraw') flow += log.args.assets
    if (log.eventName === 'Reported') fees += log.args.performanceFees
  }
  return { flow, fees }
}

async function deposit(assets: string): Promise<void> {
  const from = world.accounts.find((account) => account.role === 'owner')?.address
  if (!from) throw new Error('no owner')
  const { creatorCoin, vault } = world.contracts
  const amount = parseUnits(assets, 18)
  const calls = [
    { to: creatorCoin, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vault, amount] }) },
    { to: vault, data: encodeFunctionData({ abi: erc4626, functionName: 'deposit', args: [amount, from] }) },
  ]
  for (const { to, data } of calls) {
    const [reply] = await chain.rpc.send([
      { method: 'eth_sendTransaction', params: [{ from, to, data, gas: '0x7a1200' }] },
    ])
    const hash = reply && 'result' in reply ? reply.result : null
    if (typeof hash !== 'string' || !isHash(hash)) throw new Error('not sent')
    const receipt = await minedReceipt(client, hash)
    expect(receipt.status).toBe('success')
  }
}

describe('a run of the job', () => {
  it('lists every vault of the registry, with what the chain and its logs say', async () => {
    requests = 0
    const report = await run()
    expect(report).toMatchObject({ outcome: 'current', rolledBack: [] })
    const past = [
      ...(await hoursOf(world.contracts.vault)).slice(1),
      ...(await hoursOf(world.contracts.vault2)).slice(1),
    ]
    // The lanes, their auctions, the ends of the chain, the logs, and the terms of the auctions, which are read once; and each past
    // hour with a deposit, withdrawal or report.
    expect(requests).toBe(5 + past.length)
    const row = await rowOf(world.contracts.vault)
    const now = began / 1000
    const hours = (seconds: number) => hourOf(Math.floor(now) - seconds)
    const [day, week, year] = [await sumsOnChain(hours(DAY)), await sumsOnChain(hours(7 * DAY)), await sumsOnChain(0)]
    expect(JSON.parse(row.sums)).toEqual({
      flow1d: String(day.flow),
      flow1w: String(week.flow),
      flow1y: String(year.flow),
      fees1d: String(day.fees),
    })
    expect(week.flow).toBeLessThan(year.flow)
    expect(year.flow).toBeGreaterThan(0n)

    const price = BigInt(row.price ?? 0)
    expect(price).toBeGreaterThan(0n)
    expect(fromSortable(row.volume1y)).toBe((year.flow * price) / 10n ** 30n)
    expect(fromSortable(row.marketCap)).toBeGreaterThan(0n)
    expect(row).toMatchObject({
      active: true,
      prelaunch: false,
      creatorCoin: world.contracts.creatorCoin.toLowerCase(),
      coinSymbol: 'AURORA',
    })
    expect(row.search).toContain('aurora fields')
    expect(row.createdAt).toBeGreaterThan(now - 61 * DAY)
    expect(row.updatedAt).toBeGreaterThan(row.createdAt)
  })

  it('stores what a vault held in past hours, once, as the chain has it, no further back than hours are kept', async () => {
    const past = (await hoursOf(world.contracts.vault)).slice(1)
    expect(past.length).toBeGreaterThan(3)
    for (const { total_assets: held, block_number: number, block_time: time, hour } of past) {
      expect(held).toBe(await totalAssets(world.contracts.vault, number))
      expect([Number((await client.getBlock({ blockNumber: BigInt(number) })).timestamp), hourOf(time)]).toEqual([
        time,
        hour,
      ])
      expect(hour).toBeGreaterThan(began / 1000 - 31 * DAY - 3600)
    }
    requests = 0
    await run()
    expect(requests).toBeLessThanOrEqual(4)
  })

  it('without nodes that have the state of past blocks, the list has what it has now', async () => {
    const forgetful = await migratedD1()
    const own = createStore(forgetful)
    const { number } = await client.getBlock()
    const read: typeof chain.read = async (describe, calls, at) => {
      if (at && BigInt(at.blockNumber) < number) throw new ApiError('upstream_failed')
      return chain.read(describe, calls, at)
    }
    const report = await runIndexJob({ chain: { ...chain, read }, store: own, now: () => began })
    expect(report.outcome).toBe('current')
    const { results } = await forgetful.prepare('select count(*) n from vault_hours group by vault').all()
    expect(results).toEqual([{ n: 1 }, { n: 1 }])
  })

  it('has the times at which an auction of the vault graduated and was settled, and its launch arm', async () => {
    const { vault, launchArm, auctionGraduated } = world.contracts
    const timeOf = async (event: AbiEvent) => {
      const [log] = await client.getLogs({
        address: launchArm,
        event,
        fromBlock: 0n,
      })
      expect(log?.topics[1]).toBe(pad(auctionGraduated).toLowerCase())
      return Number((await client.getBlock({ blockNumber: log?.blockNumber ?? 0n })).timestamp)
    }
    expect(await rowOf(vault)).toMatchObject({
      graduatedAt: await timeOf(parseAbiItem('event AuctionGraduated(address indexed, uint256, uint256)')),
      settledAt: await timeOf(parseAbiItem('event Migrated(address indexed, uint160, uint256, uint256)')),
      settlementStage: 'AuctionLive',
    })
    expect(await rowOf(world.contracts.vault2)).toMatchObject({
      graduatedAt: null,
      settledAt: null,
      settlementStage: null,
    })
  })

  it('lists a vault without shares or price with zeros, and marks a demo vault', async () => {
    const row = await rowOf(world.contracts.vault2)
    expect(row).toMatchObject({ prelaunch: true, active: true })
    expect(fromSortable(row.marketCap)).toBe(0n)
    expect(fromSortable(row.volume1y)).toBe(0n)
  })

  it('adds what happened since', async () => {
    const before = await rowOf(world.contracts.vault)
    await deposit('1234')
    await run()
    const after = await rowOf(world.contracts.vault)
    expect(BigInt(JSON.parse(after.sums).flow1d) - BigInt(JSON.parse(before.sums).flow1d)).toBe(parseUnits('1234', 18))
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt)
  })

  it('stores what each vault held at the block of the list, in the hour of that block', async () => {
    const status = await store.logIndex.status(world.chainId)
    for (const vault of [world.contracts.vault, world.contracts.vault2]) {
      const [newest] = await hoursOf(vault)
      expect(newest?.total_assets).toBe(await totalAssets(vault, status?.listedNumber))
      expect(newest?.block_number).toBeLessThanOrEqual(status?.listedNumber ?? 0)
      expect(newest?.hour).toBe(hourOf(newest?.block_time ?? 0))
    }
  })

  it('keeps one row for an hour, the last reading, and writes nothing where nothing changed', async () => {
    const [before] = await hoursOf(world.contracts.vault)
    // The other one lends nothing, and so earns nothing from block to block.
    const [idle] = await hoursOf(world.contracts.vault2)
    await ask('anvil_mine', '0x1')
    await run()
    expect((await hoursOf(world.contracts.vault2)).filter(({ hour }) => hour === idle?.hour)).toEqual([idle])
    await deposit('11')
    await run()
    const hours = await hoursOf(world.contracts.vault)
    expect(new Set(hours.map(({ hour }) => hour)).size).toBe(hours.length)
    const status = await store.logIndex.status(world.chainId)
    expect(hours[0]?.total_assets).toBe(await totalAssets(world.contracts.vault, status?.listedNumber))
    const grown = BigInt(hours[0]?.total_assets ?? 0) - BigInt(before?.total_assets ?? 0)
    expect(Number(formatUnits(grown, 18))).toBeCloseTo(11, 1)
    expect(hours[0]?.block_number).toBeGreaterThan(before?.block_number ?? 0)
  })

  it('stores nothing of a vault that cannot be read', async () => {
    const goBack = await restorePoint(anvil.url)
    const before = await hoursOf(world.contracts.vault2)
    await ask('anvil_setCode', world.contracts.vault2, '0xfe')
    // Two hours later, so that a reading would be a row of its own.
    await ask('evm_increaseTime', 7200)
    await ask('anvil_mine', '0x1')
    await run()
    expect(await hoursOf(world.contracts.vault2)).toEqual(before)
    expect((await hoursOf(world.contracts.vault))[0]?.hour).toBeGreaterThan(before[0]?.hour ?? Infinity)
    await goBack()
    expect((await run()).rolledBack).toHaveLength(1)
    expect((await hoursOf(world.contracts.vault))[0]?.hour).toBeLessThanOrEqual(hourOf(Date.now() / 1000))
  })

  it('stores nothing of a run that another has overtaken', async () => {
    const { vault } = world.contracts
    const { listedNumber, listedTime, id } = (await store.logIndex.status(world.chainId)) ?? {}
    if (id === undefined) throw new Error('no chain')
    const before = await hoursOf(vault)
    const { revision } = await store.logIndex.read(id)
    const block = { number: listedNumber ?? 0, time: listedTime ?? 0 }
    const assets = [{ vault, totalAssets: 1n }]
    await store.vaults.save(id, [], [], block, { revision: revision - 1, assets })
    expect(await hoursOf(vault)).toEqual(before)
  })

  it('lists what the registry had at the block of the list, however late in the run that was mined', async () => {
    inBetween = () => listVaults(anvil.url, world, 3)
    await run()
    const status = await store.logIndex.status(world.chainId)
    const count = await client.readContract({
      address: world.contracts.registry,
      abi: parseAbi(['function getTokenCount() view returns (uint256)']),
      functionName: 'getTokenCount',
      blockNumber: BigInt(status?.listedNumber ?? 0),
    })
    expect(await store.vaults.all(status?.id ?? 0)).toHaveLength(Number(count))
    expect(count).toBe(3n)
  })

  it('takes back what a reorg undid', async () => {
    const before = await rowOf(world.contracts.vault)
    const goBack = await restorePoint(anvil.url)
    await deposit('777')
    await run()
    expect((await rowOf(world.contracts.vault)).sums).not.toBe(before.sums)
    expect((await hoursOf(world.contracts.vault))[0]?.total_assets).toBe(await totalAssets(world.contracts.vault))
    await goBack()
    const report = await run()
    expect(report.rolledBack).toHaveLength(1)
    const after = await rowOf(world.contracts.vault)
    expect(after.sums).toBe(before.sums)
    expect(after.updatedAt).toBe(before.updatedAt)
    const [newest] = await hoursOf(world.contracts.vault)
    expect(newest?.total_assets).toBe(await totalAssets(world.contracts.vault))
    expect(newest?.block_number).toBeLessThanOrEqual(Number(await client.getBlockNumber({ cacheTime: 0 })))
  })

  it('reads auctions again that a removed block may have had otherwise, and keeps them listed until then', async () => {
    const rows = async () =>
      (await d1.prepare('select * from auctions order by auction').all<Readonly<Record<string, unknown>>>()).results
    const before = await rows()
    const running = world.contracts.auction.toLowerCase()
    const goBack = await restorePoint(anvil.url)
    await deposit('778')
    await run()
    await d1.prepare('update auctions set start_block = 1, currency = ? where auction = ?').bind(running, running).run()
    const state = await store.logIndex.read((await store.logIndex.status(world.chainId))?.id ?? 0)
    await goBack()
    const kept = Number(await client.getBlockNumber({ cacheTime: 0 }))
    const [mark] = await store.logIndex.marksUpTo(state.chain, kept, 1)
    await store.logIndex.rollBack(state, mark ?? null)
    const outdated = (await rows()).filter(({ token, end_block: end }) => token === null && end !== null)
    expect(outdated.map(({ auction }) => auction)).toContain(running)
    const page = await store.auctions.page({ chainId: world.chainId, limit: 25 })
    expect(page.map(({ auction }) => auction)).toContain(running)
    await run()
    expect(await rows()).toEqual(before)
    // A run that read the removed block stores nothing.
    const [row] = await store.auctions.all(state.chain)
    if (!row) throw new Error('no auction is listed')
    const late = store.auctions.save(state.chain, state.revision, [{ ...row, startBlock: 1 }], [row.auction])
    expect([await late, await rows()]).toEqual([false, before])
  })

  it('lists an auction with the vault whose share token it sells, whichever launch arms name it', async () => {
    const { auction, registry, vault, vault2, shareToken } = world.contracts
    const { id = 0, revision = 0 } = (await store.logIndex.status(world.chainId)) ?? {}
    const lanes = [{ vault, shareToken }]
    const vaultAfter = async (vaults: readonly Address[]) => {
      const vaultsOf = new Map([[auction, vaults]])
      const index = { chain: id, revision }
      expect(await listAuctions(store, index, { vaultsOf, lanes }, { reader: chain, at: undefined })).toBe(true)
      return (await store.auctions.all(id)).map((row) => row.vault)
    }
    for (const vaults of [[vault2, vault, registry], [vault, vault2], [vault]])
      expect(await vaultAfter(vaults)).toEqual([vault.toLowerCase()])
    expect(await vaultAfter([vault2])).toEqual([vault2.toLowerCase()])
    expect(await vaultAfter([])).toEqual([null])
    const overtaken = { chain: id, revision: revision - 1 }
    const others = { vaultsOf: new Map<Address, Address[]>(), lanes }
    expect(await listAuctions(store, overtaken, others, { reader: chain, at: undefined })).toBe(false)
    expect((await store.auctions.all(id)).length).toBe(1)
    await run()
  })

  it('moves the windows on with the hours', async () => {
    await run(began + 2 * DAY * 1000)
    const row = await rowOf(world.contracts.vault)
    expect(JSON.parse(row.sums)).toMatchObject({ flow1d: '0', fees1d: '0' })
    await run()
    expect(JSON.parse((await rowOf(world.contracts.vault)).sums).flow1d).not.toBe('0')
  })

  it('run twice at once lists the same', async () => {
    await deposit('5')
    await Promise.all([run(), run()])
    await run()
    const { flow } = await sumsOnChain(0)
    expect(JSON.parse((await rowOf(world.contracts.vault)).sums).flow1y).toBe(String(flow))
  })

  it('keeps the logs that its streams keep', async () => {
    const [before, all] = [await countLogs(), await streams()]
    await pruneIndex({ chain, store, now: Date.now })
    expect(await countLogs()).toBe(before)
    expect(await hoursOf(world.contracts.vault)).not.toEqual([])
    await pruneIndex({ chain, store, now: () => Date.now() + 32 * DAY * 1000 })
    expect(await hoursOf(world.contracts.vault)).toEqual([])
    await pruneIndex({ chain, store, now: () => Date.now() + 91 * DAY * 1000 })
    const kept = await streams()
    expect(kept).toEqual(all.filter((stream) => (KEEP[stream] ?? 0) > 91 * DAY))
    expect(kept).toEqual(expect.arrayContaining(['registry', 'vaults']))
    expect(all).toContain('shares')
    expect(kept).not.toContain('shares')
  })

  it('without a registry says so', async () => {
    const bare = createChain(
      parseChainConfig({ chainId: world.chainId, contracts: { multicall3: world.contracts.multicall3 } }),
      chain.rpc,
    )
    await expect(runIndexJob({ chain: bare, store, now: Date.now, bounds: SYNC_BOUNDS })).rejects.toThrow(
      'role_not_configured',
    )
  })
})
