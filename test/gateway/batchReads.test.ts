import { request as send } from 'node:http'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { numberToHex } from 'viem'
import { askNode } from '../../localnet/askNode.ts'
import { FAMILY_READS, writeReads } from '../../shared/http/familyReads.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const Batch = z.object({
  asOf: z.object({ blockNumber: z.string() }).nullable(),
  answers: z.array(
    z.object({
      status: z.int(),
      blockNumber: z.string().nullable(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    }),
  ),
})

const proxy = useRpcProxy()
const LIMIT = 60
const KEPT_MS = 600_000
const FAMILIES = ['gauge', 'vetoken', 'vault', 'auction', 'token', 'status', 'build'] as const
const net = useNet(() =>
  startLocalnet({
    families: FAMILIES,
    // An answer stays fresh until the test changes the time.
    blockTimeMs: KEPT_MS,
    nodeUrl: proxy.nodeUrl,
    // The job of every minute reads the chain as well.
    followsBlocks: false,
    variables: { LIMIT_READ: String(LIMIT) },
  }),
)

let clients = 0
const newClient = () => ({ 'cf-connecting-ip': `10.7.${++clients >> 8}.${clients & 255}` })
let users = 0
/** A user that no request has named. */
const nextUser = () => `0x${(++users).toString(16).padStart(40, 'ba7c4')}`
const lockOf = (user = nextUser()) => `/v1/vetoken/user/${user}`

test('security: a read that waits for a block of the future leaves the health of the chain as it is', async () => {
  const { answers } = await batch(['/v1/gauge/health?chain=1', '/v1/gauge/epoch?minBlock=999999999999'])
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
  const health = await fetch(`${net.api}/v1/gauge/health?chain=1`)
  expect(await health.text()).toContain('"reachable":true')
})

const post = (body: unknown, headers: Record<string, string> = newClient()) =>
  fetch(`${net.api}/v1/batch`, { method: 'POST', headers, body: JSON.stringify(body) })
