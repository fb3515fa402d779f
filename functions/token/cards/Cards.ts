import renderer from '@resvg/resvg-wasm/index_bg.wasm'
import { WorkerEntrypoint } from 'cloudflare:workers'
import { Memory } from '../../../shared/cache/Memory.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Card, CardService } from '../../../shared/imaging/Card.ts'
import { inTurns } from '../drawing/createRenderer.ts'
import { startRasterizer } from '../drawing/startRasterizer.ts'
import { CARD_WIDTH, drawCard } from './drawCard.ts'

const KEPT_BYTES = 2 * 1024 * 1024

let render: ReturnType<typeof inTurns> | undefined

/** Draws the cards of pages, bound as `CARDS`: one Worker alone carries the rasterizer. */
export class Cards extends WorkerEntrypoint implements CardService {
  async draw(card: Card): Promise<Uint8Array | null> {
    const now = () => Date.now()
    render ??= inTurns({
      start: () => startRasterizer(renderer),
      memory: new Memory(now, KEPT_BYTES),
      now,
      keptBytes: KEPT_BYTES,
    })
    const svg = drawCard(card)
    try {
      return await render(svg, (rasterize) => rasterize(svg, CARD_WIDTH))
    } catch (error) {
      // An error's code does not pass between Workers.
      if (error instanceof ApiError && error.code === 'renderer_busy') return null
      throw error
    }
  }
}
