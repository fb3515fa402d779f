import path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'

const NAMES = ['Line', 'Depth', 'Stacked', 'Bar']
let draw: (name: string, props: object) => string

/** Bundled as for a Worker: their types know a browser. */
beforeAll(async () => {
  const contents = `
    import { h } from 'preact'
    import { renderToString } from 'preact-render-to-string'
    ${NAMES.map((name) => `import { ${name} } from './${name}.tsx'`).join('\n')}
    const pictures = { ${NAMES.join()} }
    export const draw = (name, props) => renderToString(h(pictures[name], { label: 'what it says', ...props }))`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.resolve(import.meta.dirname, '../../../functions/site/draw') },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
  })
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
  const made: { readonly draw: typeof draw } = await import(`data:text/javascript;base64,${code}`)
  draw = made.draw
})

const POINTS = {
  none: [],
  one: [{ at: 1, value: 5 }],
  equal: [1, 2, 3].map((at) => ({ at, value: 5 })),
  huge: [1, 2].map((at) => ({ at, value: at * 1e60 })),
  'at one time': [1, 2].map((value) => ({ at: 1, value })),
}

describe.each(Object.entries(POINTS))('a line of values that are %s', (_, points) => {
  test.each(['line', 'steps', 'dots'])('is a drawing with a label, as %s', (form) => {
    const svg = draw('Line', { points, form })
    expect(svg).toContain('aria-label="what it says"')
    expect(svg).not.toMatch(/NaN|Infinity|undefined|\sstyle=/)
    expect(svg.match(/line-dot/g)?.length ?? 0).toBe(form === 'dots' ? points.length : Math.min(1, points.length))
  })
})

test.each([
  ['none', []],
  ['one', [{ price: 1, amount: 1 }]],
  ['equal', [1, 1].map((price) => ({ price, amount: 2 }))],
  ['of nothing', [{ price: 1, amount: 0 }]],
  ['huge', [{ price: 1e60, amount: 1e60 }]],
])('a depth of bids that are %s is a drawing, with and without a clearing price', (_, offers) => {
  for (const clearing of [null, 0, 0.5]) {
    const svg = draw('Depth', { offers, clearing })
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(svg.includes('depth-clearing')).toBe(clearing !== null)
  }
})

test('parts of a whole are as long as they are large, together the whole', () => {
  const widths = (values: readonly number[]) =>
    [
      ...draw('Stacked', { parts: values.map((value) => ({ name: '', value })) }).matchAll(
        /tone-\d" x="[\d.]+" width="([\d.]+)"/g,
      ),
    ].map(([, width]) => Number(width))
  expect(widths([1, 3])).toEqual([25, 75])
  expect(widths([0, 0])).toEqual([0, 0])
  expect(widths([1e60, 1e60])).toEqual([50, 50])
  expect(widths([])).toEqual([])
})

test('a bar stays within its place', () => {
  for (const [share, width] of [
    [-1, 0],
    [0, 0],
    [0.5, 50],
    [2, 100],
  ])
    expect(draw('Bar', { share })).toContain(`class="bar-part" width="${width}"`)
})
