import { fieldMarkup } from './fieldMarkup.ts'
import { SIDE } from './Layer.ts'
import type { Recipe } from './Recipe.ts'
import { tokenLayers } from './tokenLayers.ts'

/** A token's picture as SVG text. Pure: equal recipes give equal text. */
export function drawToken(recipe: Recipe): string {
  const { defs, list } = tokenLayers(recipe)
  const markup = list.map((layer) => ('markup' in layer ? layer.markup : fieldMarkup(layer)))
  return svgDocument({ defs, body: markup.join(''), size: recipe.size })
}

/** Rows of a picture of `size` pixels a side as SVG: all of them, or some from the row `top` on. */
export function svgDocument({ defs, body, size, top = 0, rows = size }: Part): string {
  const unit = SIDE / size
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${rows}" viewBox="0 ${top * unit} ${SIDE} ${rows * unit}">` +
    `<defs>${defs}</defs>${body}</svg>`
  )
}

interface Part {
  readonly defs: string
  readonly body: string
  readonly size: number
  readonly top?: number
  readonly rows?: number
}
