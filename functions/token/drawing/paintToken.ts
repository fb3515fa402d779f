import { svgDocument } from './drawToken.ts'
import { type Brush, fieldBrush } from './fieldBrush.ts'
import { type Marks, SIDE } from './Layer.ts'
import type { Recipe } from './Recipe.ts'
import type { Rasterize } from './startRasterizer.ts'
import { tokenLayers } from './tokenLayers.ts'
import { packRows } from './toPng.ts'

/**
 * A token's picture as PNG. Its fields are painted here, in a fraction of the time that the renderer needs for them; it draws letters
 * and artwork. Throws on artwork that the renderer fails on.
 */
export function paintToken(recipe: Recipe, rasterize: Rasterize): Uint8Array {
  const { size } = recipe
  const { defs, list } = tokenLayers(recipe)
  const brushes = list.map((layer) =>
    'markup' in layer ? marksBrush(layer, { defs, size, rasterize }) : fieldBrush(layer, size),
  )
  const row = new Float64Array(4 * size)
  return packRows(size, size, (y, into) => {
    row.fill(0)
    for (const brush of brushes) brush(row, y)
    store(row, into)
  })
}

function store(row: Float64Array, into: Uint8ClampedArray): void {
  for (let i = 0; i < row.length; i++) into[i] = row[i] ?? 0
}

interface Picture {
  readonly defs: string
  readonly size: number
  readonly rasterize: Rasterize
}

/** Paints marks, for which the renderer draws no more rows than they are in. */
function marksBrush({ markup, top: from, bottom }: Marks, { defs, size, rasterize }: Picture): Brush {
  const top = Math.floor((from * size) / SIDE)
  const rows = Math.ceil((bottom * size) / SIDE) - top
  const { pixels } = rasterize(svgDocument({ defs, body: markup, size, top, rows }), size)
  return (row, y) => {
    if (y >= top && y < top + rows) paintPixels(row, pixels, (y - top) * row.length)
  }
}

/** Paints premultiplied pixels. */
function paintPixels(row: Float64Array, pixels: Uint8Array, start: number): void {
  for (let at = 0; at < row.length; at += 4) {
    const from = start + at
    const opacity = pixels[from + 3] ?? 0
    if (opacity === 0) continue
    const left = 1 - opacity / 255
    for (let i = 0; i < 4; i++) row[at + i] = (row[at + i] ?? 0) * left + (pixels[from + i] ?? 0)
  }
}
