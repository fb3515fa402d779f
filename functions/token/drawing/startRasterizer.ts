import { initWasm, Resvg } from '@resvg/resvg-wasm'

/**
 * An SVG as PNG, `size` wide, transparent where nothing is painted. Throws on an SVG that cannot be parsed.
 * Synchronous: between asking a cache and filling it no other request can come.
 */
export type Rasterize = (svg: string, size: number) => Uint8Array

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

function rasterize(svg: string, size: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } })
  try {
    const image = drawing.render()
    try {
      return image.asPng()
    } finally {
      image.free()
    }
  } finally {
    drawing.free()
  }
}
