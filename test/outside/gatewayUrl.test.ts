import { describe, expect, test } from 'vitest'
import { gatewayUrl } from '../../shared/outside/gatewayUrl.ts'

const url = (uri: string) => gatewayUrl(uri, { ipfs: 'https://ipfs.example', arweave: 'https://ar.example' })
const V0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'
const V1 = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const TRANSACTION = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'

test.each([
  [`ipfs://${V0}`, `https://ipfs.example/ipfs/${V0}`],
  [`ipfs://ipfs/${V0}/agent.json`, `https://ipfs.example/ipfs/${V0}/agent.json`],
  [`IPFS://${V1}/a b/%C3%A4?x=1#y`, `https://ipfs.example/ipfs/${V1}/a%20b/%C3%A4`],
  [`ar://${TRANSACTION}`, `https://ar.example/${TRANSACTION}`],
  [`ar://${TRANSACTION}/1.json`, `https://ar.example/${TRANSACTION}/1.json`],
])('%s is served at %s', (uri, served) => {
  expect(url(uri)).toBe(served)
})

test('another URI has no gateway', () => {
  expect(['https://a.example/ipfs/x', 'data:,x', 'ipns://a.example', 'arweave://x', ''].map(url)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
})

describe('security', () => {
  test.each([
    ['ipfs://', 'ipfs://x', 'ipfs:x', 'ipfs:///etc', 'ipfs://../x', 'ipfs://Qm', `ipfs://${V0}x`, `ipfs://${V1}.`],
    [
      `ipfs://${V0}@a.example`,
      `ipfs://${V0}:80/`,
      `ipfs://${V0}\\..`,
      'ipfs://127.0.0.1/',
      `ipfs://${'Q'.repeat(200)}`,
    ],
    ['ar://', 'ar://name', `ar://${TRANSACTION}x`, `ar://${TRANSACTION.slice(1)}`, 'ar:x', 'ar://../../admin'],
  ])('what names no content is refused: %s …', (...uris) => {
    for (const uri of uris) expect(() => url(uri), uri).toThrow(/the (ipfs|ar) URI does not name any content/)
  })

  test('a long URI is refused before it is taken apart', () => {
    for (const content of [`ipfs://${V0}`, `ar://${TRANSACTION}`])
      expect(() => url(`${content}/${'/..'.repeat(5_000_000)}`)).toThrow('URIs are at most 2048 characters long')
  })

  test('no path leads out of the content', () => {
    for (const path of [
      '/..',
      '/../../api/v0',
      '/%2e%2e/x',
      '/%2E./x',
      '/.',
      '/a%2f..',
      '/a%5c..',
      '/%00',
      '/%',
      '/\\..',
    ])
      for (const content of [`ipfs://${V0}`, `ar://${TRANSACTION}`])
        expect(() => url(content + path), path).toThrow('the path of the URI is malformed')
  })
})
