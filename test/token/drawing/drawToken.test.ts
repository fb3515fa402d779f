import { describe, expect, test } from 'vitest'
import { drawToken } from '../../../functions/token/drawing/drawToken.ts'
import { hashRecipe, type Recipe } from '../../../functions/token/drawing/Recipe.ts'
import { sniffArtwork } from '../../../functions/token/drawing/sniffArtwork.ts'
import { decodePng } from '../../support/decodePng.ts'
import { rasterize } from '../../support/rasterize.ts'

const recipe: Recipe = {
  chainId: 8453,
  token: '0x00000000000000000000000000000000000000A1',
  symbol: '\u25a0AKITA',
  kind: 'share',
  style: 'card',
  preset: 'standard',
  size: 256,
}
const draw = (changes: Partial<Recipe> = {}) => {
  const changed = { ...recipe, ...changes }
  return decodePng(rasterize(drawToken(changed), changed.size))
}
const isLight = (colour: readonly number[]) => Math.min(...colour.slice(0, 3)) > 200
/** A red square, as a PNG of the real renderer. */
const redSquare = async () => {
  const bytes = rasterize(
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#f00"/></svg>',
    80,
  )
  const artwork = await sniffArtwork(bytes)
  if (!artwork) throw new Error('the renderer made no PNG')
  return artwork
}

describe('a picture', () => {
  test.each([64, 100, 512, 1024])('of %i pixels has that side, rounded corners and many colours', (size) => {
    const picture = draw({ size })
    expect([picture.width, picture.height]).toEqual([size, size])
    expect(picture.at(0, 0)[3]).toBe(0)
    expect(picture.at(size / 2, Math.round(size * 0.03))[3]).toBe(255)
    expect(picture.colours()).toBeGreaterThan(500)
  })

  test('is the same text, the same bytes and the same hash each time', async () => {
    const again = { ...recipe, token: recipe.token.toLowerCase() }
    expect(drawToken(again)).toBe(drawToken(recipe))
    expect(rasterize(drawToken(again), again.size)).toEqual(rasterize(drawToken(recipe), recipe.size))
    expect(await hashRecipe(again, 'png')).toBe(await hashRecipe(recipe, 'png'))
  })

  test('has colours without a step and smooth edges', () => {
    const { at, width } = draw({ size: 1024 })
    const row = Array.from({ length: width }, (_, x) => at(x, 80))
    // Below the rim and beside the corners there is nothing but light.
    for (let x = 200; x < 824; x++)
      for (let i = 0; i < 4; i++)
        expect(Math.abs((row[x]?.[i] ?? 0) - (row[x - 1]?.[i] ?? 0)), `at ${x}`).toBeLessThanOrEqual(2)
    const edge = new Set(Array.from({ length: 164 }, (_, y) => row.map((_, x) => at(x, y)[3])).flat())
    expect(edge.size).toBeGreaterThan(40)
  })

  test('of another token, chain, symbol, size, kind, style, preset, artwork or format has another hash', async () => {
    const artwork = await redSquare()
    const changes: Partial<Recipe>[] = [
      {},
      { token: `0x${'b'.repeat(40)}` },
      { chainId: 1 },
      { symbol: 'GO' },
      { size: 64 },
      { kind: 'creator' },
      { style: 'raw' },
      { preset: 'hero' },
      { artwork },
    ]
    const hashes = await Promise.all(changes.map((change) => hashRecipe({ ...recipe, ...change }, 'png')))
    expect(new Set([...hashes, await hashRecipe(recipe, 'svg')]).size).toBe(changes.length + 1)
  })

  test('of two tokens with one symbol differs', () => {
    expect(drawToken({ ...recipe, token: `0x${'2'.repeat(40)}` })).not.toBe(drawToken(recipe))
  })

  test('shows the letters of the symbol in the chamber', () => {
    const picture = draw({ symbol: 'I', size: 512 })
    expect(isLight(picture.at(256, 256))).toBe(true)
    expect(isLight(picture.at(200, 256))).toBe(false)
  })
})

describe('artwork', () => {
  test('fills the chamber and leaves the frame', async () => {
    const picture = draw({ artwork: await redSquare(), size: 512 })
    const [red = 0, green = 0, blue = 0] = picture.at(256, 256)
    expect(red).toBeGreaterThan(220)
    expect(green + blue).toBeLessThan(40)
    expect(Math.min(...picture.at(256, 80).slice(0, 3))).toBeGreaterThan(60)
  })

  test('covers the whole picture in the raw style, without a rounded corner', async () => {
    const picture = draw({ artwork: await redSquare(), style: 'raw' })
    expect(picture.at(0, 0)).toEqual([255, 0, 0, 255])
    expect(picture.at(255, 255)).toEqual([255, 0, 0, 255])
  })

  test('is framed by nothing but the rounded card for a creator coin', async () => {
    const picture = draw({ artwork: await redSquare(), kind: 'creator' })
    expect(picture.at(0, 0)[3]).toBe(0)
    expect(picture.at(128, 128)[0]).toBeGreaterThan(220)
    expect(picture.at(20, 128)[0]).toBeGreaterThan(220)
  })
})

describe('a hostile symbol', () => {
  const symbols = [
    '"><script>alert(1)</script>',
    '</svg><img src=x onerror=alert(1)>',
    ']]>&lt;',
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    '\u0000\u0007\u202e',
    '',
    ' '.repeat(5000),
    '\u{1f60e}'.repeat(500),
    '\ud800',
    '漢字',
  ]
  test.each(symbols.map((symbol) => [symbol]))('adds no markup: %j', (symbol) => {
    const svg = drawToken({ ...recipe, symbol, size: 512 })
    const elements = new Set(Array.from(svg.matchAll(/<(\w+)/g), ([, name]) => name))
    const known = new Set([
      'svg',
      'defs',
      'linearGradient',
      'radialGradient',
      'stop',
      'clipPath',
      'rect',
      'circle',
      'g',
      'path',
      'use',
    ])
    expect(Array.from(svg.matchAll(/href="([^"]*)"/g), ([, to]) => to)).toEqual(['#bloom', '#bloom', '#bloom'])
    expect([...elements].filter((name) => !known.has(name ?? ''))).toEqual([])
    expect(svg).not.toMatch(/script|onerror|ENTITY|&/)
    expect(svg.length).toBeLessThan(16_000)
    expect(decodePng(rasterize(svg, 64)).colours()).toBeGreaterThan(300)
  })
})
