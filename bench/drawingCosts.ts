import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawToken } from '../functions/token/drawing/drawToken.ts'
import type { Recipe } from '../functions/token/drawing/Recipe.ts'
import { startRasterizer } from '../functions/token/drawing/startRasterizer.ts'
import { latency } from './load.ts'

const SIZE = 1024
const TIMES = 20
const RECIPE: Recipe = {
  chainId: 8453,
  token: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  symbol: 'AURORA',
  kind: 'share',
  style: 'card',
  preset: 'standard',
  size: SIZE,
}
const gradientOf = (layers: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024"><defs><radialGradient id="g">
    <stop stop-color="#f41"/><stop offset="1" stop-color="#05f" stop-opacity="0"/></radialGradient></defs>
    ${'<rect width="1024" height="1024" fill="url(#g)"/>'.repeat(layers)}</svg>`

/**
 * What a token's picture costs in the renderer: milliseconds, as a ratio to an empty picture and to a picture of one gradient.
 * A token's picture has several gradients, one over the other.
 */
export async function drawingCosts(): Promise<string[][]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const rasterize = await startRasterizer(wasm)
  const draw = (svg: string) => async () => rasterize(svg, SIZE)
  const ms = await latency(
    {
      'nothing, as PNG': draw(gradientOf(0)),
      'one gradient': draw(gradientOf(1)),
      'a share token': async () => rasterize(drawToken(RECIPE), SIZE),
    },
    TIMES,
  )
  const [none, one] = [ms['nothing, as PNG'], ms['one gradient']]
  return Object.entries(ms).map(([name, took]) => [
    name,
    took.toFixed(1),
    (took / none).toFixed(1),
    (took / one).toFixed(1),
  ])
}
