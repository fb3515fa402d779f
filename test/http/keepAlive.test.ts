import http from 'node:http'
import { describe, expect, test } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['account', 'site'] }))

interface Exchange {
  readonly status: number | undefined
  readonly reused: boolean
}

/** Clients of this kind send each request on the connection of the one before. */
function ask(agent: http.Agent, url: string, body?: Buffer, headers: Record<string, string> = {}): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, reused: request.reusedSocket }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe.each(['account', 'gateway'])('a connection to %s outlives an answer that did not want the body', (socket) => {
  test.each<[number, string]>([
    [404, '/nowhere'],
    [400, '/auth/verify'],
    [413, '/auth/verify'],
    [414, `/auth/verify?${'a'.repeat(5000)}`],
    [405, '/auth/me'],
    [413, '/auth/logout'],
  ])('%i at %s', async (status, path) => {
    const base = net.sockets[socket] ?? ''
    const body = Buffer.alloc(status === 400 ? 100 : 200_000, '{')
    const kinds = [
      { 'content-length': String(body.length), 'content-type': 'application/json' },
      { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
    ]
    for (const headers of kinds) {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      expect(await ask(agent, `${base}${path}`, body, headers)).toEqual({ status, reused: false })
      for (let i = 0; i < 3; i++) {
        expect(await ask(agent, `${base}/auth/nonce`)).toEqual({ status: 200, reused: true })
        expect(await ask(agent, `${base}${path}`, body, headers)).toEqual({ status, reused: true })
      }
      agent.destroy()
    }
  })
})

test('a document of the host lets the connection live too', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const body = Buffer.alloc(200_000)
  expect(await ask(agent, `${net.host}/health`, body)).toEqual({ status: 405, reused: false })
  expect(await ask(agent, `${net.host}/robots.txt`)).toEqual({ status: 200, reused: true })
  agent.destroy()
})

test('who never sends the body that was announced is answered all the same', async () => {
  const status = await new Promise((resolve, reject) => {
    const request = http.request(`${net.sockets['account']}/auth/me`, {
      method: 'POST',
      headers: { 'content-length': '1000' },
    })
    request.on('response', (response) => {
      resolve(response.statusCode)
      request.destroy()
    })
    request.on('error', reject)
    request.write('{')
  })
  expect(status).toBe(405)
})
