import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { logError } from '../../shared/log/logError.ts'

afterEach(() => void vi.restoreAllMocks())

/** The line written for an error. */
function lineOf(error: unknown): string {
  const lines: unknown[] = []
  vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(line))
  logError('warn', 'store_unavailable', error)
  return lines.join('\n')
}

test('security: a query that failed is logged without its values', () => {
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

test('security: a line of the message that looks like a position is not logged as one', () => {
  const line = lineOf(new Error(`refused\n    at 0x${'ab'.repeat(32)} (https://node.example/key)\n    at home`))
  const { stack, message } = JSON.parse(line)
  expect(stack[0]).toContain('logError.test.ts')
  expect(JSON.stringify(stack)).not.toMatch(/ab{1}ab|node\.example|at home/)
  expect(message).toContain('refused')
})

test('a message of megabytes costs no more than its beginning, and its positions are kept', () => {
  const { message, stack } = JSON.parse(lineOf(new Error(`too long ${'x '.repeat(1_000_000)}`)))
  expect(message).toMatch(/^too long x/)
  expect(message).toHaveLength(300)
  expect(stack[0]).toContain('logError.test.ts')
})

test('what is no error, or has no stack, is logged too', () => {
  expect(JSON.parse(lineOf('a text'))).toMatchObject({ error: 'string' })
  expect(JSON.parse(lineOf(Object.assign(new Error('bare'), { stack: undefined })))).toMatchObject({
    message: 'bare',
    stack: [],
  })
})
