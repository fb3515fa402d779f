import { ways } from 'virtual:mcp'
import { OF_SIGN_IN } from './ofSignIn.ts'
import type { Way } from './Way.ts'

const ALL: readonly Way[] = JSON.parse(ways)

const byId = (some: readonly Way[]): ReadonlyMap<string, Way> => new Map(some.map((way) => [way.operationId, way]))

/** The operations that are tools, by operationId. */
export const WAYS = byId(ALL.filter(({ isOnlyOfSignIn }) => !isOnlyOfSignIn))

const EVERY = byId(ALL)

/** Whether sign_in calls an operation. */
export const isOfSignIn = (operationId: string): boolean => OF_SIGN_IN.includes(operationId)

/** An operation with which sign_in works. */
export function wayOfSignIn(operationId: string): Way {
  const way = isOfSignIn(operationId) ? EVERY.get(operationId) : undefined
  if (!way) throw new Error(`${operationId} is not an operation of sign_in`)
  return way
}
