import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type NodeRequest, says } from './startNode.ts'
import { call, startProxyNet } from './startProxyNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

// Each test has Workers of its own, which leave their slots to expire.
const net = useNet(() => startProxyNet({ RPC_PROXY_MAX_IN_FLIGHT: '2000' }))
const voter = prepared(() => net.signedIn('voter'))
afterEach(() => {
  net.node.reset()
  net.second.reset()
})

/** With Workers that know nothing of the nodes; their time limits may be over in a part of their time. */
const fresh = (work: () => Promise<void>, timeOuts = 1) =>
  net.withVariables({}, async () => {
    await net.changeTime('rpc', { timeOuts })
    await work()
  })
const HASTE = 0.05
/** Leaves another node time to answer, however busy the machine is. */
const SOME_HASTE = 0.2
const SECRET = 'secret-provider-key'
const one = () => net.post(call('eth_blockNumber'), voter)
const batch = () => net.post([call('eth_blockNumber'), call('net_version')], voter)
const ok = (result: string, id: unknown = 1) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
const long = (bytes: number) => `"0x${'a'.repeat(bytes)}"`

type Fault = (request: NodeRequest) => boolean
const hangs: Fault = ({ text }) => text.includes('eth_blockNumber')
const cuts: Fault = ({ text, response }) => {
  if (text.includes('eth_chainId')) return false
  response.destroy()
  return true
}
/** Refuses every request. */
const refuses: Fault = ({ response }) => {
  response.writeHead(403).end(SECRET)
  return true
}
/** Answers every request as a node of another chain. */
const elsewhere: Fault = ({ json, response }) => {
  response.end(ok('"0x5"', Object(json).id))
  return true
}

const FAULTS: readonly (readonly [string, Fault, number, string])[] = [
  ['is of another chain', elsewhere, 502, 'upstream_failed'],
  ['hangs', hangs, 504, 'upstream_timeout'],
  ['cuts the connection', cuts, 502, 'upstream_failed'],
  ['fails', says(500, SECRET), 502, 'upstream_failed'],
  ['refuses the account', says(401, SECRET), 502, 'upstream_failed'],
  ['is gone', says(404, SECRET), 502, 'upstream_failed'],
  ['throttles', says(429, SECRET, { 'retry-after': '7' }), 429, 'upstream_rate_limited'],
  [
    'throttles in words',
    says(200, ok('0').replace('"result":0', `"error":{"code":429,"message":"${SECRET}"}`)),
    429,
    'upstream_rate_limited',
  ],
  ['says what is no JSON', says(200, `<html>${SECRET}`), 502, 'upstream_failed'],
  ['says nothing', says(200, ''), 502, 'upstream_failed'],
  ['says JSON of another kind', says(200, `{"message":"${SECRET}"}`), 502, 'upstream_failed'],
  ['answers another call', says(200, ok('"0x1"', 'other')), 502, 'upstream_failed'],
  ['answers another call at length', says(200, ok(long(300_000), 'other')), 502, 'upstream_failed'],
  ['sends elsewhere', says(307, '', { location: 'http://127.0.0.1:9/' }), 502, 'upstream_failed'],
  ['promises more than is passed on', says(200, ok(long(5_000_000))), 422, 'rpc_answer_too_long'],
]

