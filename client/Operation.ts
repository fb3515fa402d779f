import type { Client, RequestOptions } from './createClient.ts'
import type { StreamEvent } from './StreamEvent.ts'

/** `0x` and hexadecimal digits, as in viem. */
export type Hex = `0x${string}`

/**
 * One operation of the API: `await operation(client, parameters, options)`.
 *
 * Parameters are those of path, query and body together. Resolves to the `data` of the answer, or to the whole answer of a builder,
 * which has no envelope. Rejects with an `ApiError`, whose codes `isApiError(error, operation)` narrows, with a `ConnectionError`, or
 * with the reason of the signal.
 */
export interface Operation<Parameters, Result, Code extends string> {
  (client: Client, ...rest: Rest<Parameters>): Promise<Result>
  /** Exists only in types. */
  readonly codes?: Code
}

/** An operation that answers a stream: `for await (const event of operation(client, parameters)) …`. */
export interface StreamOperation<Parameters, Code extends string> {
  (client: Client, ...rest: Rest<Parameters>): AsyncGenerator<StreamEvent, void, void>
  readonly codes?: Code
}

/** Parameters and options: parameters may be left out if an operation requires none. */
export type Rest<Parameters> = {} extends Parameters
  ? [parameters?: Parameters, options?: RequestOptions]
  : [parameters: Parameters, options?: RequestOptions]

/** Codes of the errors that an operation documents, and those of every path. */
export type CodeOf<Of> = Of extends { readonly codes?: infer Code extends string } ? Code : never
/** Parameters of an operation. */
export type ParametersOf<Of> = Of extends Operation<infer Parameters, infer _Result, infer _Code> ? Parameters : never
/** Result of an operation. */
export type ResultOf<Of> = Of extends Operation<infer _Parameters, infer Result, infer _Code> ? Result : never

/** A request as the generated types describe it. */
interface RequestData {
  readonly body?: unknown
  readonly path?: unknown
  readonly query?: unknown
}

/** Path, query and body as one object; integers may be bigint. */
export type Inputs<Data extends RequestData> = Simplify<
  Input<Fields<Data['path']>> & Input<Fields<Data['query']>> & Input<Fields<Data['body']>>
>
/** Path and query as one object, with a body of any form beside them. */
export type InputsAndBody<Data extends RequestData> = Simplify<
  Input<Fields<Data['path']>> & Input<Fields<Data['query']>> & { body: Input<Data['body']> }
>
/** The value that an operation resolves to: the data of the envelope, if its answer has one. */
export type Result<Responses> = Unwrapped<Responses[keyof Responses]>
type Unwrapped<Answer> = Answer extends { success: true; data: infer Content } ? Content : Answer

type Fields<Part> = [Part] extends [never] ? {} : [Part] extends [undefined] ? {} : NonNullable<Part>
type Simplify<T> = T extends unknown ? { [K in keyof T]: T[K] } : never

/** A bigint is accepted in place of a number: it is sent as a number if it is a safe integer, else as a decimal string. */
type Input<T> = T extends readonly (infer Item)[]
  ? readonly Input<Item>[]
  : T extends object
    ? { [K in keyof T]: Input<T[K]> }
    : number extends T
      ? T | bigint
      : T

/** An object with the fields of just one of some lists: the fields of the others are refused. */
export type Alternatives<
  T,
  Lists extends readonly PropertyKey[],
  All extends readonly PropertyKey[] = Lists,
> = Lists extends readonly (infer Given extends PropertyKey)[]
  ? Omit<T, All[number]> & Required<Pick<T, Given & keyof T>> & { [K in Exclude<All[number], Given>]?: never }
  : never

/** An object in which the fields of a pair do not stand together. */
export type NotTogether<T, Pair extends readonly [PropertyKey, PropertyKey]> =
  (Omit<T, Pair[0]> & { [K in Pair[0]]?: never }) | (Omit<T, Pair[1]> & { [K in Pair[1]]?: never })
