import { initWasm, Resvg } from '@resvg/resvg-wasm'

/**
 * PNG bytes of an SVG, `size` pixels wide, transparent where nothing is painted. Throws on an SVG that cannot be
 * parsed. Synchronous: between asking a cache and filling it no other request can come.
 */
export type Rasterize = (svg: string, size: number) => Uint8Array

let ready: Promise<void> | undefined

/**
 * Starts the renderer, once per isolate. `renderer` is the module `@resvg/resvg-wasm/index_bg.wasm`, compiled or as
 * bytes.
 */
export async function startRasterizer(renderer: WebAssembly.Module | BufferSource): Promise<Rasterize> {
  await (ready ??= initWasm(renderer))
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
