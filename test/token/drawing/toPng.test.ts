import { expect, test } from 'vitest'
import { toPng } from '../../../functions/token/drawing/toPng.ts'
import { readPng, unpackedLength } from '../../../shared/imaging/readPng.ts'
import { decodePng } from '../../support/decodePng.ts'

test('colours are those that the renderer meant, whatever their alpha', async () => {
  const meant = [
    [255, 0, 0, 255],
    [10, 200, 30, 255],
    [0, 0, 0, 0],
    [200, 100, 0, 128],
    [255, 255, 255, 1],
    [60, 90, 120, 77],
  ]
  const premultiplied = meant.flatMap(([r = 0, g = 0, b = 0, a = 0]) => [
    ...[r, g, b].map((one) => Math.round((one * a) / 255)),
    a,
  ])
  const png = toPng({ pixels: Uint8Array.from(premultiplied), width: 3, height: 2 })
  const picture = decodePng(png)
  expect([picture.width, picture.height]).toEqual([3, 2])
  for (const [i, [r = 0, g = 0, b = 0, a = 0]] of meant.entries()) {
    const found = picture.at(i % 3, Math.floor(i / 3))
    expect(found[3]).toBe(a)
    // What a small alpha has rounded away is gone before.
    const slack = a === 0 ? 255 : Math.ceil(128 / a)
    for (const [at, one] of [r, g, b].entries()) expect(Math.abs((found[at] ?? 0) - one)).toBeLessThanOrEqual(slack)
  }
  const read = readPng(png)
  expect(read && (await unpackedLength(read.packed, read.rawBytes))).toBe(read?.rawBytes)
})
