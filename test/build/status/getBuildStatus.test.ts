import { createClient, encodeFunctionData, erc20Abi, http, parseEther, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { BuildStatus } from '../../../schema/build/status.ts'
import { envelope } from '../../../schema/common.ts'
import { toAnswer } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { startRpcProxy } from '../../support/rpcProxy.ts'
import {
  build,
  builtOf,
  chainTime,
  intoNextEpoch,
  send,
  sendAll,
  sessionOf,
  startBuildNet,
  untilMidweek,
  type Built,
} from '../support.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl, families: ['account', 'build'] }))
const bidder = prepared(() => sessionOf(net, 'bidder'))

const request = async (transaction: string, query = '') =>
  toAnswer(await fetch(`${net.api}/v1/build/status?transaction=${transaction}${query}`))
const statusOf = async (transaction: string, query = '') => {
  const { status, json } = await request(transaction, query)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return z.parse(envelope(BuildStatus), json).data
}
const lock = async (headers = bidder) => {
  const durationSec = String(untilMidweek(await chainTime(net), 31_536_000n))
  return builtOf(await build(net.api, 'vetoken/lock', headers, { amount: '1000000000000000000', durationSec }))
}

const APPROVAL = () => ({
  to: net.world.contracts.usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [net.world.contracts.veToken, 1n] }),
  value: '0',
})

/** Sends a call without waiting for a block. */
async function submit(role: AccountRole, { to, data }: Pick<Built, 'to' | 'data'>, gas = 2_000_000n): Promise<Hex> {
  const key = net.world.accounts.find((entry) => entry.role === role)?.privateKey
  if (!key) throw new Error(`no account ${role}`)
  const bytes: Hex = `0x${data.slice(2)}`
  const client = createClient({ transport: http(net.rpcUrl) })
  return sendTransaction(client, { account: privateKeyToAccount(key), chain: null, to, data: bytes, gas })
}
/** The hash, once a block has the transaction: a node returns it earlier. */
async function mined(hash: Hex): Promise<Hex> {
  await minedReceipt(createClient({ transport: http(net.rpcUrl) }), hash)
  return hash
}
/** Runs something while no block is made. */
async function withoutBlocks<T>(run: () => Promise<T>): Promise<T> {
  await ask(net.rpcUrl, 'evm_setAutomine', false)
  try {
    return await run()
  } finally {
    await ask(net.rpcUrl, 'evm_setAutomine', true)
    await ask(net.rpcUrl, 'evm_mine')
  }
}

describe('a transaction that was mined', () => {
  it('is shown with what its builder said, what it did, and how deep it is', async () => {
    const built = await lock()
    const [approval, locked] = await sendAll(net, 'bidder', built)
    if (!approval || !locked) throw new Error('two were sent')
    proxy.reset()
    const status = await statusOf(locked.hash)
    expect(proxy.requests).toHaveLength(2)
    expect(status).toMatchObject({
      transaction: locked.hash,
      status: 'mined',
      from: built.from,
      block: { number: String(locked.blockNumber) },
      confirmations: String(BigInt(status.asOf.blockNumber) - locked.blockNumber + 1n),
      gasUsed: String(locked.gasUsed),
      gasLimit: '2000000',
      revert: null,
      operations: [],
      truncated: false,
    })
    expect(status.calls).toMatchObject([
      { to: built.to, role: 'veToken', function: built.function, args: built.args, value: '0' },
    ])
    expect(built.description.replace(/, until .*$/, '.')).toBe(status.calls[0]?.description)
    const { shareToken, veToken } = net.world.contracts
    const own = { address: built.from, decimals: 18 }
    expect(status.effects).toMatchObject([
      { ...own, contract: shareToken, role: 'shareToken', delta: '-1000000000000000000' },
      { ...own, contract: veToken, role: 'veToken' },
    ])
    expect(status.events).toMatchObject([
      { role: 'shareToken', event: 'Transfer(address,address,uint256)' },
      { role: 'veToken', event: 'Transfer(address,address,uint256)' },
      {
        address: built.to,
        event: 'Locked(address,address,uint256,uint256,uint256)',
        args: { user: built.from, amount: '1000000000000000000', lockEnd: built.effectiveEnd },
      },
    ])
    const { calls } = await statusOf(approval.hash)
    expect(calls.map(({ description }) => description)).toEqual(built.approvals.map(({ description }) => description))
  })

  it('is final once the node says so, and unknown where it does not say', async () => {
    const { hash } = await send(net, 'owner', APPROVAL())
    proxy.mode = { replies: ({ params }) => (params[0] === 'finalized' ? { result: null } : undefined) }
    expect((await statusOf(hash)).isFinal).toBeNull()
  })

  it('of somebody else’s kind shows its value and no description', async () => {
    const account = privateKeyToAccount(net.world.accounts[0]?.privateKey ?? '0x')
    const client = createClient({ transport: http(net.rpcUrl) })
    const sent = await sendTransaction(client, {
      account,
      chain: null,
      to: account.address,
      value: parseEther('0.1'),
      data: '0x12345678',
    })
    expect((await statusOf(await mined(sent))).calls).toEqual([
      {
        to: account.address,
        role: null,
        value: String(parseEther('0.1')),
        function: null,
        args: {},
        description: null,
      },
    ])
    const created = await sendTransaction(client, { account, chain: null, data: '0x00', gas: 100_000n })
    expect((await statusOf(await mined(created))).calls).toMatchObject([{ to: null, function: null }])
  })
})

