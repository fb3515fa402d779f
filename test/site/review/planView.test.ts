import path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { builtOf } from '../../../functions/site/live/try/build/Built.ts'

let show: (answer: unknown) => string

/** Bundled as for a Worker: its types know a browser. */
beforeAll(async () => {
  const contents = `
    import { h } from 'preact'
    import { renderToString } from 'preact-render-to-string'
    import { PlanView } from './PlanView.tsx'
    export const show = (built) => renderToString(h(PlanView, { built, onExpired() {} }))`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.resolve(import.meta.dirname, '../../../functions/site/live/try/build') },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
  })
  const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
  const made: { readonly show: (built: unknown) => string } = await import(`data:text/javascript;base64,${code}`)
  show = (answer) => made.show(builtOf(answer))
})

const ANSWER = {
  to: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  calls: { calls: [] },
  simulation: { status: 'ok' },
  effects: [],
  warnings: ['`limitMet` is right at the block of asOf.'],
}

test('code in warnings is code, without backticks', () =>
  expect(show(ANSWER)).toContain('<li><code>limitMet</code> is right at the block of asOf.</li>'))

test('an effect has the reason why it is not certain, and a certain one has none', () => {
  const effects = [
    { text: 'The sender pays 1 AURORA', certainty: 'certain', reason: null },
    { text: 'The sender receives about 2 FERRY', certainty: 'bounded', reason: 'the rate decides' },
  ]
  expect(show({ ...ANSWER, effects })).toContain(
    '<li>The sender pays 1 AURORA. </li><li>The sender receives about 2 FERRY. <small>Not certain: the rate decides.</small></li>',
  )
})

test('an empty list of effects says that nothing changes, and none says why it is unknown', () => {
  expect(show(ANSWER)).toContain('It changes no balance')
  const unknown = { ...ANSWER, effects: null, effectsUnavailable: 'no node simulated the calls' }
  expect(show(unknown)).toContain('What it changes is not known: no node simulated the calls.')
})

test('security: markup in a text of the answer is text', () => {
  const text = '<img src=x onerror=alert(1)> `<i>`'
  const shown = show({ ...ANSWER, warnings: [text], effects: [{ text, certainty: 'unknown', reason: text }] })
  expect(shown).not.toMatch(/<img|<i>/)
})