describe('a node that', () => {
  test.each(FAULTS)('%s is an error of the catalogue, and none of its words', async (_, fault, status, code) => {
    await fresh(
      async () => {
        net.node.answer = net.second.answer = fault
        for (const answer of [await one(), await batch()]) {
          expect([answer.status, answer.code]).toEqual([status, code])
          // A link to what explains the code names this host.
          const headers = [...answer.headers].filter(([name]) => name !== 'link')
          expect(JSON.stringify([answer.json, headers])).not.toMatch(/secret|127\.0\.0\.1/)
        }
      },
      fault === hangs ? HASTE : 1,
    )
  })

  test('throttles: for how long it says, at most ten minutes', async () => {
    for (const [given, retryAfter] of [
      ['7', '7'],
      ['86400', '600'],
      ['soon', '5'],
    ] as const)
      await fresh(async () => {
        net.node.answer = net.second.answer = says(429, '', { 'retry-after': given })
        expect((await one()).headers.get('retry-after')).toBe(retryAfter)
      })
  })

  test.each(FAULTS.filter(([, , , code]) => code !== 'rpc_answer_too_long'))(
    '%s gives way to the next one',
    async (_, fault) => {
      await fresh(
        async () => {
          net.node.answer = fault
          expect((await one()).json).toMatchObject({ result: expect.stringMatching(/^0x/) })
          expect((await batch()).json).toMatchObject([{ id: 1 }, { result: String(net.world.chainId) }])
        },
        fault === hangs ? SOME_HASTE : 1,
      )
    },
  )

  test('breaks down for a moment is tried once more', async () => {
    await fresh(async () => {
      const requests = { once: 0, always: 0 }
      net.second.answer = (request) => ++requests.always > 0 && says(503, SECRET)(request)
      net.node.answer = (request) =>
        !request.text.includes('eth_chainId') && requests.once++ === 0 && says(502, '')(request)
      expect((await one()).status).toBe(200)
      net.node.answer = net.second.answer
      expect((await one()).status).toBe(502)
      requests.always = 0
      expect((await one()).status).toBe(502)
      expect(requests.always).toBe(4)
    })
  })

  test('refuses the account, or is of another chain, is left alone for a while', async () => {
    for (const fault of [refuses, elsewhere])
      await fresh(async () => {
        net.node.answer = fault
        await one()
        net.node.reset()
        for (let i = 0; i < 3; i++) expect((await one()).status).toBe(200)
        expect(net.node.requests).toEqual([])
      })
  })

  test('security: refuses one call still gets others, so nobody can close it to everybody', async () => {
    await fresh(async () => {
      net.node.answer = net.second.answer = (request) => request.text.includes('eth_getProof') && refuses(request)
      const old = await net.post(call('eth_getProof', [net.world.contracts.usdc, [], '0x1']), voter)
      expect([old.status, old.code]).toEqual([502, 'upstream_failed'])
      expect((await one()).status).toBe(200)
    })
  })

  test('hangs is left alone, and found again when it answers', async () => {
    await fresh(async () => {
      net.node.answer = net.second.answer = () => true
      expect((await one()).code).toBe('upstream_timeout')
      net.node.reset()
      net.second.reset()
      await net.changeTime('rpc', { aheadMs: 3000 })
      await expect.poll(async () => (await one()).status).toBe(200)
    }, HASTE)
  })

  test('says of itself where it is, says only what it was about', async () => {
    const words = `see https://provider.example/${SECRET} or ${net.node.url}, key ${SECRET}: execution reverted`
    const error = JSON.stringify({ code: 3, message: words, data: { note: words, data: '0x08c379a0' } })
    net.node.answer = says(200, ok('0').replace('"result":0', `"error":${error}`))
    const answer = await one()
    expect(JSON.stringify(answer.json)).not.toMatch(/secret|https?:|127\.0\.0\.1/)
    expect(answer.json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: 3,
        message: expect.stringContaining('execution reverted'),
        data: { note: expect.anything(), data: '0x08c379a0' },
      },
    })
  })

  test('lacks a reply of a batch gives none of it', async () => {
    net.node.answer = net.second.answer = ({ text, json, response }) => {
      if (!text.startsWith('[')) return false
      const [first] = Array.isArray(json) ? json : []
      response.end(`[${ok('"0x1"', Object(first).id)}]`)
      return true
    }
    expect((await batch()).code).toBe('upstream_failed')
  })

  test('takes no batches gets one call after another', async () => {
    await fresh(async () => {
      net.node.answer = ({ text, response }) => {
        if (!text.startsWith('[')) return false
        response.writeHead(400).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}')
        return true
      }
      expect((await batch()).json).toMatchObject([{ id: 1 }, { result: String(net.world.chainId) }])
    })
  })
})

