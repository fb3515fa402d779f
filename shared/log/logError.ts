import { log, type Fields, type Level } from './log.ts'
import { redact } from './redact.ts'

const MOST_POSITIONS = 12
const MOST_CHARACTERS = 300
const ADDRESS = /0x[0-9a-f]{40,}/gi
const IP = /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]*/gi
/** A token, a receipt, a signature in base64. */
const TOKEN = /[A-Za-z0-9+/_=-]{40,}/g

/** Logs an event caused by an error: its class, its message without what it may quote, and where it came from. Never throws. */
export const logError = (level: Level, event: string, error: unknown, fields: Fields = {}): void =>
  log(level, event, { ...fields, ...fieldsOf(error) })

function fieldsOf(error: unknown): Fields {
  try {
    return error instanceof Error ? errorFields(error) : { error: typeof error }
  } catch {
    // A getter of a thrown object may throw.
    return { error: 'unreadable' }
  }
}

/** Before the values of a failed query, in a message of the database library. */
const VALUES = '\nparams: '

function errorFields({ name, message, stack = '', cause }: Error): Fields {
  const [start = ''] = message.slice(0, 2 * MOST_CHARACTERS).split(VALUES, 1)
  const words = redact(start)
    .replaceAll(ADDRESS, '0x…')
    .replaceAll(IP, '[ip]')
    .replaceAll(TOKEN, '[redacted]')
    .slice(0, MOST_CHARACTERS)
  // The message comes first in it, and may have lines that look like positions.
  const at = stack.indexOf(message)
  const positions = (at === -1 ? stack : stack.slice(at + message.length))
    .slice(0, MOST_POSITIONS * MOST_CHARACTERS)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MOST_POSITIONS)
  return { error: name, message: words, ...(cause instanceof Error ? { cause: cause.name } : {}), stack: positions }
}
