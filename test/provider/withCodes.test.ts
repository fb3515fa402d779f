import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureLog } from '../../shared/log/log.ts'
import { ProviderFailure, type ProviderFailureKind } from '../../shared/provider/ProviderFailure.ts'
import { type FailureCodes, withCodes } from '../../shared/provider/withCodes.ts'

const lines: unknown[] = []
beforeAll(() => configureLog({ level: 'warn', write: (_, line) => void lines.push(JSON.parse(line)) }))
afterAll(() => configureLog({ level: 'warn', write: (level, line) => console[level](line) }))
beforeEach(() => void lines.splice(0))

const CODES: FailureCodes = { failed: 'llm_failed', throttled: 'llm_rate_limited', timeout: 'llm_timeout' }
const failing = (error: Error) =>
  withCodes(
    CODES,
    async () => {
      throw error
    },
    { from: 'here' },
  )

describe('what work with a provider throws', () => {
  test.each<readonly [ProviderFailureKind, string]>([
    ['failed', 'llm_failed'],
    ['throttled', 'llm_rate_limited'],
    ['timeout', 'llm_timeout'],
    ['refused', 'llm_failed'],
  ])('is for %s the code %s, and is logged', async (kind, code) => {
    const failure = new ProviderFailure(kind, 'status 400', { status: 400, retryAfter: 7 })
    await expect(failing(failure)).rejects.toMatchObject({ code, headers: { 'retry-after': '7' } })
    expect(lines).toMatchObject([{ event: 'llm_failed', from: 'here', kind, status: 400, reason: 'status 400' }])
  })

  test('stays as it is if it is not a failure of the provider', async () => {
    const error = new TypeError('a mistake')
    await expect(failing(error)).rejects.toBe(error)
    expect(lines).toEqual([])
  })
})

test('what it gives is given', async () => {
  expect(await withCodes(CODES, async () => 7)).toBe(7)
})
