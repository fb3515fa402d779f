import { log, type Fields, type Level } from './log.ts'
import { redact } from './redact.ts'

const MOST_POSITIONS = 12
const MOST_CHARACTERS = 300
const ADDRESS = /0x[0-9a-f]{40,}/gi
const IP = /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]*/gi
/** A token, a receipt, a signature in base64. */
const TOKEN = /[A-Za-z0-9+/_=-]{40,}/g

/** Logs an event caused by an error: its class, its message without what it may quote, and where it came from. */
export const logError = (level: Level, event: string, error: unknown, fields: Fields = {}): void =>
  log(level, event, { ...fields, ...errorFields(error) })

/** A failed query of the database library, without the values that it was asked with. */
const withoutValues = (message: string): string => message.replace(/\nparams: [^]*$/, '')

function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error }
  const words = redact(withoutValues(error.message).slice(0, 2 * MOST_CHARACTERS))
    .replaceAll(ADDRESS, '0x…')
    .replaceAll(IP, '[ip]')
    .replaceAll(TOKEN, '[redacted]')
    .slice(0, MOST_CHARACTERS)
  const stack = (error.stack ?? '')
    .split('\n')
    .flatMap((line) => (/^\s*at /.test(line) ? line.trim() : []))
    .slice(0, MOST_POSITIONS)
  const cause = error.cause instanceof Error ? { cause: error.cause.name } : {}
  return { error: error.name, message: words, ...cause, stack }
}
