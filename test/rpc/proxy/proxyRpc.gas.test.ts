import { numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { accountOf } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { call, startProxyNet } from './startProxyNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const CAP = 50_000_000
const GAS_METHODS = ['eth_call', 'eth_estimateGas', 'eth_createAccessList']

const net = useNet(() => startProxyNet())
const voter = prepared(() => net.signedIn('voter'))
afterEach(() => net.node.reset())

/** Returns how much gas there was when it began. */
const GAS_LEFT = '0x5a60005260206000f3'
/** Never ends. */
const LOOP = '0x5b600056'

const send = async (body: unknown) => {
  const { status, json } = await net.post(body, voter)
  return { status, json }
}
/** The transactions that reached the node. */
const forwarded = (): unknown[] =>
  net.node.requests.flatMap((text) => [JSON.parse(text)].flat().map((sent: unknown) => Object(sent).params[0]))
const refusal = (id: unknown, message: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32602, message } })

describe.each(GAS_METHODS)('the gas of %s', (method) => {
  const to = () => accountOf(net, 'bidder').address

  test('is the cap where a call states none, and its own where it does', async () => {
    for (const gas of [undefined, null, numberToHex(CAP), '0xf4240'])
      expect((await send(call(method, [{ to: to(), gas }, 'latest']))).status).toBe(200)
    const most = { to: to(), gas: numberToHex(CAP) }
    expect(forwarded()).toEqual([most, most, most, { to: to(), gas: '0xf4240' }])
  })

  test.each<readonly [string, Readonly<Record<string, unknown>>, RegExp]>([
    ['one more than the cap', { gas: numberToHex(CAP + 1) }, /params\.0\.gas: must be at most 0x2faf080 \(50000000\)/],
    ['a huge number', { gas: `0x${'f'.repeat(5000)}` }, /params\.0\.gas: must be at most/],
    ['2^64, which some would wrap', { gas: '0x10000000000000000' }, /params\.0\.gas: must be at most/],
    ['leading zeros', { gas: '0x0000000005f5e100' }, /params\.0\.gas: must be a quantity/],
    ['a negative number', { gas: '-0x1' }, /params\.0\.gas: must be a quantity/],
    ['decimal digits', { gas: '100000000' }, /params\.0\.gas: must be a quantity/],
    ['a JSON number', { gas: 100_000_000 }, /params\.0\.gas: must be a quantity/],
    ['nothing after 0x', { gas: '0x' }, /params\.0\.gas: must be a quantity/],
    ['a list', { gas: ['0x1'] }, /params\.0\.gas: must be a quantity/],
    ['blanks', { gas: ' 0x5f5e100' }, /params\.0\.gas: must be a quantity/],
    ['another name', { gasLimit: '0x5f5e100' }, /in the member gas only/],
    ['two names', { gas: '0x5208', gasLimit: '0x5f5e100' }, /in the member gas only/],
    ['two spellings', { gas: '0x5208', GAS: '0x5f5e100' }, /in the member gas only/],
    ['a spelling that folds to it', { gas: '0x5208', 'ga\u017f': '0x5f5e100' }, /in the member gas only/],
    ['snake case', { gas_limit: '0x5f5e100' }, /in the member gas only/],
  ])('security: with %s is refused, and nothing is made', async (_, gas, message) => {
    const { status, json } = await send(call(method, [{ to: to(), ...gas }, 'latest'], 'mine'))
    expect([status, json]).toEqual([200, refusal('mine', expect.stringMatching(message))])
    expect(JSON.stringify(json).length).toBeLessThan(300)
    expect(net.node.requests).toEqual([])
  })

  test.each([[[]], [[null, 'latest']], [['0x']], [[[{ gas: '0x5f5e100' }]]]])(
    'security: without a transaction object (%j) there is nothing to bound, and nothing is made',
    async (params) => {
      const { json } = await send(call(method, params))
      expect(json).toEqual(refusal(1, expect.stringMatching(/params\.0: must be a transaction object/)))
      expect(net.node.requests).toEqual([])
    },
  )

  test('is looked at in each call of a batch: one that asks for too much has an error, and the others are made', async () => {
    const calls = [
      call('eth_chainId', [], 'a'),
      call(method, [{ to: to(), gas: numberToHex(CAP + 1) }, 'latest'], 'b'),
      call(method, [{ to: to() }, 'latest'], 'c'),
    ]
    expect((await send(calls)).json).toEqual([
      { jsonrpc: '2.0', id: 'a', result: numberToHex(net.world.chainId) },
      refusal('b', expect.stringMatching(/must be at most/)),
      { jsonrpc: '2.0', id: 'c', result: expect.anything() },
    ])
    expect(net.node.requests).toHaveLength(1)
    expect(forwarded()).toEqual([undefined, { to: to(), gas: numberToHex(CAP) }])
  })

  test('refused in every call of a batch asks no node', async () => {
    const calls = ['a', 'b'].map((id) => call(method, [{ gas: '0xffffffff' }], id))
    expect((await send(calls)).json).toMatchObject([
      { id: 'a', error: { code: -32602 } },
      { id: 'b', error: { code: -32602 } },
    ])
    expect(net.node.requests).toEqual([])
  })
})

