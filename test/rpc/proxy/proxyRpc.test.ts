import { JsonRpcProvider, FetchRequest, Contract } from 'ethers'
import { createPublicClient, encodeFunctionData, erc20Abi, http, numberToHex, parseAbi } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { ALLOWED_METHODS } from '../../../functions/rpc/proxy/allowedMethods.ts'
import { accountOf, receiptOf } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { call, startProxyNet } from './startProxyNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const net = useNet(() => startProxyNet())
const voter = prepared(() => net.signedIn('voter'))
afterEach(() => {
  net.node.reset()
  net.second.reset()
})

const symbol = () => ({
  to: net.world.contracts.shareToken,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }),
})
const direct = (method: string, ...params: unknown[]) => ask(net.rpcUrl, method, ...params)

describe('an answer', () => {
  test('is what the node says, under the id of the call, and kept by nobody', async () => {
    for (const id of ['a "text"', 0, -7, Number.MAX_SAFE_INTEGER, null]) {
      const answer = await net.post(call('eth_call', [symbol(), 'latest'], id), voter)
      expect(answer.json).toEqual({ jsonrpc: '2.0', id, result: await direct('eth_call', symbol(), 'latest') })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(net.node.requests).toHaveLength(5)
  })

  test('to a batch has the order of its calls, also where ids are the same', async () => {
    const calls = [
      call('eth_chainId', [], 'x'),
      call('eth_call', [symbol(), 'latest'], 'x'),
      call('net_version', [], 3),
    ]
    const answer = await net.post(calls, voter)
    expect(answer.json).toEqual([
      { jsonrpc: '2.0', id: 'x', result: numberToHex(net.world.chainId) },
      { jsonrpc: '2.0', id: 'x', result: await direct('eth_call', symbol(), 'latest') },
      { jsonrpc: '2.0', id: 3, result: String(net.world.chainId) },
    ])
    expect(net.node.requests).toHaveLength(1)
  })

  test('answers a revert as a node does', async () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address,uint256)']),
      functionName: 'transfer',
      args: [net.world.contracts.usdc, 10n ** 40n],
    })
    const answer = await net.post(call('eth_call', [{ to: net.world.contracts.shareToken, data }, 'latest']), voter)
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        jsonrpc: '2.0',
        id: 1,
        error: { code: 3, message: expect.stringContaining('revert'), data: expect.stringMatching(/^0x/) },
      },
    ])
  })

  test('comes to an agent with its receipt alone', async () => {
    const agent = accountOf(net, 'agent')
    const { receipt } = await receiptOf(net.api, 0, agent)
    const answer = await net.post(call('eth_blockNumber'), { 'x-siwa-receipt': receipt })
    expect(answer.json).toMatchObject({ result: expect.stringMatching(/^0x/) })
  })

  test('comes for every method of the list', async () => {
    const hash = await direct('eth_getBlockByNumber', 'latest', false).then((block) => Object(block).hash)
    const account = accountOf(net, 'voter').address
    const params: Readonly<Record<string, readonly unknown[]>> = {
      eth_getBalance: [account, 'latest'],
      eth_getCode: [account, 'latest'],
      eth_getStorageAt: [account, '0x0', 'latest'],
      eth_getTransactionCount: [account, 'latest'],
      eth_call: [symbol(), 'latest'],
      eth_estimateGas: [symbol()],
      eth_createAccessList: [symbol(), 'latest'],
      eth_feeHistory: ['0x2', 'latest', [50]],
      eth_getBlockByNumber: ['latest', false],
      eth_getBlockByHash: [hash, false],
      eth_getBlockReceipts: ['latest'],
      eth_getTransactionByHash: [hash],
      eth_getTransactionReceipt: [hash],
      eth_getLogs: [{ fromBlock: 'latest' }],
      eth_getProof: [account, [], 'latest'],
    }
    const answers = await Promise.all(ALLOWED_METHODS.map((method) => net.post(call(method, params[method]), voter)))
    const expected = await Promise.all(ALLOWED_METHODS.map((method) => direct(method, ...(params[method] ?? []))))
    expect(answers.map(({ json }) => json)).toEqual(expected.map((result) => ({ jsonrpc: '2.0', id: 1, result })))
  })
})

