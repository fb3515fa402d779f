import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startRasterizer } from '../../functions/token/drawing/startRasterizer.ts'

/** The rasterizer that the token Worker uses, for tests that run outside of it. */
export const rasterize = await startRasterizer(
  readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
)
