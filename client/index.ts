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
export * from './generated/operations.gen.ts'
export type * from './generated/types.gen.ts'
