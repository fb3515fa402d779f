import { afterEach, expect, test, vi } from 'vitest'
import { createSemaphore } from '../../shared/cache/createSemaphore.ts'
import { RequestBody } from '../../shared/http/RequestBody.ts'

afterEach(() => void vi.useRealTimers())

const MEBIBYTE = 1_048_576
const post = (body: BodyInit): Request => {
  const init = { method: 'POST', body, duplex: 'half' }
  return new Request('https://api.example.com/', init)
}

test('a large body takes a slot while it is handled, and a small one none', async () => {
  const slots = createSemaphore({ slots: 1, mostMs: 1000, now: () => 0 })
  const large = () => new RequestBody(post('{"a":1}'), 2 * MEBIBYTE, slots)
  const first = large()
  expect(await first.parse('object')).toEqual({ a: 1 })
  await expect(large().read()).rejects.toMatchObject({ code: 'upload_busy' })
  expect(await new RequestBody(post('{"b":1}'), MEBIBYTE, slots).parse('object')).toEqual({ b: 1 })
  first.end()
  expect(await large().parse('object')).toEqual({ a: 1 })
})

test('a large body that does not arrive is given up after half a minute', async () => {
  vi.useFakeTimers()
  const slots = createSemaphore({ slots: 1, mostMs: 1000, now: () => 0 })
  const silent = new ReadableStream({ pull: () => new Promise(() => {}) })
  const reading = new RequestBody(post(silent), 2 * MEBIBYTE, slots).read()
  const ended = expect(reading).rejects.toMatchObject({ code: 'request_timeout', status: 408 })
  await vi.advanceTimersByTimeAsync(30_000)
  await ended
})
