import { operations } from 'virtual:mcp'
import { type CallableOperation, OF_SIGN_IN } from './CallableOperation.ts'

const ALL: readonly CallableOperation[] = JSON.parse(operations)

const byId = (some: readonly CallableOperation[]): ReadonlyMap<string, CallableOperation> =>
  new Map(some.map((operation) => [operation.operationId, operation]))

/** The operations that are tools, by operationId. */
export const CALLABLE = byId(ALL.filter(({ isOnlyOfSignIn }) => !isOnlyOfSignIn))

const EVERY = byId(ALL)

export const isOfSignIn = (operationId: string): boolean => OF_SIGN_IN.includes(operationId)

export function signInOperation(operationId: string): CallableOperation {
  const operation = isOfSignIn(operationId) ? EVERY.get(operationId) : undefined
  if (!operation) throw new Error(`${operationId} is not an operation of sign_in`)
  return operation
}