describe('a transaction that reverted', () => {
  it('says why, and what to do', async () => {
    const built = builtOf(await build(net.api, 'vetoken/unlock', await sessionOf(net, 'voter')))
    const { hash, status } = await send(net, 'voter', built)
    expect(status).toBe('reverted')
    proxy.reset()
    const found = await statusOf(hash)
    expect(proxy.requests).toHaveLength(2)
    expect(found).toMatchObject({
      status: 'reverted',
      calls: [{ function: 'unlock()' }],
      events: [],
      revert: { name: 'LockNotExpired', args: {}, isReproduced: true, fix: expect.stringContaining('getVetokenUser') },
    })
    // A build says the same beforehand.
    expect(built.simulation.error).toMatchObject({ name: 'LockNotExpired', fix: found.revert?.fix })
  })

  it('by what was in its own block says that nothing reproduces it', async () => {
    const owner = await lock(await sessionOf(net, 'owner'))
    for (const { to, data, value } of owner.approvals) await send(net, 'owner', { to, data, value })
    const hashes = await withoutBlocks(async () => [await submit('owner', owner), await submit('owner', owner)])
    const [first, second] = await Promise.all(hashes.map((hash) => statusOf(hash)))
    expect(first?.status).toBe('mined')
    expect(second).toMatchObject({
      status: 'reverted',
      revert: {
        name: null,
        isReproduced: false,
        message: expect.stringContaining('an earlier transaction of that block'),
      },
    })
  })

  it('for lack of gas says so', async () => {
    await intoNextEpoch(net)
    const built = builtOf(
      await build(net.api, 'gauge/vote', await sessionOf(net, 'voter'), {
        vaults: [net.world.contracts.vault],
        weights: ['1'],
      }),
    )
    const hash = await mined(await submit('voter', built, 60_000n))
    expect((await statusOf(hash)).revert).toMatchObject({
      isReproduced: true,
      message: 'the gas limit of the transaction was too low',
      fix: expect.stringContaining('higher gas limit'),
    })
  })

  it('on a node that keeps no old states, the reason is not known', async () => {
    const { hash } = await send(
      net,
      'voter',
      builtOf(await build(net.api, 'vetoken/unlock', await sessionOf(net, 'voter'))),
    )
    const missing = { error: { code: -32_000, message: 'missing trie node' } }
    proxy.mode = {
      replies: ({ method, params }) => (method === 'eth_call' && params[1] !== 'latest' ? missing : undefined),
    }
    expect((await statusOf(hash)).revert).toMatchObject({
      name: null,
      isReproduced: false,
      message: expect.stringContaining('no node could run'),
    })
  })
})

