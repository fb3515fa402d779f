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

test('nothing of one picture is in the next, whatever their sizes are', () => {
  const filled = (width: number, height: number, value: number) => ({
    pixels: new Uint8Array(4 * width * height).fill(value),
    width,
    height,
  })
  const alone = toPng(filled(3, 5, 255))
  for (const [width, height] of [
    [64, 64],
    [7, 3],
    [65, 80],
  ] as const) {
    toPng(filled(width, height, 170))
    expect(toPng(filled(3, 5, 255))).toEqual(alone)
  }
  const { at } = decodePng(alone)
  for (let y = 0; y < 5; y++) for (let x = 0; x < 3; x++) expect(at(x, y)).toEqual([255, 255, 255, 255])
})
