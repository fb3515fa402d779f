import { afterEach, expect, test, vi } from 'vitest'
import { createGate } from '../../shared/cache/createGate.ts'
import { RequestBody } from '../../shared/http/RequestBody.ts'

afterEach(() => void vi.useRealTimers())

const MEBIBYTE = 1_048_576
const post = (body: BodyInit): Request => {
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('https://api.example.com/', init)
}

test('so many places are taken, and free again when they are given back, or after their time', () => {
  let now = 0
  const enter = createGate({ places: 2, mostMs: 1000, now: () => now })
  const [leave] = [enter(), enter()]
  expect(enter).toThrow('upload_busy')
  leave?.()
  enter()
  expect(enter).toThrow('upload_busy')
  // Those who were cut off give nothing back.
  now = 1000
  enter()
  enter()
  expect(enter).toThrow('upload_busy')
})

test('a large body takes a place while it is dealt with, and a small one none', async () => {
  const enter = createGate({ places: 1, mostMs: 1000, now: () => 0 })
  const large = () => new RequestBody(post('{"a":1}'), 2 * MEBIBYTE, enter)
  const first = large()
  expect(await first.parse('object')).toEqual({ a: 1 })
  await expect(large().read()).rejects.toMatchObject({ code: 'upload_busy' })
  expect(await new RequestBody(post('{"b":1}'), MEBIBYTE, enter).parse('object')).toEqual({ b: 1 })
  first.end()
  expect(await large().parse('object')).toEqual({ a: 1 })
})

test('a large body that does not arrive is given up after half a minute', async () => {
  vi.useFakeTimers()
  const enter = createGate({ places: 1, mostMs: 1000, now: () => 0 })
  const silent = new ReadableStream({ pull: () => new Promise(() => {}) })
  const reading = new RequestBody(post(silent), 2 * MEBIBYTE, enter).read()
  const ended = expect(reading).rejects.toMatchObject({ code: 'request_timeout', status: 408 })
  await vi.advanceTimersByTimeAsync(30_000)
  await ended
})
