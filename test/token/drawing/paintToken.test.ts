import { expect, test } from 'vitest'
import { drawToken } from '../../../functions/token/drawing/drawToken.ts'
import { paintToken } from '../../../functions/token/drawing/paintToken.ts'
import type { Recipe } from '../../../functions/token/drawing/Recipe.ts'
import { decodePng, difference } from '../../support/decodePng.ts'
import { makePng } from '../../support/pictures.ts'
import { rasterize, rasterizePixels } from '../../support/rasterize.ts'

const recipe: Recipe = {
  chainId: 8453,
  token: `0x${'a1'.repeat(20)}`,
  symbol: 'AURORA',
  kind: 'share',
  style: 'card',
  preset: 'standard',
  size: 256,
}
const file = makePng({ width: 80, height: 80 })
const artwork = {
  dataUri: `data:image/png;base64,${Buffer.from(file).toString('base64')}`,
  width: 80,
  height: 80,
}
const paint = (changes: Partial<Recipe>) => paintToken({ ...recipe, ...changes }, rasterizePixels)

const looks: [string, Partial<Recipe>][] = [
  ['a share token', {}],
  ['a large one', { size: 512 }],
  ['one of an odd side', { size: 301 }],
  ['a small one', { size: 64 }],
  ['a small one of an odd side', { size: 101 }],
  ['a letter that is a line', { symbol: 'I' }],
  ['a creator coin', { kind: 'creator' }],
  ['artwork', { artwork }],
  ['artwork behind the frame', { artwork, preset: 'hero' }],
  ['artwork of a creator coin', { artwork, kind: 'creator' }],
  ['artwork alone', { artwork, style: 'raw' }],
]

test.each(looks)('PNG and SVG show the same: %s', (_, changes) => {
  const svg = drawToken({ ...recipe, ...changes })
  expect(difference(paint(changes), rasterize(svg, changes.size ?? recipe.size))).toBeLessThan(1)
})

test('every token has the two in one look, whatever its colours and rings are', () => {
  for (let i = 0; i < 12; i++) {
    const changes = { token: `0x${i.toString(16).padStart(40, '0')}`, size: 128 + 9 * i }
    expect(difference(paint(changes), rasterize(drawToken({ ...recipe, ...changes }), changes.size))).toBeLessThan(1)
  }
})

test('colours run on without a step, and edges are smooth', () => {
  const { at, width } = decodePng(paint({ size: 1024 }))
  const row = Array.from({ length: width }, (_, x) => at(x, 80))
  // Below the rim and beside the corners there is nothing but light.
  for (let x = 200; x < 824; x++)
    for (let i = 0; i < 4; i++)
      expect(Math.abs((row[x]?.[i] ?? 0) - (row[x - 1]?.[i] ?? 0)), `at ${x}`).toBeLessThanOrEqual(2)
  const edge = new Set(Array.from({ length: 164 }, (_, y) => row.map((_, x) => at(x, y)[3])).flat())
  expect(edge.size).toBeGreaterThan(100)
})

test('artwork that the renderer fails on is an error', () => {
  const failing = () => {
    throw new Error('unreachable')
  }
  expect(() => paintToken({ ...recipe, artwork }, failing)).toThrow('unreachable')
})
