import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { COMPATIBILITY_DATE } from '../../platform/workers.ts'
import { unpackedLength } from '../../shared/imaging/readPng.ts'
import { bundleWorker } from '../support/bundleWorker.ts'

const SCRIPT = `import { unpackedLength } from './shared/imaging/readPng.ts'
export default {
  async fetch(request) {
    const { packed, most } = await request.json()
    return Response.json(await unpackedLength(packed.map((part) => Uint8Array.fromBase64(part)), most))
  },
}`

let workerd: Miniflare
beforeAll(async () => {
  workerd = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      modules: true,
      script: await bundleWorker({ contents: SCRIPT }),
      compatibilityDate: COMPATIBILITY_DATE,
    }),
  )
  await workerd.ready
})
afterAll(() => workerd?.dispose())

const inWorkerd = async (packed: readonly Uint8Array[], most: number): Promise<number | null> => {
  const body = JSON.stringify({ packed: packed.map((part) => Buffer.from(part).toString('base64')), most })
  const answer = await workerd.dispatchFetch('http://worker/', { method: 'POST', body })
  return z
    .number()
    .nullable()
    .parse(await answer.json())
}

const LENGTH = 3_000_000
const whole = deflateSync(Buffer.alloc(LENGTH, 'pixels'))
const small = deflateSync('pixels')

describe.each([
  ['this process', unpackedLength],
  ['workerd', inWorkerd],
])('in %s', (_, lengthOf) => {
  test.each<[string, readonly Uint8Array[], number, number | null]>([
    ['one piece', [whole], LENGTH, LENGTH],
    ['several pieces', [whole.subarray(0, 100), whole.subarray(100, 101), whole.subarray(101)], LENGTH, LENGTH],
    ['pieces of which one is empty', [small, new Uint8Array()], 6, 6],
    ['what is cut off', [whole.subarray(0, -5)], LENGTH, null],
    ['what is cut off in its checksum', [small.subarray(0, -1)], 6, null],
    ['what is followed by more', [small, Uint8Array.of(1)], 6, null],
    ['what is followed by more of the same piece', [Buffer.concat([small, small])], 12, null],
    ['a wrong checksum', [Buffer.concat([small.subarray(0, -1), Uint8Array.of(0)])], 6, null],
    ['what is not packed', [Buffer.from('pixels')], 6, null],
    ['nothing', [], 6, null],
  ])('%s', async (_, packed, most, expected) => {
    expect(await lengthOf(packed, most)).toBe(expected)
  })

  test('unpacks little more than requested', async () => {
    const found = await lengthOf([whole], 1000)
    expect(found).toBeGreaterThan(1000)
    expect(found).toBeLessThan(LENGTH)
  })
})
