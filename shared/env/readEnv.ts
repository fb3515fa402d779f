import type * as z from 'zod'
import { LIMIT_VARIABLES } from '../../schema/limits.ts'

/**
 * Reads the environment of a Worker or a service by its schema. An empty variable counts as absent, unless `keepEmpty`
 * names it.
 *
 * Throws an Error that names every wrong variable and says what it must be, without revealing any value.
 */
export function readEnv<E>(schema: z.ZodType<E>, given: object, keepEmpty: readonly string[] = []): E {
  const present = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' || keepEmpty.includes(name)),
  )
  // A mistyped budget variable would otherwise be ignored silently.
  const stray = Object.keys(present).find(
    (name) => name.startsWith('LIMIT_') && typeof present[name] === 'string' && !LIMIT_VARIABLES.includes(name),
  )
  if (stray !== undefined) throw new Error(`${stray}: is not a limit variable; those are ${LIMIT_VARIABLES.join(', ')}`)
  const parsed = schema.safeParse(present, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues
      .map(({ path, message, input }) => `${String(path[0] ?? '')}: ${input === undefined ? 'is required' : message}`)
      .join('\n'),
  )
}
