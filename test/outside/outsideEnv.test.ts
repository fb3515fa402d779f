import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { readEnv } from '../../shared/env/readEnv.ts'

const read = (given: Record<string, string>) => readEnv(z.object(outsideVariables), given)

test('resolver and gateways are public ones by default, and requests go out directly', () => {
  expect(read({})).toEqual({
    DNS_URL: 'https://cloudflare-dns.com/dns-query',
    IPFS_GATEWAY_URL: 'https://ipfs.io',
    ARWEAVE_GATEWAY_URL: 'https://arweave.net',
  })
})

test('a gateway is a base URL, with or without a slash at its end', () => {
  expect(read({ IPFS_GATEWAY_URL: 'https://gateway.example/base/' }).IPFS_GATEWAY_URL).toBe(
    'https://gateway.example/base',
  )
})

describe('error', () => {
  test.each([
    ['DNS_URL', 'http://resolver.example/dns-query'],
    ['EGRESS_PROXY_URL', 'http://egress.example/'],
    ['IPFS_GATEWAY_URL', 'http://127.0.0.1:8080'],
    ['IPFS_GATEWAY_URL', 'https://gateway.example/?x='],
    ['ARWEAVE_GATEWAY_URL', 'gateway.example'],
  ])('%s is not %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`${name}: must be`)
  })
})
