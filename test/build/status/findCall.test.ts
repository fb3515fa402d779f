import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { BuildStatus } from '../../../schema/build/status.ts'
import { envelope } from '../../../schema/common.ts'
import { KEPT_STATES } from '../../../localnet/world/startAnvil.ts'
import { accountOf, toAnswer } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import type { RpcProxy } from '../../support/rpcProxy.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'
import { send, startBuildNet } from '../support.ts'

const proxy = useRpcProxy()
const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl, families: ['build'] }))

let amounts = 0n
/** An approval that nobody has sent. */
const newCall = () => ({
  to: net.world.contracts.usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [net.world.contracts.veToken, ++amounts] }),
  value: '0',
})
const request = async (query: Readonly<Record<string, string>>) =>
  toAnswer(await fetch(`${net.api}/v1/build/status?${new URLSearchParams(query).toString()}`))
const find = async (role: AccountRole, call: Readonly<Record<string, string>>) => {
  const { status, json } = await request({ from: accountOf(net, role).address, ...call })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return z.parse(envelope(BuildStatus), json).data
}
const mine = (blocks: number) => ask(net.rpcUrl, 'anvil_mine', numberToHex(blocks))

test('a call is found by its sender and calldata, with the outcome of its transaction', async () => {
  const call = newCall()
  await send(net, 'bidder', newCall())
  const { hash, blockNumber } = await send(net, 'bidder', call)
  await send(net, 'bidder', newCall())
  await mine(70)
  const found = await find('bidder', call)
  expect(found).toMatchObject({ transaction: hash, status: 'mined', block: { number: String(blockNumber) } })
  expect(BigInt(found.searched?.fromBlock ?? 0)).toBeLessThan(blockNumber)
  expect(found.searched?.toBlock).toBe(found.asOf.blockNumber)
})

test('the call of another sender, of another value or with other calldata is not it', async () => {
  const call = newCall()
  await send(net, 'bidder', call)
  for (const other of [
    find('voter', call),
    find('bidder', { ...call, value: '1' }),
    find('bidder', { ...call, data: `${call.data.slice(0, -2)}ff` }),
    find('bidder', { ...call, to: net.world.contracts.shareToken }),
  ])
    expect(await other).toMatchObject({ transaction: null, status: 'unknown', calls: [] })
})

test('a call that is older than the states of the node is unknown, and the searched blocks are stated', async () => {
  const call = newCall()
  const { blockNumber } = await send(net, 'bidder', call)
  await mine(KEPT_STATES + 100)
  const { transaction, status, searched, next, asOf } = await find('bidder', call)
  expect([transaction, status]).toEqual([null, 'unknown'])
  const last = BigInt(asOf.blockNumber)
  expect(searched?.toBlock).toBe(String(last))
  expect(BigInt(searched?.fromBlock ?? 0)).toBeGreaterThan(blockNumber)
  expect(next).toContain(`none of the blocks ${searched?.fromBlock} to ${last}`)
  expect(next).toContain('do not send the call again')
})

test('of more transactions than are read, the newest are searched, and the window ends there', async () => {
  const [first, last] = [newCall(), newCall()]
  await send(net, 'voter', first)
  for (let sent = 0; sent < 8; sent++) await send(net, 'voter', newCall())
  const { blockNumber } = await send(net, 'voter', last)
  expect((await find('voter', last)).block?.number).toBe(String(blockNumber))
  const { transaction, searched } = await find('voter', first)
  expect([transaction, searched?.fromBlock]).toEqual([null, String(blockNumber - 7n)])
})

/** A node without the states of blocks before this one. */
const keptFrom = (oldest: bigint): RpcProxy['mode'] => ({
  refuse: ({ method, params }) =>
    method === 'eth_getTransactionCount' && String(params[1]).startsWith('0x') && BigInt(String(params[1])) < oldest,
})

describe('a node', () => {
  test('is searched back to the oldest state that it has', async () => {
    for (const later of [1, 31]) {
      const call = newCall()
      const { hash, blockNumber } = await send(net, 'bidder', call)
      await mine(later)
      proxy.mode = keptFrom(blockNumber - 1n)
      const { transaction, searched } = await find('bidder', call)
      proxy.mode = 'pass'
      expect([transaction, searched?.fromBlock]).toEqual([hash, String(blockNumber)])
    }
  })

  test('without the state of older blocks shortens the window', async () => {
    const call = newCall()
    const { blockNumber } = await send(net, 'bidder', call)
    await mine(300)
    const oldest = blockNumber + 150n
    proxy.mode = keptFrom(oldest)
    const { transaction, searched } = await find('bidder', call)
    proxy.mode = 'pass'
    expect(transaction).toBeNull()
    expect(searched?.fromBlock).toBe(String(oldest + 1n))
    expect((await find('bidder', { to: call.to, data: call.data })).transaction).not.toBeNull()
  })

  test('that is on another fork than the searched blocks is an outage', async () => {
    const call = newCall()
    await send(net, 'bidder', call)
    proxy.mode = {
      replies: ({ method, params: [block] }) =>
        method === 'eth_getBlockByNumber' && block !== 'latest'
          ? { result: { number: block, hash: `0x${'ab'.repeat(32)}`, timestamp: '0x1' } }
          : undefined,
    }
    const { status, code } = await request({ from: accountOf(net, 'bidder').address, ...call })
    proxy.mode = 'pass'
    expect([status, code]).toEqual([502, 'upstream_failed'])
  })

  test('that does not have the transaction that was found is an outage', async () => {
    const call = newCall()
    await send(net, 'bidder', call)
    proxy.mode = {
      replies: ({ method }) =>
        method.startsWith('eth_getTransactionBy') || method.endsWith('Receipt') ? { result: null } : undefined,
    }
    const { status, code } = await request({ from: accountOf(net, 'bidder').address, ...call })
    proxy.mode = 'pass'
    expect([status, code]).toEqual([502, 'upstream_failed'])
  })

  test('that has no state but the newest is an outage', async () => {
    await send(net, 'bidder', newCall())
    proxy.mode = keptFrom(BigInt(String(await ask(net.rpcUrl, 'eth_blockNumber'))))
    const { status, code } = await request({ from: accountOf(net, 'bidder').address, ...newCall() })
    proxy.mode = 'pass'
    expect([status, code]).toEqual([502, 'upstream_failed'])
  })

  test('that does not answer is an outage, not an unknown call', async () => {
    proxy.mode = 'drop'
    const { status, code } = await request({ from: accountOf(net, 'bidder').address, ...newCall() })
    proxy.mode = 'pass'
    expect([status, code]).toEqual([502, 'upstream_failed'])
  })
})

test.each([
  ['nothing', {}, 'transaction: is required unless from, to and data are given'],
  ['a sender alone', { from: `0x${'11'.repeat(20)}` }, 'to: is required without transaction'],
  [
    'a hash and a call',
    { transaction: `0x${'ab'.repeat(32)}`, data: '0x' },
    'data: must not be given together with transaction',
  ],
  [
    'calldata that is too long',
    { data: `0x${'ab'.repeat(1701)}` },
    'data: must be calldata in hex, of at most 1700 bytes',
  ],
])('a request with %s says what to change', async (_, query, text) => {
  expect(await request(query)).toMatchObject({ status: 400, json: { error: expect.stringContaining(text) } })
})
