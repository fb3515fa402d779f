import { describe, expect, test } from 'vitest'
import { readTrace, traceparentOf } from '../../shared/log/Trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const read = (traceparent: string) => readTrace(new Headers({ traceparent }))

describe('traceparent', () => {
  test('is taken on with a span of its own, which is what is passed on', () => {
    const trace = read(`00-${TRACE}-${PARENT}-01`)
    if (!trace) throw new Error('it is none')
    expect(trace).toMatchObject({ traceId: TRACE, parentId: PARENT, isSampled: true })
    expect(trace.spanId).toMatch(/^(?!0{16})[0-9a-f]{16}$/)
    expect(trace.spanId).not.toBe(PARENT)
    expect(traceparentOf(trace)).toBe(`00-${TRACE}-${trace.spanId}-01`)
    expect(read(`00-${TRACE}-${PARENT}-01`)?.spanId).not.toBe(trace.spanId)
  })

  test('of a later version counts by its first four fields, and of the flags the one that is known', () => {
    expect(read(`cc-${TRACE}-${PARENT}-03-what-the-future-brings`)).toMatchObject({ traceId: TRACE, isSampled: true })
    const unsampled = read(`00-${TRACE}-${PARENT}-fe`)
    expect(unsampled && traceparentOf(unsampled)).toMatch(/-00$/)
  })

  test.each([
    '',
    'x',
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-0`,
    `00-${TRACE}-${PARENT}-01-more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    `00-${TRACE.slice(1)}g-${PARENT}-01`,
    `01-${TRACE}-${PARENT}-01-${'x'.repeat(100_000)}`,
  ])('that is wrong is as if there were none: %.60s', (given) => {
    expect(read(given)).toBeUndefined()
  })

  test('that is missing is undefined', () => {
    expect(readTrace(new Headers())).toBeUndefined()
  })
})
