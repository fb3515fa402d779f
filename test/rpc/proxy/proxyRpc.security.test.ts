import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { numberToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { call, startProxyNet } from './startProxyNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const net = useNet(() => startProxyNet())
const voter = prepared(() => net.signedIn('voter'))
afterEach(() => net.node.reset())

const refused = async (body: unknown, query?: string) => {
  const answer = await net.post(body, voter, query)
  return [answer.status, answer.code, String(Object(answer.json).error)]
}

describe('a method that is not on the list', () => {
  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_accounts',
    'eth_newFilter',
    'debug_traceTransaction',
    'anvil_setBalance',
    'evm_mine',
    'ETH_CALL',
    'eth_call ',
    'eth\u005fcall\u0000',
    '__proto__',
    'constructor',
  ])('%j is blocked, alone and in a batch, of which the others are made', async (method) => {
    const message = expect.stringContaining(`the method ${method} does not exist; allowed methods`)
    const blocked = { jsonrpc: '2.0', id: 'mine', error: { code: -32601, message } }
    const single = await net.post(call(method, [], 'mine'), voter)
    expect([single.status, single.code, single.json]).toEqual([200, null, blocked])
    expect(net.node.requests).toEqual([])
    const batch = await net.post(
      [call('eth_chainId', [], 1), call(method, [], 'mine'), call('net_version', [], 2)],
      voter,
    )
    const results = [numberToHex(net.world.chainId), String(net.world.chainId)]
    const [first, second] = results.map((result, i) => ({ jsonrpc: '2.0', id: i + 1, result }))
    expect([batch.status, batch.json]).toEqual([200, [first, blocked, second]])
    expect(net.node.requests).toHaveLength(1)
    expect(net.node.requests[0]).not.toContain(JSON.stringify(method))
  })

  test('a batch of nothing else is answered without a request to a node', async () => {
    const calls = Array.from({ length: 100 }, (_, id) => call('eth_sign', [], id))
    const { status, json } = await net.post(calls, voter)
    expect([status, Array.isArray(json) && json.length, net.node.requests]).toEqual([200, 100, []])
  })
})

describe('what is not a call', () => {
  const ok = '"jsonrpc":"2.0","id":1,"method":"eth_chainId"'
  test.each<readonly [string, unknown, RegExp]>([
    ['no object', '"eth_chainId"', /^invalid_request: body: /],
    ['an empty batch', [], /at least one call/],
    ['a batch of 101', Array.from({ length: 101 }, (_, id) => call('eth_chainId', [], id)), /at most 100 calls/],
    ['a batch in a batch', [[call('eth_chainId')]], /^invalid_request: 0: /],
    ['a batch with null', [call('eth_chainId'), null], /^invalid_request: 1: /],
    [
      'a method that is no text',
      [call('eth_chainId'), { ...call('x'), method: ['eth_call'] }],
      /^invalid_request: 1\.method: must be the name/,
    ],
    ['a notification', { jsonrpc: '2.0', method: 'eth_chainId' }, /^invalid_request: id: .*notification/],
    ['an id of another kind', { ...call('eth_chainId'), id: { a: 1 } }, /^invalid_request: id: /],
    ['an id that is no whole number', `{"jsonrpc":"2.0","id":1.5,"method":"eth_chainId"}`, /^invalid_request: id: /],
    [
      'an id that numbers cannot tell',
      `{"jsonrpc":"2.0","id":9007199254740993,"method":"eth_chainId"}`,
      /^invalid_request: id: /,
    ],
    ['a huge id', { ...call('eth_chainId'), id: 'x'.repeat(129) }, /^invalid_request: id: /],
    ['another version', { ...call('eth_chainId'), jsonrpc: '1.0' }, /^invalid_request: jsonrpc: /],
    ['a prototype', `{${ok},"params":[{"__proto__":{}}]}`, /^invalid_json: .*__proto__/],
    ['nesting without end', `{${ok},"params":[${'['.repeat(40)}${']'.repeat(40)}]}`, /^invalid_json: .*nested/],
  ])('%s is refused', async (_, body, error) => {
    const [status, , found] = await refused(body)
    expect([status, found]).toEqual([400, expect.stringMatching(error)])
    expect(net.node.requests).toEqual([])
  })
})

