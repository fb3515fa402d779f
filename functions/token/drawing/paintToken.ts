import { svgDocument } from './drawToken.ts'
import { type Brush, fieldBrush } from './fieldBrush.ts'
import type { Recipe } from './Recipe.ts'
import type { Rasterize } from './startRasterizer.ts'
import { tokenLayers } from './tokenLayers.ts'
import { toPng } from './toPng.ts'

/**
 * A token's picture as PNG. Its fields are painted here, in a fraction of the time that the renderer needs for them; it draws letters
 * and artwork. Throws on artwork that the renderer fails on.
 */
export function paintToken(recipe: Recipe, rasterize: Rasterize): Uint8Array {
  const { size } = recipe
  const { defs, list } = tokenLayers(recipe)
  const brushes = list.map((layer) =>
    typeof layer === 'string'
      ? pixelBrush(rasterize(svgDocument(size, defs, layer), size).pixels)
      : fieldBrush(layer, size),
  )
  const pixels = new Uint8ClampedArray(4 * size * size)
  const row = new Float64Array(4 * size)
  for (let y = 0; y < size; y++) {
    row.fill(0)
    for (const brush of brushes) brush(row, y)
    store(row, pixels, y * row.length)
  }
  return toPng({ pixels: new Uint8Array(pixels.buffer), width: size, height: size })
}

function store(row: Float64Array, pixels: Uint8ClampedArray, start: number): void {
  for (let i = 0; i < row.length; i++) pixels[start + i] = row[i] ?? 0
}

/** Paints premultiplied pixels. */
function pixelBrush(pixels: Uint8Array): Brush {
  return (row, y) => {
    const start = y * row.length
    for (let at = 0; at < row.length; at += 4) {
      const from = start + at
      const opacity = pixels[from + 3] ?? 0
      if (opacity === 0) continue
      const left = 1 - opacity / 255
      for (let i = 0; i < 4; i++) row[at + i] = (row[at + i] ?? 0) * left + (pixels[from + i] ?? 0)
    }
  }
}
