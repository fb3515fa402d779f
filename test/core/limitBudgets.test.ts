import { expect, test } from 'vitest'
import * as z from 'zod'
import { budgets as budgetsOf, LIMITS } from '../../schema/limits.ts'
import { limitVariables } from '../../shared/env/env.ts'
import { readEnv } from '../../shared/env/readEnv.ts'

const Limits = z.object(limitVariables)
const budgets = (env: object) => budgetsOf(readEnv(Limits, env))

test('an empty environment means the defaults', () => {
  const table = budgets({})
  expect(Object.keys(table)).toEqual(Object.keys(LIMITS))
  expect(table.read).toEqual({ name: 'read', limit: 120, windowSeconds: 60 })
  expect(table.tokenImageAddress.limit).toBe(60)
})

test('LIMIT_<CLASS> sets one class, and LIMIT_MULTIPLIER multiplies the others', () => {
  const table = budgets({ LIMIT_TOKEN_IMAGE: '7', LIMIT_MULTIPLIER: '1000' })
  expect(table.tokenImage.limit).toBe(7)
  expect(table.tokenImageAddress.limit).toBe(60_000)
})

test('bindings, other variables and empty ones are passed over', () => {
  expect(budgets({ LIMIT_COUNTER: {}, LIMITS: {}, READ: '1', LIMIT_READ: '' }).read.limit).toBe(120)
})

test.each(['0', '-1', '1.5', '1e3', 'many', ' 5', '1000000000'])('LIMIT_READ=%s is refused by name', (value) => {
  expect(() => budgets({ LIMIT_READ: value })).toThrow(/^LIMIT_READ: must be a whole number/)
  expect(() => budgets({ LIMIT_MULTIPLIER: value })).toThrow(/^LIMIT_MULTIPLIER: must be a whole number/)
})

test('a variable that does not name a class is refused, with those that do', () => {
  expect(() => budgets({ LIMIT_TOKENIMAGE: '7' })).toThrow(
    /^LIMIT_TOKENIMAGE: is not a limit variable.*LIMIT_TOKEN_IMAGE/,
  )
})
