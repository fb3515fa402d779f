import { operations, signIn } from 'virtual:mcp'
import type { Entry, Way } from './Entry.ts'

const byId = <W extends Way>(ways: readonly W[]): ReadonlyMap<string, W> =>
  new Map(ways.map((way) => [way.operationId, way]))

/** The operations that are tools, by operationId. */
export const ENTRIES = byId<Entry>(JSON.parse(operations))

const OF_SIGN_IN = byId<Way>(JSON.parse(signIn))

/** Whether sign_in calls an operation. */
export const isOfSignIn = (operationId: string): boolean => OF_SIGN_IN.has(operationId)

/** An operation with which sign_in works. */
export function wayOfSignIn(operationId: string): Way {
  const way = OF_SIGN_IN.get(operationId)
  if (!way) throw new Error(`${operationId} is not an operation of sign_in`)
  return way
}