describe('parameters that no node would read as they are written', () => {
  const ok = '"jsonrpc":"2.0","id":1,"method":"eth_chainId"'
  test.each<readonly [string, unknown, RegExp]>([
    ['by name', { ...call('eth_chainId'), params: {} }, /^invalid_params: params: must be an array/],
    ['null', `{${ok},"params":null}`, /^invalid_params: params: must be an array/],
    ['nine', { ...call('eth_chainId'), params: Array.from({ length: 9 }, () => 1) }, /params: must have at most 8/],
    ['with an infinite number', `{${ok},"params":[1e999]}`, /^invalid_params: params: must not have a number/],
    [
      'with a number that readers differ in',
      `{${ok},"params":[[90071992547409931]]}`,
      /params: must not have a number/,
    ],
    [
      'with half a character',
      `{${ok},"params":["\\ud800"]}`,
      /params: must not have .* a string that is not valid Unicode/,
    ],
  ])('%s are an error of their call', async (_, body, message) => {
    const { status, json } = await net.post(body, voter)
    const error = { code: -32602, message: expect.stringMatching(message) }
    expect([status, json]).toEqual([200, { jsonrpc: '2.0', id: 1, error }])
    expect(net.node.requests).toEqual([])
  })
})

test('what goes to the node is what was checked: the last of equal names, and no others', async () => {
  const hidden =
    '{"jsonrpc":"2.0","id":1,"method":"debug_traceCall","METHOD":"debug_traceCall","Params":["x"],"method":"eth_chainId","extra":1}'
  expect((await net.post(hidden, voter)).status).toBe(200)
  const blocked = hidden.replace('"eth_chainId"', '"eth_sign"').replace('"debug_traceCall"', '"eth_chainId"')
  expect((await net.post(blocked, voter)).json).toMatchObject({ error: { code: -32601 } })
  // The chain id is read anyway, so this request would have been left out.
  await net.post(hidden.replace('"eth_chainId"', '"net_version"'), voter)
  expect(net.node.requests).toEqual(['{"jsonrpc":"2.0","id":1,"method":"net_version","params":[]}'])
})

describe('what would cost a node much is an error of its call, which says what to change', () => {
  const far = { fromBlock: '0x0', toBlock: '0x2711' }
  test.each<readonly [string, string, readonly unknown[], string]>([
    ['logs of more than 10 000 blocks', 'eth_getLogs', [far], '.0.toBlock: block range exceeds 10000; split the range'],
    ['logs from the beginning', 'eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xfffffffff' }], '.0.toBlock'],
    ['a block that is no number', 'eth_getLogs', [{ fromBlock: 5 }], '.0.fromBlock: must be a number (0x'],
    ['a filter in other letters', 'eth_getLogs', [{ FROMBLOCK: '0x0' }], '.0: must have only the members'],
    ['a hash and a range', 'eth_getLogs', [{ blockHash: `0x${'00'.repeat(32)}`, fromBlock: '0x0' }], '.0.blockHash'],
    ['many addresses', 'eth_getLogs', [{ address: Array.from({ length: 1001 }, () => '0x') }], '.0.address'],
    ['many topics', 'eth_getLogs', [{ topics: [[], [], [], [], []] }], '.0.topics'],
    ['no filter', 'eth_getLogs', [], '.0: must be a filter'],
    ['fees of many blocks', 'eth_feeHistory', ['0x401', 'latest', []], '.0: must be a number of blocks from 1 to 1024'],
    ['many percentiles', 'eth_feeHistory', ['0x1', 'latest', Array.from({ length: 101 }, () => 1)], '.2'],
    ['many storage keys', 'eth_getProof', ['0x', Array.from({ length: 101 }, () => '0x0'), 'latest'], '.1'],
  ])('%s', async (_, method, params, error) => {
    const { status, json } = await net.post([call('net_version', [], 'a'), call(method, params, 'b')], voter)
    const message = expect.stringContaining(`invalid_params: params${error}`)
    expect([status, json]).toEqual([
      200,
      [
        { jsonrpc: '2.0', id: 'a', result: String(net.world.chainId) },
        { jsonrpc: '2.0', id: 'b', error: { code: -32602, message } },
      ],
    ])
    expect(net.node.requests).toHaveLength(1)
    expect(net.node.requests[0]).not.toContain(method)
    expect((await net.post(call(method, params, 'b'), voter)).json).toMatchObject({ id: 'b', error: { code: -32602 } })
    expect(net.node.requests).toHaveLength(1)
  })

  test('names of blocks count as what they are now', async () => {
    const results: Readonly<Record<string, unknown>> = {
      eth_blockNumber: '0x10000',
      eth_getBlockByNumber: { number: '0xfff0' },
      eth_getLogs: [],
    }
    const reply = ({ id, method }: { id: unknown; method: string }) => ({ jsonrpc: '2.0', id, result: results[method] })
    net.node.answer = ({ text: body, response }) => {
      if (body.includes('eth_chainId')) return false
      const requests = JSON.parse(body)
      response.end(JSON.stringify(Array.isArray(requests) ? requests.map(reply) : reply(requests)))
      return true
    }
    const logs = (fromBlock?: string, toBlock?: string) => call('eth_getLogs', [{ fromBlock, toBlock }])
    const outcome = (one: unknown) => Object(one).error?.code ?? Object(one).result
    const cases: readonly (readonly [ReturnType<typeof call>, unknown])[] = [
      [logs('0xd8ef'), -32602],
      [logs('earliest', 'pending'), -32602],
      [logs('0xd8df', 'safe'), -32602],
      [logs('0xd8f0', 'latest'), []],
      [logs('0xd8e0', 'safe'), []],
      [logs('latest', '0x11000'), []],
      [logs(), []],
    ]
    // Workers that do not remember where the chain was.
    await net.withVariables({}, async () => {
      for (const [one, expected] of cases) {
        const { status, json } = await net.post(one, voter)
        expect([status, outcome(json)]).toEqual([200, expected])
      }
      const { json } = await net.post(
        cases.map(([one]) => one),
        voter,
      )
      expect(Array.isArray(json) && json.map(outcome)).toEqual(cases.map(([, expected]) => expected))
    })
  })
})

