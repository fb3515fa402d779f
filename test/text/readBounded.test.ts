import { expect, test } from 'vitest'
import { readBounded, readWhole, TooLong } from '../../shared/text/readBounded.ts'

/** A body in pieces, and how many of them were taken. */
function inPieces(...sizes: number[]) {
  const seen = { taken: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const size = sizes[seen.taken++]
        if (size === undefined) controller.close()
        else controller.enqueue(new Uint8Array(size).fill(seen.taken))
      },
      cancel: () => void (seen.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

test('pieces are put together in their order', async () => {
  const { body, seen } = inPieces(2, 0, 1)
  expect([...(await readBounded(body, 3))]).toEqual([1, 1, 3])
  expect(seen.isCancelled).toBe(false)
})

test('a body that is too long is not read to its end', async () => {
  const { body, seen } = inPieces(2, 2, 2, 2)
  await expect(readBounded(body, 3)).rejects.toThrow(TooLong)
  expect(seen).toEqual({ taken: 2, isCancelled: true })
})

test('a body that fails is a failure', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) })
  await expect(readBounded(body, 3)).rejects.toThrow('gone')
})

test('a response without a body is empty', async () => {
  expect(await readWhole(new Response(null), 3)).toEqual(new Uint8Array())
})
