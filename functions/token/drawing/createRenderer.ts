import { createSemaphore } from '../../../shared/cache/createSemaphore.ts'
import type { Memory } from '../../../shared/cache/Memory.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
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
/** Drawing blocks the isolate: one at a time. Those that wait keep artwork in memory. */
const TURNS = { places: 1, mostMs: 5000, most: 64, mostBytes: 8 * 1024 * 1024 }

/** Renders for an isolate, one picture after the other, and caches the results. */
export function createRenderer(
  start: () => Promise<Rasterize>,
  { memory, now }: { memory: Memory; now: () => number },
): Render {
  const kept = memory.cache<Uint8Array>(KEPT_BYTES, ({ byteLength }) => byteLength)
  const turns = createSemaphore({ ...TURNS, now })

  return async (recipe, hash) => {
    const rasterize = await start()
    const known = kept.get(hash)
    if (known) return known
    const leave = await turns.wait({ bytes: recipe.artwork?.dataUri.length ?? 0 })
    if (!leave) throw new ApiError('renderer_busy')
    try {
      // In between, other requests go on.
      await new Promise((resolve) => setTimeout(resolve, 0))
      // Another request may have drawn it in the meantime.
      const drawn = kept.get(hash) ?? draw(rasterize, recipe)
      kept.set(hash, drawn, now() + KEPT_MS)
      return drawn
    } finally {
      leave()
    }
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
