import { fieldMarkup } from './fieldMarkup.ts'
import { SIDE } from './Layer.ts'
import type { Recipe } from './Recipe.ts'
import { tokenLayers } from './tokenLayers.ts'

/** A token's picture as SVG text. Pure: equal recipes give equal text. */
export function drawToken(recipe: Recipe): string {
  const { defs, list } = tokenLayers(recipe)
  const { size } = recipe
  const body = list.map((layer) => (typeof layer === 'string' ? layer : fieldMarkup(layer))).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<defs>${defs}</defs>${body}</svg>`
  )
}
