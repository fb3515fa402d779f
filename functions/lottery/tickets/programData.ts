/** A data line written by the program itself. */
export interface DataLine {
  /** Index of the program's invocation in its transaction, from 0. */
  readonly invocation: number
  /** Index of the line in that invocation, from 0. */
  readonly index: number
  readonly base64: string
}

export interface ProgramData {
  readonly lines: readonly DataLine[]
  /** Why lines may be missing; null if the logs are complete. */
  readonly fault: 'logs_truncated' | 'logs_malformed' | null
  /** Invocations of the program whose end the logs do not show. */
  readonly open: readonly number[]
}

// A program controls only what follows "Program log: " and "Program data: ", and an id has no colon, so a program's
// text cannot look like a line of the runtime.
const ID = '([1-9A-HJ-NP-Za-km-z]{32,44})'
const INVOKE = new RegExp(`^Program ${ID} invoke \\[(\\d+)\\]$`)
const RETURNED = new RegExp(`^Program ${ID} (?:success$|failed)`)
const DATA = 'Program data: '

/**
 * The data that a program logged in a transaction, according to the call stack in the runtime's own lines. Only what
 * the program wrote while on top of the stack counts, not what its callees or callers wrote.
 */
export function programData(logs: readonly string[], program: string): ProgramData {
  const lines: DataLine[] = []
  const stack: { id: string; invocation: number; lines: number }[] = []
  let invocations = 0
  const result = (fault: ProgramData['fault']): ProgramData => ({
    lines,
    fault,
    open: stack.flatMap(({ id, invocation }) => (id === program ? invocation : [])),
  })
  for (const line of logs) {
    const top = stack.at(-1)
    const invoked = INVOKE.exec(line)
    const returned = RETURNED.exec(line)
    if (line === 'Log truncated') return result('logs_truncated')
    if (invoked?.[1] !== undefined) {
      if (Number(invoked[2]) !== stack.length + 1) return result('logs_malformed')
      stack.push({ id: invoked[1], invocation: invoked[1] === program ? invocations++ : -1, lines: 0 })
    } else if (returned) {
      if (returned[1] !== top?.id) return result('logs_malformed')
      stack.pop()
    } else if (line.startsWith(DATA) && top?.id === program) {
      lines.push({ invocation: top.invocation, index: top.lines++, base64: line.slice(DATA.length) })
    }
  }
  return result(stack.length > 0 ? 'logs_malformed' : null)
}
