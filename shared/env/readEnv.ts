import * as z from 'zod'
import { LIMIT_VARIABLES } from '../../schema/limits.ts'
import { ApiError } from '../errors/ApiError.ts'
import { log } from '../log/log.ts'

/**
 * Reads the environment of a service by its schema. An empty variable counts as absent, unless `keepEmpty` names it.
 *
 * Throws an Error that names every wrong variable and says what it must be, without revealing any value.
 */
export function readEnv<E>(schema: z.ZodType<E>, given: object, keepEmpty: readonly string[] = []): E {
  const { env, faults } = parse(schema, given, keepEmpty)
  if (env !== undefined) return env
  throw new Error([...faults].map(([name, fault]) => `${name}: ${fault}`).join('\n'))
}

/**
 * Reads the environment of a Worker by its schema. A wrong variable closes what needs it and nothing else: each time that it
 * is read, the log names it and says what it must be, without its value, and configuration_invalid is thrown.
 *
 * Throws configuration_invalid for a mistyped budget variable, which would otherwise be ignored silently.
 */
export function openEnv<E extends object>(schema: z.ZodType<E>, given: object): E {
  const { env, present, faults } = parse(schema, given, [])
  if (env !== undefined) return env
  const refuse = (variable: string, fault: string): never => {
    log('error', 'configuration_invalid', { variable, fault })
    throw new ApiError('configuration_invalid')
  }
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema instanceof z.ZodObject ? schema.shape : {}
  const opened: object = {}
  for (const [name, fault] of faults) {
    if (!(name in shape)) refuse(name, fault)
    Object.defineProperty(opened, name, { enumerable: true, get: () => refuse(name, fault) })
  }
  for (const [name, field] of Object.entries(shape))
    if (!faults.has(name))
      Object.defineProperty(opened, name, { enumerable: true, value: z.parse(field, present[name]) })
  if (!isWhole<E>(opened, Object.keys(shape))) throw new Error('an environment has to be an object of variables')
  return opened
}

/** Each property has the type of its variable, or throws when it is read. */
const isWhole = <E extends object>(opened: object, names: readonly string[]): opened is E =>
  names.length > 0 && names.every((name) => name in opened)

function parse<E>(schema: z.ZodType<E>, given: object, keepEmpty: readonly string[]) {
  const present: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== '' || keepEmpty.includes(name)),
  )
  const stray = Object.keys(present).find(
    (name) => name.startsWith('LIMIT_') && typeof present[name] === 'string' && !LIMIT_VARIABLES.includes(name),
  )
  const parsed = schema.safeParse(present, { reportInput: true })
  if (parsed.success && stray === undefined) return { env: parsed.data, present, faults: new Map<string, string>() }
  const faults = new Map<string, string>()
  if (stray !== undefined) faults.set(stray, `is not a limit variable; those are ${LIMIT_VARIABLES.join(', ')}`)
  for (const { path, message, input } of parsed.error?.issues ?? [])
    faults.set(String(path[0] ?? ''), input === undefined ? 'is required' : message)
  return { env: undefined, present, faults }
}
