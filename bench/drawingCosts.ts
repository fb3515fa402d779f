import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawToken } from '../functions/token/drawing/drawToken.ts'
import type { Recipe } from '../functions/token/drawing/Recipe.ts'
import { startRasterizer } from '../functions/token/drawing/startRasterizer.ts'
import { latency } from './load.ts'

const SIZE = 1024
const TIMES = 20
const BEFORE = 10
const RECIPE: Recipe = {
  chainId: 8453,
  token: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  symbol: 'AURORA',
  kind: 'share',
  style: 'card',
  preset: 'standard',
  size: SIZE,
}
const pictureOf = (defs: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024"><defs>${defs}</defs>${body}</svg>`
const STOPS = '<stop stop-color="#f41"/><stop offset="1" stop-color="#05f" stop-opacity="END"/>'
const OVER_ALL = '<rect width="1024" height="1024" fill="url(#g)"/>'
const linear = `<linearGradient id="g">${STOPS.replace('END', '1')}</linearGradient>`
const radial = `<radialGradient id="g">${STOPS.replace('END', '0')}</radialGradient>`

/** RECIPE as it was drawn at 88e4231. */
const EARLIER = fileURLToPath(import.meta.resolve('./earlierDrawing.svg'))

/**
 * The cost of a token's picture: milliseconds, as a ratio to an empty picture, to a picture of one gradient, and to the picture at
 * 88e4231.
 */
export async function drawingCosts(): Promise<string[][]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const rasterize = await startRasterizer(wasm)
  const earlier = await readFile(EARLIER, 'utf8')
  const draw = (svg: string) => async () => rasterize(svg, SIZE)
  const ms = await latency(
    {
      'nothing, as PNG': draw(pictureOf('', '')),
      'one opaque linear gradient': draw(pictureOf(linear, OVER_ALL)),
      'one radial gradient that fades': draw(pictureOf(radial, OVER_ALL)),
      'a share token at 88e4231': draw(earlier),
      'a share token': async () => rasterize(drawToken(RECIPE), SIZE),
    },
    TIMES,
    BEFORE,
  )
  const [none, one, before] = [
    ms['nothing, as PNG'],
    ms['one radial gradient that fades'],
    ms['a share token at 88e4231'],
  ]
  return Object.entries(ms).map(([name, took]) => [
    name,
    took.toFixed(1),
    (took / none).toFixed(1),
    (took / one).toFixed(1),
    (took / before).toFixed(2),
  ])
}
