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
  const way = [operation.method, operation['x-auth'], 'x-cache' in operation, operation['x-answer']]
  return JSON.stringify([family, ...way, operation['x-body']?.kind])
}

/** What a schema says against each of some values; undefined against what it takes. */
export const refusals = (schema: unknown, values: readonly unknown[]): (string | undefined)[] =>
  values.map((value) => {
    if (!(schema instanceof z.ZodType)) return undefined
    const { error } = schema.safeParse(value)
    return error && JSON.stringify(error.issues.map(({ code, path, message }) => [code, path.slice(1), message]))
  })

/**
 * What values of one place show, by what the schema says against each: one that the schema takes shows what its own handler
 * does with it; of the others, one shows that the place is validated. Each is sent at least once wherever it is: places whose
 * schemas say the same of all values are one.
 */
export function showing(
  { operationId }: Operation,
  place: string,
  said: readonly (string | undefined)[],
  values: readonly string[],
): (i: number) => Probe {
  const schema = said.map((text) => text ?? 'taken').join()
  return (i) => {
    const refusal = said[i]
    const own = `${operationId} ${place} ${refusal === undefined ? values[i] : 'refused'}`
    return { shows: [own, `${schema} ${values[i]}`], isRefused: refusal !== undefined }
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
