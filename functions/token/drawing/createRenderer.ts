import type { Memory } from '../../../shared/cache/Memory.ts'
import { createTurns } from './createTurns.ts'
import { drawToken } from './drawToken.ts'
import type { Recipe } from './Recipe.ts'
import type { Rasterize } from './startRasterizer.ts'

/**
 * A token's picture as PNG. `hash` is that of the recipe, under which the picture is cached.
 *
 * Throws renderer_busy if too many requests are waiting.
 */
export type Render = (recipe: Recipe, hash: string) => Promise<Uint8Array>

/** Share of the isolate's memory. */
const KEPT_BYTES = 6 * 1024 * 1024
const KEPT_MS = 86_400_000

/** Renders for an isolate, one picture after the other, and caches the results. */
export function createRenderer(
  start: () => Promise<Rasterize>,
  { memory, now }: { memory: Memory; now: () => number },
): Render {
  const kept = memory.cache<Uint8Array>(KEPT_BYTES, ({ byteLength }) => byteLength)
  const inTurn = createTurns(now)

  return async (recipe, hash) => {
    const rasterize = await start()
    const known = kept.get(hash)
    if (known) return known
    return inTurn(recipe.artwork?.dataUri.length ?? 0, () => {
      // Another request may have drawn it in the meantime.
      const drawn = kept.get(hash) ?? draw(rasterize, recipe)
      kept.set(hash, drawn, now() + KEPT_MS)
      return drawn
    })
  }
}

/** Artwork on which the renderer fails, although its structure looked valid, is replaced by the monogram. */
function draw(rasterize: Rasterize, recipe: Recipe): Uint8Array {
  try {
    return rasterize(drawToken(recipe), recipe.size)
  } catch (error) {
    const { artwork, ...plain } = recipe
    if (!artwork) throw error
    return rasterize(drawToken(plain), recipe.size)
  }
}
