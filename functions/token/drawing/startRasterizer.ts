import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Pixels } from './toPng.ts'

/**
 * The pixels of an SVG, `size` wide, transparent where nothing is painted. Throws on an SVG that cannot be parsed.
 * Synchronous: between asking a cache and filling it no other request can come.
 */
export type Rasterize = (svg: string, size: number) => Pixels

let isReady = false

/**
 * Starts the renderer, if it has not started in this isolate. `renderer` is the module `@resvg/resvg-wasm/index_bg.wasm`, compiled or as
 * bytes.
 */
export async function startRasterizer(renderer: WebAssembly.Module | BufferSource): Promise<Rasterize> {
  // Requests that come before it has started start it too: none waits for what another one began.
  if (!isReady) await initWasm(renderer)
  isReady = true
  return rasterize
}

function rasterize(svg: string, size: number): Pixels {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } })
  try {
    const image = drawing.render()
    try {
      return { pixels: image.pixels, width: image.width, height: image.height }
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