describe('a transaction in no block', () => {
  it('is pending while a node has it, and decoded; one request', async () => {
    const built = builtOf(await build(net.api, 'vetoken/increase', bidder, { amount: '1' }))
    const hash = await withoutBlocks(async () => {
      const sent = await submit('bidder', built)
      proxy.reset()
      const status = await statusOf(sent)
      expect(proxy.requests).toHaveLength(1)
      expect(status).toMatchObject({
        status: 'pending',
        block: null,
        confirmations: null,
        gasUsed: null,
        calls: [{ function: 'increaseLock(uint256)', args: { amount: '1' } }],
        events: [],
      })
      return sent
    })
    const newest = Number(await ask(net.rpcUrl, 'eth_blockNumber'))
    expect(await statusOf(hash, `&minBlock=${newest}`)).toMatchObject({
      status: 'reverted',
      revert: { name: 'ERC20InsufficientAllowance', fix: expect.stringContaining('approvals') },
    })
  })

  it('that no node has ever seen is unknown, which is not failed; one request', async () => {
    const status = await statusOf(`0x${'12'.repeat(32)}`)
    expect(proxy.requests).toHaveLength(1)
    expect(status).toMatchObject({ status: 'unknown', from: null, nonce: null, calls: [], revert: null })
    expect(status.next).toContain('never have been sent')
  })

  it.each(['0x12', `0x${'zz'.repeat(32)}`, '', `${'12'.repeat(32)}`])('%j is no hash', async (text) => {
    expect(await request(text)).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('nodes', () => {
  /** The hash of a transaction that the node shows in a block: for a moment after the receipt is there it does not. */
  async function hashOf(): Promise<string> {
    const { hash } = await send(net, 'owner', APPROVAL())
    await expect
      .poll(() => ask(net.rpcUrl, 'eth_getTransactionByHash', hash))
      .toMatchObject({ blockNumber: expect.any(String) })
    return hash
  }

  it('that cannot be read are an outage, and never unknown', async () => {
    const hash = await hashOf()
    proxy.mode = { status: 500 }
    expect(await request(hash)).toMatchObject({ status: 502, code: 'upstream_failed' })
    proxy.mode = { replies: ({ method }) => (method === 'eth_getTransactionByHash' ? { result: 'x' } : undefined) }
    expect((await request(hash)).status).toBe(502)
    proxy.mode = { chainId: 5 }
    expect((await request(hash)).status).toBe(502)
  })

  it('that have a transaction in a block and no receipt of it, or another block in its place, are an outage too', async () => {
    const hash = await hashOf()
    proxy.mode = { replies: ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: null } : undefined) }
    expect((await request(hash)).status).toBe(502)
    const number = `0x${Number((await statusAfter(hash)).block?.number).toString(16)}`
    const other = { number, hash: `0x${'77'.repeat(32)}`, timestamp: '0x1' }
    proxy.mode = { replies: ({ params }) => (params[0] === number ? { result: other } : undefined) }
    await ask(net.rpcUrl, 'evm_mine')
    const newest = Number(await ask(net.rpcUrl, 'eth_blockNumber'))
    expect((await request(hash, `&minBlock=${newest}`)).status).toBe(502)
  })

  const statusAfter = async (hash: string) => {
    proxy.reset()
    return statusOf(hash)
  }

  it('one that has it answers where the first one does not', async () => {
    const hash = await hashOf()
    const first = await startRpcProxy(net.rpcUrl)
    first.mode = { replies: ({ method }) => (/Transaction/.test(method) ? { result: null } : undefined) }
    const both = await startBuildNet({
      families: ['account', 'build'],
      nodeUrl: async () => `${first.url},${net.rpcUrl}`,
    })
    const answer = await toAnswer(await fetch(`${both.api}/v1/build/status?transaction=${hash}`))
    expect(answer.json).toMatchObject({ data: { status: 'mined' } })
    await both.stop()
    await first.stop()
  })
})
