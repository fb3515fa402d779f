import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { logError } from '../../shared/log/logError.ts'

afterEach(() => void vi.restoreAllMocks())

/** What is written for an error. */
function lineOf(error: unknown): string {
  const lines: unknown[] = []
  vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(line))
  logError('warn', 'store_unavailable', error)
  return lines.join('\n')
}

test('security: a query that failed is logged without the values that it was asked with', () => {
  const values = ['did:privy:somebody', 'ada@example.com', 'line\nbreak 279058397']
  const line = lineOf(
    new DrizzleQueryError('select * from "linked_accounts" where "id" = ?', values, new Error('busy')),
  )
  expect(line).toContain('linked_accounts')
  for (const value of ['somebody', 'ada@', '279058397']) expect(line).not.toContain(value)
})

test('any other error keeps its message', () => {
  expect(lineOf(new Error('the params: of a call are wrong'))).toContain('the params: of a call are wrong')
})
