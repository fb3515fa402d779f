import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { call, type ProxyNet, startProxyNet } from './startProxyNet.ts'

let net: ProxyNet
let voter: Record<string, string>
beforeAll(async () => {
  net = await startProxyNet()
  voter = await net.signedIn('voter')
}, 60_000)
afterAll(() => net?.stop())
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
  ])('%j is blocked, alone and in a batch, of which nothing is made', async (method) => {
    const single = await refused(call(method))
    expect(single.slice(0, 2)).toEqual([400, 'rpc_method_blocked'])
    expect(single[2]).toMatch(/^rpc_method_blocked: method: /)
    const batch = await refused([call('eth_chainId'), call(method)])
    expect(batch[2]).toMatch(/^rpc_method_blocked: 1\.method: /)
    expect(net.node.asked).toEqual([])
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
    ['parameters by name', { ...call('eth_chainId'), params: {} }, /^invalid_request: params: must be an array/],
    ['a number that is infinite', `{${ok},"params":[1e999]}`, /^invalid_request: params: /],
    ['a number that readers differ in', `{${ok},"params":[[90071992547409931]]}`, /^invalid_request: params: /],
    ['half a character', `{${ok},"params":["\\ud800"]}`, /^invalid_request: params: /],
    ['a prototype', `{${ok},"params":[{"__proto__":{}}]}`, /^invalid_json: .*__proto__/],
    ['nesting without end', `{${ok},"params":[${'['.repeat(40)}${']'.repeat(40)}]}`, /^invalid_json: .*nested/],
  ])('%s is refused', async (_, body, error) => {
    const [status, , found] = await refused(body)
    expect([status, found]).toEqual([400, expect.stringMatching(error)])
    expect(net.node.asked).toEqual([])
  })
})

test('what goes to the node is what was checked: the last of equal names, and no others', async () => {
  const hidden =
    '{"jsonrpc":"2.0","id":1,"method":"debug_traceCall","METHOD":"debug_traceCall","Params":["x"],"method":"eth_chainId","extra":1}'
  expect((await net.post(hidden, voter)).status).toBe(200)
  const blocked = hidden.replace('"eth_chainId"', '"eth_sign"').replace('"debug_traceCall"', '"eth_chainId"')
  expect((await net.post(blocked, voter)).code).toBe('rpc_method_blocked')
  // The node is asked for its chain anyway, so this one would have been left out.
  await net.post(hidden.replace('"eth_chainId"', '"net_version"'), voter)
  expect(net.node.asked).toEqual(['{"jsonrpc":"2.0","id":1,"method":"net_version","params":[]}'])
})

describe('what would cost a node much is refused, and the text says what to change', () => {
  const far = { fromBlock: '0x0', toBlock: '0x2711' }
  test.each<readonly [string, string, readonly unknown[], string]>([
    [
      'logs of more than 10 000 blocks',
      'eth_getLogs',
      [far],
      '.0.toBlock: must be at most 10000 blocks after fromBlock',
    ],
    ['logs from the beginning', 'eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xfffffffff' }], '.0.toBlock'],
    ['a block that is no number', 'eth_getLogs', [{ fromBlock: 5 }], '.0.fromBlock: must be a number as 0x'],
    ['a filter in other letters', 'eth_getLogs', [{ FROMBLOCK: '0x0' }], '.0: must have no members besides'],
    ['a hash and a range', 'eth_getLogs', [{ blockHash: `0x${'00'.repeat(32)}`, fromBlock: '0x0' }], '.0.blockHash'],
    ['many addresses', 'eth_getLogs', [{ address: Array.from({ length: 1001 }, () => '0x') }], '.0.address'],
    ['many topics', 'eth_getLogs', [{ topics: [[], [], [], [], []] }], '.0.topics'],
    ['no filter', 'eth_getLogs', [], '.0: must be a filter'],
    ['fees of many blocks', 'eth_feeHistory', ['0x401', 'latest', []], '.0: must be a number of blocks from 1 to 1024'],
    ['many percentiles', 'eth_feeHistory', ['0x1', 'latest', Array.from({ length: 101 }, () => 1)], '.2'],
    ['many storage keys', 'eth_getProof', ['0x', Array.from({ length: 101 }, () => '0x0'), 'latest'], '.1'],
  ])('%s', async (_, method, params, error) => {
    const [status, code, found] = await refused([call('eth_chainId'), call(method, params)])
    expect([status, code, found]).toEqual([400, 'invalid_request', expect.stringContaining(`1.params${error}`)])
    expect(net.node.asked).toEqual([])
  })

  test('names of blocks count as what they are now', async () => {
    net.node.answer = ({ text: body, response }) => {
      const result = body.includes('eth_blockNumber')
        ? '"0x10000"'
        : body.includes('"safe"')
          ? '{"number":"0xfff0"}'
          : '[]'
      if (body.includes('eth_chainId')) return false
      response.end(`{"jsonrpc":"2.0","id":${Object(JSON.parse(body)).id},"result":${result}}`)
      return true
    }
    const logs = (fromBlock?: string, toBlock?: string) => refused(call('eth_getLogs', [{ fromBlock, toBlock }]))
    // Workers that do not remember where the chain was.
    await net.withVariables({}, async () => {
      expect((await logs('0xd8ef')).slice(0, 2)).toEqual([400, 'invalid_request'])
      expect((await logs('earliest', 'pending'))[0]).toBe(400)
      expect((await logs('0xd8df', 'safe'))[0]).toBe(400)
      expect((await logs('0xd8f0', 'latest'))[0]).toBe(200)
      expect((await logs('0xd8e0', 'safe'))[0]).toBe(200)
      expect((await logs('latest', '0x11000'))[0]).toBe(200)
      expect((await logs())[0]).toBe(200)
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
    const said = await net.post(fits, voter)
    expect(said.status).toBe(200)
    expect(String(Object(said.json).error.message).length).toBeLessThanOrEqual(2000)
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

test('nobody reads without a credential, and nothing is asked for them', async () => {
  const answer = await net.post(call('eth_blockNumber'))
  expect([answer.status, answer.code]).toEqual([401, 'unauthenticated'])
  expect(net.node.asked).toEqual([])
})
