import { afterAll, expect } from 'vitest'

declare global {
  /**
   * Lines that Workers and handlers of this process logged of error codes that their operation does not declare, and of errors
   * whose two forms do not agree.
   */
  var undeclaredErrors: string[] | undefined
}

// Files of a worker share their globals, while this runs before each of them: one listener does for all.
if (!globalThis.undeclaredErrors) {
  const lines: string[] = []
  const write = console.error
  console.error = (...parts: unknown[]) => {
    const line = parts.map(String).join(' ')
    if (/undeclared_error|unequal_error_forms/.test(line)) lines.push(line)
    write(...parts)
  }
  globalThis.undeclaredErrors = lines
}

/** Takes what was logged so far, so that it does not fail the file. */
export const takeUndeclared = (): string[] => globalThis.undeclaredErrors?.splice(0) ?? []

afterAll(() => {
  expect(
    takeUndeclared(),
    'error codes that were answered, but that no x-errors in schema/ declares, and forms that disagree',
  ).toEqual([])
})