describe('after an outage', () => {
  const everything: Fault = () => true
  /** Sets the fault for all requests to both nodes, and counts them. */
  function both(fault: Fault): { count: number } {
    const reached = { count: 0 }
    net.node.answer = net.second.answer = (request) => {
      reached.count++
      return fault(request)
    }
    return reached
  }
  /** They answer again, and a second passes. */
  async function recover(aheadMs = 0): Promise<void> {
    net.node.reset()
    net.second.reset()
    await net.changeTime('rpc', { aheadMs: aheadMs + 1000, timeOuts: 4 })
  }

  test.each([
    ['hung', everything, 'upstream_timeout'],
    ['refused the account', refuses, 'upstream_failed'],
    ['were of another chain', elsewhere, 'upstream_failed'],
    ['cut connections', cuts, 'upstream_failed'],
    ['failed', says(503, ''), 'upstream_failed'],
  ] as const)('nodes that %s are found again within a second', async (name, fault, code) => {
    // A node that answers does so in its time, however busy the machine is.
    const timeOuts = name === 'hung' ? HASTE : 1
    await fresh(async () => {
      both(fault)
      for (let i = 0; i < 4; i++) expect((await one()).code).toBe(code)
      await recover()
      expect((await one()).status).toBe(200)
      const later = await Promise.all(Array.from({ length: 10 }, one))
      expect(later.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    }, timeOuts)
  })

  test('a node that has failed for a long time is found again as soon', async () => {
    await fresh(async () => {
      both(everything)
      // Each time the next pause is longer: by now a minute.
      for (let i = 1; i < 8; i++) {
        expect((await one()).code).toBe('upstream_timeout')
        await net.changeTime('rpc', { aheadMs: i * 70_000, timeOuts: HASTE })
      }
      expect((await one()).code).toBe('upstream_timeout')
      await recover(7 * 70_000)
      expect((await one()).status).toBe(200)
    }, HASTE)
  })

  test('meanwhile nodes that hang are left alone: nobody waits for them, and they are probed for their chain now and then', async () => {
    await fresh(async () => {
      const reached = both(everything)
      await one()
      const from = performance.now()
      reached.count = 0
      const texts: string[] = []
      net.node.answer = net.second.answer = ({ text }) => Boolean(texts.push(text))
      const answers = []
      for (let i = 0; i < 40; i++) answers.push(...(await Promise.all([one(), one()])))
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['upstream_timeout']))
      expect(new Set(answers.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['1']))
      expect(texts.every((text) => text.includes('eth_chainId'))).toBe(true)
      // One question each in half a second.
      expect(texts.length).toBeLessThanOrEqual(2 * (1 + Math.ceil((performance.now() - from) / 500)))
    }, HASTE)
  })

  test('while another node answers, one that was left alone gets no request', async () => {
    await fresh(async () => {
      let reached = 0
      net.node.answer = (request) => ++reached > 0 && refuses(request)
      expect((await one()).status).toBe(200)
      reached = 0
      for (let i = 0; i < 3; i++) {
        await net.changeTime('rpc', { aheadMs: i * 300 })
        expect((await one()).status).toBe(200)
      }
      expect(reached).toBe(0)
      // Until that one fails.
      net.node.answer = undefined
      net.second.answer = cuts
      expect((await one()).status).toBe(200)
    })
  })

  test('a node of another chain is logged with both ids, whatever was logged of it before', async () => {
    await fresh(async () => {
      const lines: unknown[] = []
      const keep = (line: unknown) => void lines.push(JSON.parse(String(line)))
      const spies = (['warn', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(keep))
      try {
        net.node.answer = says(503, '')
        await one()
        net.node.answer = elsewhere
        // Its chain id is read again.
        await net.changeTime('rpc', { aheadMs: 400_000 })
        expect((await one()).status).toBe(200)
        const { host } = new URL(net.node.url)
        const entry = { event: 'upstream_failure', host, chainId: 31337 }
        await expect.poll(() => lines).toHaveLength(2)
        expect(lines).toMatchObject([
          { ...entry, cause: 'HTTP 503' },
          { ...entry, cause: 'it serves another chain', answeredChainId: 5 },
        ])
        expect(lines[0]).not.toHaveProperty('answeredChainId')
      } finally {
        for (const spy of spies) spy.mockRestore()
      }
    })
  })
})

describe('a long answer', () => {
  /** Sends the beginning of a result at once, then pieces of it. */
  const drip =
    (pieces: readonly string[], pauseMs: number): Fault =>
    ({ text, response }) => {
      if (!text.includes('eth_blockNumber')) return false
      void (async () => {
        response.write(`{"jsonrpc":"2.0","id":1,"result":"0x${'a'.repeat(200_000)}`)
        for (const piece of pieces) {
          if (pauseMs > 0) await sleep(pauseMs)
          response.write(piece)
        }
        response.end()
      })()
      return true
    }
  const raw = () =>
    fetch(net.url, {
      method: 'POST',
      headers: { ...voter, 'content-type': 'application/json' },
      body: JSON.stringify(call('eth_blockNumber')),
      // An answer that may be aborted comes over a connection, part by part.
      signal: new AbortController().signal,
    })

  test('is passed on as it comes', async () => {
    net.node.answer = drip(['b'.repeat(1_000_000), '"}\n'], 0)
    const answer = await raw()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await answer.text()).toBe(
      `{"jsonrpc":"2.0","id":1,"result":"0x${'a'.repeat(200_000)}${'b'.repeat(1_000_000)}"}\n`,
    )
  })

  test.each([
    [
      'that is too long',
      drip(
        Array.from({ length: 60 }, () => 'b'.repeat(100_000)),
        0,
      ),
    ],
    ['that ends in the middle', drip(['b'], 0)],
  ])('%s is cut off, and no client can read a part as the whole', async (_, fault) => {
    net.node.answer = fault
    const answer = await raw()
    expect(answer.status).toBe(200)
    await expect(answer.json()).rejects.toThrow()
  })

  test('that never ends is cut off, and holds its slot no longer', async () => {
    await fresh(async () => {
      net.node.answer = drip(
        Array.from({ length: 10_000 }, () => 'b'),
        20,
      )
      await expect(raw().then((answer) => answer.json())).rejects.toThrow()
      await expect.poll(() => net.node.open).toBe(0)
    }, HASTE)
  })

  test('whose client goes away ends at the node too', async () => {
    net.node.answer = drip(
      Array.from({ length: 10_000 }, () => 'b'),
      20,
    )
    const answer = await raw()
    await answer.body?.cancel()
    await expect.poll(() => net.node.open).toBe(0)
  })
})
