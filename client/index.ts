export {
  type Client,
  type ClientOptions,
  createClient,
  type Credential,
  notBefore,
  type RequestOptions,
} from './createClient.ts'
export { ApiError, ConnectionError, type FieldProblem, isApiError } from './errors.ts'
export { base, localnet, type Network } from './networks.ts'
export type { CodeOf, Hex, Operation, ParametersOf, ResultOf } from './Operation.ts'
export { pagesOf } from './pagesOf.ts'
export type { StreamEvent } from './StreamEvent.ts'
export { fromHandoff, type HandoffOptions } from './auth/fromHandoff.ts'
export { fromStore } from './auth/fromStore.ts'
export { SessionEndedError } from './auth/SessionEndedError.ts'
export type { Session } from './auth/session.ts'
export type { Signer } from './auth/Signer.ts'
export { signIn, type SignInOptions } from './auth/signIn.ts'
export { signOut } from './auth/signOut.ts'
export { memoryStore, type TokenStore, webStore } from './auth/TokenStore.ts'
export * from './generated/operations.gen.ts'
export type * from './generated/types.gen.ts'
