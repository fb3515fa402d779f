import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startRasterizer } from '../../functions/token/drawing/startRasterizer.ts'
import { toPng } from '../../functions/token/drawing/toPng.ts'

/** The rasterizer that the token Worker uses, for tests that run outside of it. */
export const rasterizePixels = await startRasterizer(
  readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
)

/** An SVG as PNG. */
export const rasterize = (svg: string, size: number): Uint8Array => toPng(rasterizePixels(svg, size))
