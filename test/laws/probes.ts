import * as z from 'zod'
import type { Operation } from '../../schema/operation.ts'
import { operations } from './live.ts'

/** A request that is sent to see what comes of it. */
export interface Probe {
  /** It shows nothing new where others have shown all of this. */
  readonly shows: readonly string[]
  /** The schema of its operation refuses it. */
  readonly isRefused: boolean
}

/**
 * Operations of one kind differ in their schemas and handlers alone: of one Worker, with one way through its pipeline.
 */
export function kindOf(operation: Operation): string {
  const family = operations.find(({ id }) => id === operation.operationId)?.family
  const traits = [operation.method, operation['x-auth'], 'x-cache' in operation, operation['x-answer']]
  return JSON.stringify([family, ...traits, operation['x-body']?.kind])
}

/** The message of a schema for each of some values; undefined for a value that it accepts. */
export const refusals = (schema: unknown, values: readonly unknown[]): (string | undefined)[] =>
  values.map((value) => {
    if (!(schema instanceof z.ZodType)) return undefined
    const { error } = schema.safeParse(value)
    return error && JSON.stringify(error.issues.map(({ code, path, message }) => [code, path.slice(1), message]))
  })

/**
 * The probes of one pointer, by the schema's message for each value: a value that the schema accepts shows what its own
 * handler does with it; one of the others shows that the pointer is validated, and what operations of its kind do with it.
 * Pointers whose schemas answer all values alike count as one.
 */
export function showing(
  operation: Operation,
  pointer: string,
  messages: readonly (string | undefined)[],
  values: readonly string[],
): (i: number) => Probe {
  const schema = messages.map((text) => text ?? 'taken').join()
  const kind = kindOf(operation)
  return (i) => {
    const refusal = messages[i]
    const own = `${operation.operationId} ${pointer} `
    return refusal === undefined
      ? { shows: [own + values[i], `${schema} ${values[i]}`], isRefused: false }
      : { shows: [`${own}refused`, `${kind} ${pointer.split(' ')[0]} ${values[i]}`], isRefused: true }
  }
}

/** Of all that is given to it, what shows something that nothing before did. */
export function sieve<P extends Probe>(): (probes: readonly P[]) => P[] {
  const shown = new Set<string>()
  return (probes) =>
    probes.filter(({ shows }) => {
      const isNew = shows.some((one) => !shown.has(one))
      for (const one of shows) shown.add(one)
      return isNew
    })
}
