import { fieldMarkup } from './fieldMarkup.ts'
import type { Recipe } from './Recipe.ts'
import { tokenLayers } from './tokenLayers.ts'

/** A token's picture as SVG text. Pure: equal recipes give equal text. */
export function drawToken(recipe: Recipe): string {
  const { defs, list } = tokenLayers(recipe)
  const markup = list.map((layer) => (typeof layer === 'string' ? layer : fieldMarkup(layer)))
  return svgDocument(recipe.size, defs, markup.join(''))
}

export function svgDocument(size: number, defs: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1024 1024">` +
    `<defs>${defs}</defs>${body}</svg>`
  )
}
