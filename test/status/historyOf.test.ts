import { expect, test } from 'vitest'
import { historyOf } from '../../functions/status/historyOf.ts'
import { type PartState, type Sample, SAMPLE_SECONDS, SAMPLES } from '../../shared/durable/statusBoard.ts'

const NOW = 1_795_176_000 + 17
const CURRENT = NOW - (NOW % SAMPLE_SECONDS)
const FIRST = CURRENT - (SAMPLES - 1) * SAMPLE_SECONDS

const all = (state: PartState) => ({ rpc: state, index: state, limiter: state, store: state })
const sample = (at: number, state: PartState): Sample => ({ at, ...all(state) })
const now = (state: PartState) => ({
  rpc: { state },
  index: { state },
  limiter: { state },
  store: { state },
})
const iso = (seconds: number) => new Date(1000 * seconds).toISOString()

test('without samples, the day is unknown up to the period that has begun', () => {
  expect(historyOf([], now('ok'), NOW * 1000).rpc).toEqual([
    { from: iso(FIRST), state: 'unknown' },
    { from: iso(CURRENT), state: 'ok' },
  ])
})

test('equal states are one run; a missing sample ends it, and is unknown', () => {
  const samples = Array.from({ length: SAMPLES }, (_, i) => sample(FIRST + i * SAMPLE_SECONDS, 'ok'))
  expect(historyOf(samples, now('ok'), NOW * 1000).store).toEqual([{ from: iso(FIRST), state: 'ok' }])
  const gap = samples.filter((_, i) => i !== 100)
  expect(historyOf(gap, now('ok'), NOW * 1000).store).toEqual([
    { from: iso(FIRST), state: 'ok' },
    { from: iso(FIRST + 100 * SAMPLE_SECONDS), state: 'unknown' },
    { from: iso(FIRST + 101 * SAMPLE_SECONDS), state: 'ok' },
  ])
})

test('a sample of this period is worse than now, and stays', () => {
  const history = historyOf([sample(CURRENT, 'down')], now('ok'), NOW * 1000)
  expect(history.index.at(-1)).toEqual({ from: iso(CURRENT), state: 'down' })
})

test('samples of another day are not shown', () => {
  expect(historyOf([sample(FIRST - SAMPLE_SECONDS, 'ok')], now('unknown'), NOW * 1000).rpc).toEqual([
    { from: iso(FIRST), state: 'unknown' },
  ])
})
