import type * as z from 'zod'
import { LIMIT_VARIABLES } from '../../schema/limits.ts'

/**
 * A Worker's or a service's environment, read by its schema. An empty variable counts as absent, unless `keepEmpty` names it.
 *
 * Throws an Error that names every variable that is wrong and says what it must be, and tells no value.
 */
export function readEnv<E>(schema: z.ZodType<E>, given: object, keepEmpty: readonly string[] = []): E {
  const present = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' || keepEmpty.includes(name)),
  )
  // A budget that is not in force because of a slip would be noticed late.
  const stray = Object.keys(present).find(
    (name) => name.startsWith('LIMIT_') && typeof present[name] === 'string' && !LIMIT_VARIABLES.includes(name),
  )
  if (stray !== undefined)
    throw new Error(`${stray}: does not name a limit class; the variables are ${LIMIT_VARIABLES.join(', ')}`)
  const parsed = schema.safeParse(present, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues
      .map(({ path, message, input }) => `${String(path[0] ?? '')}: ${input === undefined ? 'is required' : message}`)
      .join('\n'),
  )
}
