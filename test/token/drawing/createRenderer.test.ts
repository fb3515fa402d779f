import { describe, expect, test } from 'vitest'
import { createRenderer } from '../../../functions/token/drawing/createRenderer.ts'
import { hashRecipe, type Recipe } from '../../../functions/token/drawing/Recipe.ts'
import type { Rasterize } from '../../../functions/token/drawing/startRasterizer.ts'
import { Memory } from '../../../shared/cache/Memory.ts'
import { rasterize as real } from '../../support/rasterize.ts'

const recipe: Recipe = {
  chainId: 1,
  token: `0x${'1'.repeat(40)}`,
  symbol: 'ART',
  kind: 'share',
  style: 'card',
  preset: 'standard',
  size: 64,
}
const sized = (size: number): Recipe => ({ ...recipe, size })

/** A renderer that takes no time. */
const blank: Rasterize = (_, size) => new Uint8Array(4 * size * size)

function setUp(rasterize: Rasterize = real) {
  const drawn: number[] = []
  const memory = new Memory(Date.now)
  const counted: Rasterize = (svg, size) => {
    drawn.push(size)
    return rasterize(svg, size)
  }
  const renderer = createRenderer(async () => counted, { memory, now: Date.now })
  return {
    drawn,
    memory,
    render: async (one: Recipe) => renderer(one, await hashRecipe(one, 'png')),
    /** Asks for all of them in one turn of the event loop. */
    renderAll: async (recipes: readonly Recipe[]) => {
      const hashes = await Promise.all(recipes.map((one) => hashRecipe(one, 'png')))
      return Promise.allSettled(recipes.map((one, i) => renderer(one, hashes[i] ?? '')))
    },
  }
}

describe('a picture', () => {
  test('is drawn once, for any number who ask at once or later, and counts in memory', async () => {
    const { drawn, memory, render } = setUp()
    const all = await Promise.all(Array.from({ length: 20 }, () => render(recipe)))
    expect(new Set(all).size).toBe(1)
    await render(recipe)
    expect(drawn).toEqual([64])
    expect(memory.bytes).toBeGreaterThan(all[0]?.byteLength ?? Infinity)
  })

  test('whose artwork the renderer fails on is the monogram', async () => {
    const { render } = setUp((svg, size) => {
      if (svg.includes('<image')) throw new Error('unreachable')
      return real(svg, size)
    })
    const artwork = { dataUri: 'data:image/gif;base64,R0lGODlh', width: 64, height: 64 }
    expect(await render({ ...recipe, artwork })).toEqual(await render(recipe))
  })

  test('that fails without artwork fails, and the next one is drawn', async () => {
    const { render } = setUp((svg, size) => {
      if (size === 65) throw new Error('unreachable')
      return real(svg, size)
    })
    await expect(render(sized(65))).rejects.toThrow('unreachable')
    expect((await render(recipe)).byteLength).toBeGreaterThan(0)
  })
})

describe('many at once', () => {
  test('are drawn one after the other, and what else waits for the event loop goes on between them', async () => {
    const { drawn, render } = setUp(blank)
    const turns: number[] = []
    const over = new AbortController()
    const other = (async () => {
      while (!over.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, 0))
        turns.push(drawn.length)
      }
    })()
    await Promise.all(Array.from({ length: 30 }, (_, i) => render(sized(100 + i))))
    over.abort()
    await other
    expect(drawn).toHaveLength(30)
    // Seen from beside, the pictures came in more than a few steps.
    expect(new Set(turns).size).toBeGreaterThan(10)
  })

  test('past a bound in number are refused for a while', async () => {
    const { drawn, render, renderAll } = setUp(blank)
    const all = await renderAll(Array.from({ length: 100 }, (_, i) => sized(100 + i)))
    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(36)
    expect(refused[0]?.reason).toMatchObject({ code: 'renderer_busy', status: 503 })
    expect(drawn).toHaveLength(64)
    await expect(render(sized(1000))).resolves.toBeDefined()
  })

  test('past a bound in bytes that wait too', async () => {
    const { drawn, renderAll } = setUp(blank)
    const artwork = { dataUri: `data:image/png;base64,${'A'.repeat(3_000_000)}`, width: 1, height: 1 }
    const all = await renderAll(Array.from({ length: 10 }, (_, i) => ({ ...sized(100 + i), artwork })))
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(8)
    expect(drawn).toEqual([100, 101])
  })
})