describe('the size of a body', () => {
  const padded = (length: number) => JSON.stringify(call('eth_chainId', ['x'.repeat(length)]))

  test('is bound at 512 000 bytes, also where they come in pieces', async () => {
    const tooMuch = padded(512_000)
    const fits = padded(512_000 - padded(0).length)
    expect(fits).toHaveLength(512_000)
    expect((await refused(tooMuch)).slice(0, 2)).toEqual([413, 'body_too_large'])
    // The node repeats in its error what it was sent: what is passed on is short.
    const answer = await net.post(fits, voter)
    expect(answer.status).toBe(200)
    expect(String(Object(answer.json).error.message).length).toBeLessThanOrEqual(2000)
    const chunked = await new Promise<string>((resolve, reject) => {
      const outgoing = request(net.url, { method: 'POST', headers: voter }, (incoming) => resolve(text(incoming)))
      outgoing.on('error', reject)
      for (let i = 0; i < 600; i++) outgoing.write(' '.repeat(1000))
      outgoing.end()
    })
    expect(chunked).toMatch(/body_too_large/)
  })
})

describe('a chain', () => {
  const own = () => String(net.world.chainId)
  test.each([
    ['', 200, null],
    ['chain=31337', 200, null],
    ['chain=base', 503, 'rpc_not_configured'],
    ['chain=8453', 503, 'rpc_not_configured'],
    ['chain=matic', 503, 'rpc_not_configured'],
    ['chain=eth', 503, 'rpc_not_configured'],
    ['chain=Base', 400, 'unsupported_chain'],
    ['chain=constructor', 400, 'unsupported_chain'],
    ['chain=eth&chain=base', 400, 'invalid_request'],
  ])('named by %j is %i %s', async (query, status, code) => {
    expect(own()).toBe('31337')
    const answer = await net.post(call('eth_chainId'), voter, `?${query}`)
    expect([answer.status, answer.code]).toEqual([status, code])
  })
})

test('nobody reads without a credential, and no request goes to a node', async () => {
  const answer = await net.post(call('eth_blockNumber'))
  expect([answer.status, answer.code]).toEqual([401, 'unauthenticated'])
  expect(net.node.requests).toEqual([])
})