describe('client libraries work as with a node', () => {
  test('viem, with batches', async () => {
    const client = createPublicClient({
      transport: http(net.url, { batch: true, fetchOptions: { headers: voter } }),
    })
    const node = createPublicClient({ transport: http(net.rpcUrl) })
    const { shareToken } = net.world.contracts
    const read = (functionName: 'symbol' | 'decimals') =>
      client.readContract({ address: shareToken, abi: erc20Abi, functionName })
    const [name, decimals, id, block] = await Promise.all([
      read('symbol'),
      read('decimals'),
      client.getChainId(),
      client.getBlock(),
    ])
    expect([name, decimals, id]).toEqual([
      await node.readContract({ address: shareToken, abi: erc20Abi, functionName: 'symbol' }),
      18,
      net.world.chainId,
    ])
    const range = { address: shareToken, fromBlock: block.number - 100n, toBlock: 'latest' } as const
    expect(await client.getLogs(range)).toEqual(await node.getLogs(range))
    await expect(
      client.simulateContract({
        address: shareToken,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [shareToken, 10n ** 40n],
        account: accountOf(net, 'voter'),
      }),
    ).rejects.toThrow(/reverted/)
  })

  test('viem: a refused call is what it is, and the others of its batch are answered', async () => {
    const transport = http(net.url, { batch: true, fetchOptions: { headers: voter }, retryCount: 0 })
    const client = createPublicClient({ transport })
    const { shareToken: address } = net.world.contracts
    const [blocked, wide, id, big] = await Promise.allSettled([
      client.request({ method: 'eth_sendRawTransaction', params: ['0x02'] }),
      client.getLogs({ address, fromBlock: 0n, toBlock: 10_001n }),
      client.getChainId(),
      client.call({ to: address, gas: 10n ** 9n }),
    ])
    expect([blocked, wide, id, big]).toMatchObject([
      { reason: { name: 'MethodNotFoundRpcError', code: -32601 } },
      { reason: { name: 'InvalidParamsRpcError', code: -32602 } },
      { value: net.world.chainId },
      { reason: { name: 'CallExecutionError', cause: { name: 'InvalidParamsRpcError' } } },
    ])
    expect(net.node.requests.join()).not.toMatch(/eth_sendRawTransaction|eth_getLogs|eth_call/)
  })

  test('ethers, with batches', async () => {
    const request = new FetchRequest(net.url)
    request.setHeader('authorization', voter['authorization'] ?? '')
    const provider = new JsonRpcProvider(request)
    try {
      const token = new Contract(
        net.world.contracts.shareToken,
        ['function symbol() view returns (string)', 'function transfer(address,uint256)'],
        provider,
      )
      const [network, name, height] = await Promise.all([
        provider.getNetwork(),
        token.getFunction('symbol')(),
        provider.getBlockNumber(),
      ])
      expect([Number(network.chainId), name, height]).toEqual([
        net.world.chainId,
        expect.stringMatching(/^■?[A-Z]+$/),
        Number(await direct('eth_blockNumber')),
      ])
      await expect(
        token.getFunction('transfer').staticCall(net.world.contracts.usdc, 10n ** 40n),
      ).rejects.toMatchObject({ code: 'CALL_EXCEPTION' })
      const [blocked, wide, block] = await Promise.allSettled([
        provider.send('eth_sendRawTransaction', ['0x02']),
        provider.getLogs({ fromBlock: 0, toBlock: 10_001 }),
        provider.getBlock('latest'),
      ])
      expect([blocked, wide, block]).toMatchObject([
        { reason: { code: 'UNSUPPORTED_OPERATION', operation: 'eth_sendRawTransaction' } },
        { reason: { error: { code: -32602, message: expect.stringContaining('block range exceeds 10000') } } },
        { status: 'fulfilled' },
      ])
    } finally {
      provider.destroy()
    }
  })
})

