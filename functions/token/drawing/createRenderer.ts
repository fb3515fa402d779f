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
/** Drawing blocks the isolate: one at a time. Waiting requests keep artwork in memory. */
const TURNS = { slots: 1, mostMs: 5000, most: 64, mostBytes: 8 * 1024 * 1024 }

/** Renders for an isolate, one picture after the other, and caches the results. */
export function createRenderer(
  start: () => Promise<Rasterize>,
  { memory, now }: { memory: Memory; now: () => number },
): Render {
  const render = inTurns({ start, memory, now, keptBytes: KEPT_BYTES })
  return (recipe, hash) => render(hash, (rasterize) => draw(rasterize, recipe), recipe.artwork?.dataUri.length ?? 0)
}

interface Turns {
  readonly start: () => Promise<Rasterize>
  readonly memory: Memory
  readonly now: () => number
  /** Share of the memory for what is drawn. */
  readonly keptBytes: number
}

/** Draws one picture after the other, each once. Throws renderer_busy if too many requests are waiting. */
export function inTurns({ start, memory, now, keptBytes }: Turns) {
  const kept = memory.cache<Uint8Array>(keptBytes, ({ byteLength }) => byteLength)
  const turns = createSemaphore({ ...TURNS, now })

  return async (key: string, make: (rasterize: Rasterize) => Uint8Array, bytes = 0): Promise<Uint8Array> => {
    const rasterize = await start()
    const known = kept.get(key)
    if (known) return known
    const leave = await turns.wait({ bytes })
    if (!leave) throw new ApiError('renderer_busy')
    try {
      // In between, other requests go on.
      await new Promise((resolve) => setTimeout(resolve, 0))
      // Another request may have drawn it in the meantime.
      const drawn = kept.get(key) ?? make(rasterize)
      kept.set(key, drawn, now() + KEPT_MS)
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