async function batch(reads: readonly string[], headers?: Record<string, string>) {
  const answer = await post({ reads }, headers)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return { text, ...Batch.parse(JSON.parse(text)) }
}
const single = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${net.api}${path}`, { headers: { ...newClient(), ...headers } })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
/** Requests to the node that call contracts, and the block that each of their calls names. */
const callsOf = () =>
  proxy.requests
    .map(({ calls }) => calls.filter(({ method }) => method === 'eth_call').map(({ params }) => params[1]))
    .filter((blocks) => blocks.length > 0)
let aheadMs = 0
/** No answer that is in memory is fresh any longer. */
const forget = async () => {
  aheadMs += KEPT_MS + 1
  await Promise.all(FAMILIES.map((name) => net.changeTime(name, { aheadMs })))
}
const newest = async () => Number(await askNode(net.rpcUrl, 'eth_blockNumber', []))

describe('happy', () => {
  test('answers reads of several families byte for byte as they answer by themselves, at one block', async () => {
    const { vault, auction } = net.world.contracts
    const reads = [
      lockOf(),
      '/v1/gauge/epoch',
      `/v1/vault/${vault}/report`,
      `/v1/vault/${vault}/strategies`,
      `/v1/auction/${auction}/status`,
      '/v1/gauge/vaults',
      lockOf(),
    ]
    const { text, asOf, answers } = await batch(reads)
    expect(asOf?.blockNumber).toBe(String(await newest()))
    for (const [i, path] of reads.entries()) {
      await forget()
      const own = await single(path)
      expect(own.status, path).toBe(200)
      expect(text).toContain(`"body":${own.text}}`)
      expect(answers[i]).toMatchObject({ status: 200, blockNumber: asOf?.blockNumber, body: JSON.parse(own.text) })
      expect(answers[i]?.headers['etag']).toBe(own.headers.get('etag'))
    }
  })

  test('reads ten of one kind in one upstream request, and those of others at the block of the first', async () => {
    await forget()
    const ten = (path: (user: string) => string) => Array.from({ length: 10 }, () => path(nextUser()))
    const votesOf = (user: string) => `/v1/gauge/user/${user}`
    await batch(ten(votesOf))
    expect(callsOf()).toEqual([['latest']])
    proxy.reset()
    // These simulate a change of the lock, which no other may see: each is a call of its own in that request.
    const { asOf } = await batch([...ten(lockOf), ...ten(votesOf), '/v1/gauge/epoch', '/v1/gauge/vaults'])
    const block = numberToHex(Number(asOf?.blockNumber))
    expect(callsOf().map((blocks) => [...new Set(blocks)])).toEqual([['latest'], [block]])
  })

  test('takes a fresh answer from memory, and reads the others at its block', async () => {
    await forget()
    const warm = lockOf()
    const before = await single(warm)
    const block = await newest()
    await askNode(net.rpcUrl, 'evm_mine', [])
    const { asOf, text, answers } = await batch([warm, lockOf()])
    expect(asOf?.blockNumber).toBe(String(block))
    expect(text).toContain(`"body":${before.text}}`)
    expect(answers.map(({ blockNumber }) => blockNumber)).toEqual([String(block), String(block)])
  })

  test('is never older than the `minBlock` of one of its reads', async () => {
    await forget()
    const warm = lockOf()
    await single(warm)
    await askNode(net.rpcUrl, 'evm_mine', [])
    const block = await newest()
    const { asOf, answers } = await batch([warm, `${lockOf()}?minBlock=${block}`, '/v1/gauge/epoch'])
    expect(asOf?.blockNumber).toBe(String(block))
    expect(answers.map(({ blockNumber }) => blockNumber)).toEqual([block, block, block].map(String))
  })

  test('says of a read without a block that it has none', async () => {
    const { asOf, answers } = await batch(['/v1/gauge/health'])
    expect(asOf).toBeNull()
    expect(answers).toMatchObject([{ status: 200, blockNumber: null, body: { success: true } }])
  })
})

describe('an error', () => {
  test('stands in the place of its read, as the read answers it by itself', async () => {
    const reads = ['/v1/vetoken/user/0x12', '/v1/gauge/epoc', '/v1/nothing', '/v1/gauge/epoch/', lockOf()]
    for (const accept of ['application/json', 'application/problem+json']) {
      const { answers } = await batch(reads, { ...newClient(), accept })
      expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 308, 200])
      for (const [i, path] of reads.slice(0, 3).entries()) {
        const own = await single(path, { accept })
        const body = z.record(z.string(), z.unknown()).parse(JSON.parse(own.text))
        expect(answers[i]).toMatchObject({
          status: own.status,
          headers: { 'x-error-code': own.headers.get('x-error-code') },
          body: { ...body, ...('requestId' in body ? { requestId: expect.any(String) } : {}) },
        })
      }
      expect(answers[3]).toMatchObject({ body: null, headers: { location: '/api/v1/gauge/epoch' } })
    }
  })

  test('of a node is that of every read that needs it, and of no other', async () => {
    await forget()
    proxy.mode = { status: 500 }
    const { asOf, answers } = await batch([lockOf(), '/v1/status', '/v1/gauge/epoch'])
    expect(asOf).toBeNull()
    expect(answers.map(({ status }) => status)).toEqual([502, 200, 502])
  })

  test('is 400 for anything but 1 to 50 paths', async () => {
    const many = Array.from({ length: 51 }, () => '/v1/gauge/epoch')
    for (const body of [{}, { reads: [] }, { reads: many }, { reads: '/v1/gauge/epoch' }, { reads: [1] }, []]) {
      const answer = await post(body)
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
      await answer.arrayBuffer()
    }
  })

  test('is 413 for a long body, and 414 in the place of a long path', async () => {
    expect((await post({ reads: [`/v1/${'x'.repeat(140_000)}`] })).status).toBe(413)
    expect((await batch([`/v1/gauge/${'x'.repeat(5000)}`])).answers).toMatchObject([{ status: 414 }])
  })

  test('says which operations a batch cannot hold', async () => {
    const { shareToken } = net.world.contracts
    const { answers } = await batch([`/v1/token/${shareToken}/logo.svg`, '/v1/batch', '/v1/build/gauge/vote'])
    expect(answers.map(({ status, headers }) => [status, headers['x-error-code']])).toEqual([
      [400, 'invalid_request'],
      [400, 'invalid_request'],
      [405, 'method_not_allowed'],
    ])
    expect(JSON.stringify(answers[0]?.body)).toContain('request it by itself')
  })
})

describe('security', () => {
  test('each read counts against the budget of its client, and has its own 429', async () => {
    const client = newClient()
    let allowed = 0
    for (let i = 0; i < 3; i++) {
      const answer = await post({ reads: Array.from({ length: 50 }, () => '/v1/gauge/epoch') }, client)
      if (answer.status === 429) break
      const { answers } = Batch.parse(await answer.json())
      allowed += answers.filter(({ status }) => status === 200).length
      for (const { status, headers } of answers)
        if (status !== 200)
          expect([status, headers['x-error-code'], Number(headers['retry-after']) > 0]).toEqual([
            429,
            'rate_limited',
            true,
          ])
    }
    expect(allowed).toBeGreaterThan(0)
    expect(allowed).toBeLessThan(LIMIT)
    expect((await batch(['/v1/gauge/epoch'])).answers[0]?.status).toBe(200)
  })

  test('no path leads to another host, to a page, or around its check', async () => {
    const paths = [
      'https://example.com/',
      '//example.com/v1/gauge/epoch',
      '@example.com/',
      '/../health',
      '/v1/gauge/../../../health',
      '/\\example.com/',
      '/v1/gauge/epoch\r\nx-injected: 1',
      '/v1/%2e%2e/%2e%2e/health',
      FAMILY_READS,
    ]
    const { answers } = await batch(paths)
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 400, 400, 400, 404, 404, 400, 400])
  })

  test('a credential of the batch is not one of its reads', async () => {
    const { answers } = await batch(['/auth/me', '/v1/gauge/epoch'], {
      ...newClient(),
      authorization: `Bearer ${'0'.repeat(66)}`,
    })
    expect(answers.map(({ status }) => status)).toEqual([404, 200])
  })

  test('nobody outside reaches what the gateway asks of a family', async () => {
    const body = writeReads({ urls: [`${net.api}/v1/gauge/epoch`] })
    const { host } = new URL(FAMILY_READS)
    const statusOf = (url: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = send(url, { method: 'POST', path, headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.once('error', reject)
        sent.end(body)
      })
    for (const url of [net.host, net.sockets['gauge'] ?? ''])
      for (const path of ['/', FAMILY_READS]) expect(await statusOf(url, path)).toBeGreaterThanOrEqual(400)
  })
})