describe('a read at a fixed block', () => {
  const at = async (back: number) => numberToHex(Number(await direct('eth_blockNumber')) - back)

  test('is sent once for all callers at the same time, each answered under its own id', async () => {
    const block = await at(1)
    let opened: (() => void) | undefined
    const all = new Promise<void>((resolve) => (opened = resolve))
    net.node.answer = ({ text, response }) => {
      if (!text.includes('eth_getBalance')) return false
      void all.then(() => response.end('{"jsonrpc":"2.0","id":0,"result":"0x5"}'))
      return true
    }
    const account = accountOf(net, 'voter').address
    const first = net.post(call('eth_getBalance', [account, block], 0), voter)
    await expect.poll(() => net.node.requests.length).toBe(1)
    const others = Array.from({ length: 8 }, (_, i) => net.post(call('eth_getBalance', [account, block], i + 1), voter))
    // One that is answered by the node itself, after them: they have joined by then.
    await net.post(call('eth_blockNumber'), voter)
    opened?.()
    const answers = await Promise.all([first, ...others])
    expect(answers.map(({ json }) => json)).toEqual(
      Array.from({ length: 9 }, (_, id) => ({ jsonrpc: '2.0', id, result: '0x5' })),
    )
    expect(net.node.requests.filter((text) => text.includes('eth_getBalance'))).toHaveLength(1)
  })

  test('is remembered once its block is final or named by its hash; results that may change are read again', async () => {
    const account = accountOf(net, 'bidder').address
    const final = await at(100)
    const fresh = await at(1)
    const { hash } = Object(await direct('eth_getBlockByNumber', 'latest', false))
    const times = async (method: string, params: readonly unknown[]) => {
      const count = () =>
        net.node.requests.filter((text) => text.includes(JSON.stringify(params)) && text.includes(method)).length
      await net.post(call(method, params), voter)
      // Whether its block is final is found out after the answer.
      await net.post(call('eth_blockNumber'), voter)
      const answers = [
        await net.post(call(method, params, 2), voter),
        await net.post([call(method, params, 'b')], voter),
      ]
      expect(answers.map(({ json }) => json)).toMatchObject([{ id: 2 }, [{ id: 'b' }]])
      return count()
    }
    // Workers that remember nothing.
    await net.withVariables({}, async () => {
      // The first time finality itself is read, after the answer: once it is known, memory answers.
      const requests = () => net.node.requests.filter((text) => text.includes('eth_getBlockReceipts')).length
      await expect
        .poll(async () => {
          const before = requests()
          await net.post(call('eth_getBlockReceipts', [final]), voter)
          return requests() - before
        })
        .toBe(0)
      // Nothing that needs old state, which a node may have dropped.
      expect(await times('eth_getBlockByNumber', [final, false])).toBe(1)
      expect(await times('eth_getBlockByHash', [hash, false])).toBe(1)
      expect(await times('eth_getLogs', [{ blockHash: hash }])).toBe(1)
      // A node that has not come so far gives a part of the logs, as if they were all.
      expect(await times('eth_getLogs', [{ fromBlock: final, toBlock: final }])).toBe(3)
      // Whether a block still belongs to the chain may change.
      expect(await times('eth_getBalance', [account, { blockHash: hash }])).toBe(1)
      expect(await times('eth_getBalance', [account, { blockHash: hash, requireCanonical: true }])).toBe(3)
      expect(await times('eth_getBalance', [account, fresh])).toBe(3)
      expect(await times('eth_getBalance', [account, 'latest'])).toBe(3)
      // Null says that nothing is there yet, and an error nothing of the chain.
      expect(await times('eth_getBlockByHash', [`0x${'12'.repeat(32)}`, false])).toBe(3)
      expect(await times('eth_call', [{ to: account, data: '0xzz', gas: '0x5208' }, final])).toBe(3)
    })
  })
})