describe('on the real node', () => {
  const run = async (data: string, ...others: readonly unknown[]) =>
    Object((await send(call('eth_call', [{ data }, 'latest', ...others]))).json)

  test('a call has the gas of the cap, less what its beginning costs', async () => {
    const { result } = await run(GAS_LEFT)
    expect(Number(result)).toBeGreaterThan(CAP - 100_000)
    expect(Number(result)).toBeLessThan(CAP)
  })

  test('security: overrides of state or block lift nothing, and are passed on as they are', async () => {
    const account = accountOf(net, 'voter').address
    const state = { [account]: { balance: '0xde0b6b3a7640000', code: GAS_LEFT } }
    const { result } = Object(
      (await send(call('eth_call', [{ to: account }, 'latest', state, { gasLimit: '0xffffffff' }]))).json,
    )
    expect(Number(result)).toBeGreaterThan(CAP - 100_000)
    expect(Number(result)).toBeLessThan(CAP)
    expect(net.node.requests[0]).toContain(JSON.stringify(state))
  })

  test('a call that never ends is out of gas, an error of the node', async () => {
    expect((await run(LOOP)).error).toMatchObject({ message: expect.stringMatching(/gas/i) })
  })

  test('a transfer is estimated as usual, also for an account that could not pay for the cap', async () => {
    const from = privateKeyToAddress(generatePrivateKey())
    await ask(net.rpcUrl, 'anvil_setBalance', from, numberToHex(10n ** 15n))
    const transfer = { from, to: privateKeyToAddress(generatePrivateKey()), value: '0x1' }
    for (const fee of [{}, { gasPrice: '0x3b9aca00' }, { maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x0' }]) {
      const estimate = await send(call('eth_estimateGas', [{ ...transfer, ...fee }]))
      expect(estimate.json).toMatchObject({ result: '0x5208' })
    }
    // An account with nothing at all, where no fee is named.
    const poor = { ...transfer, from: privateKeyToAddress(generatePrivateKey()), value: '0x0' }
    expect((await send(call('eth_estimateGas', [poor]))).json).toMatchObject({ result: '0x5208' })
  })

  test('a call that names a fee must be able to pay for its gas, as a node has it', async () => {
    const from = privateKeyToAddress(generatePrivateKey())
    await ask(net.rpcUrl, 'anvil_setBalance', from, numberToHex(10n ** 15n))
    const transaction = { from, to: accountOf(net, 'bidder').address, gasPrice: '0x3b9aca00' }
    const without = await send(call('eth_call', [transaction, 'latest']))
    expect(without.json).toMatchObject({ error: { message: expect.stringMatching(/insufficient funds/i) } })
    const own = await send(call('eth_call', [{ ...transaction, gas: '0x186a0' }, 'latest']))
    expect(own.json).toMatchObject({ result: '0x' })
  })

  test('security: an estimate with less gas than any transaction takes, which nodes read as no bound, is refused', async () => {
    const { json } = await send(call('eth_estimateGas', [{ data: LOOP, gas: '0x5207' }]))
    expect(json).toEqual(refusal(1, expect.stringMatching(/at least 0x5208/)))
    expect(net.node.requests).toEqual([])
  })
})

test('RPC_PROXY_MAX_GAS sets the cap', async () => {
  await net.withVariables({ RPC_PROXY_MAX_GAS: '1000000' }, async () => {
    await send(call('eth_call', [{ data: GAS_LEFT }, 'latest']))
    expect(forwarded()).toEqual([{ data: GAS_LEFT, gas: '0xf4240' }])
    expect((await send(call('eth_call', [{ data: GAS_LEFT, gas: '0xf4241' }, 'latest']))).json).toEqual(
      refusal(1, expect.stringContaining('at most 0xf4240 (1000000)')),
    )
  })
})
