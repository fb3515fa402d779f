import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-wasm'
import { drawToken, svgDocument } from '../functions/token/drawing/drawToken.ts'
import { paintToken } from '../functions/token/drawing/paintToken.ts'
import type { Recipe } from '../functions/token/drawing/Recipe.ts'
import { startRasterizer } from '../functions/token/drawing/startRasterizer.ts'
import { tokenLayers } from '../functions/token/drawing/tokenLayers.ts'
import { toPng } from '../functions/token/drawing/toPng.ts'
import { latency } from './load.ts'

const SIZE = 1024
const TIMES = 20
/** Pictures until the engine has compiled the loops that paint: the first of an isolate take longer, before and now. */
const BEFORE = 40
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

/** RECIPE as it was drawn at 88e4231, when the renderer drew all of a picture and packed it. */
const EARLIER = fileURLToPath(import.meta.resolve('./earlierDrawing.svg'))

/**
 * What a token's picture costs: milliseconds, as a ratio to an empty picture, to a picture of one gradient, and to the picture at
 * 88e4231. The limits are rows: pixels out of the renderer and into a PNG, and the letters, which the renderer draws.
 */
export async function drawingCosts(): Promise<string[][]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const rasterize = await startRasterizer(wasm)
  const earlier = await readFile(EARLIER, 'utf8')
  const draw = (svg: string) => async () => toPng(rasterize(svg, SIZE))
  const packed = rasterize(drawToken(RECIPE), SIZE)
  const ms = await latency(
    {
      'nothing, as PNG': draw(pictureOf('', '')),
      'one opaque linear gradient': draw(pictureOf(linear, OVER_ALL)),
      'one radial gradient that fades': draw(pictureOf(radial, OVER_ALL)),
      'a share token at 88e4231': async () => drawEarlier(earlier),
      'a share token, all of it in the renderer': draw(drawToken(RECIPE)),
      'of a share token: letters in the renderer': async () => LETTERS.map((layer) => rasterize(layer, SIZE)),
      'of a share token: its pixels as PNG': async () => toPng(packed),
      'a share token': async () => paintToken(RECIPE, rasterize),
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

const { defs, list } = tokenLayers(RECIPE)
const LETTERS = list.flatMap((layer) =>
  'markup' in layer ? [svgDocument({ defs, body: layer.markup, size: SIZE })] : [],
)

function drawEarlier(svg: string): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: SIZE }, font: { loadSystemFonts: false } })
  const image = drawing.render()
  const png = image.asPng()
  image.free()
  drawing.free()
  return png
}
