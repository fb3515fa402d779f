import type { SessionPrincipal } from '../auth/findSession.ts'
import type * as z from 'zod'
import type { LimitClass } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import type { Origins } from '../env/originsOf.ts'
import type {
  AnyPrincipal,
  IdentityPrincipal,
  KeeprPrincipal,
  LinkingPrincipal,
  MiniappPrincipal,
  Principal,
} from '../auth/principal.ts'
import type { AsOf, Chain } from '../chain/chain.ts'
import type { Memory } from '../cache/Memory.ts'

/** The dependencies of every handler, built once per isolate; a family may add to it. */
export interface Context {
  readonly chain: Chain
  /** Unix milliseconds. */
  readonly now: () => number
  /** The memory that all caches share. */
  readonly memory: Memory
  /** Public base URL of the API, ending in /api. */
  readonly baseUrl: string
  /** Public URL of the application, without a trailing slash. */
  readonly appUrl: string
  readonly trustedOrigins: Origins
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Content<C> = C extends { content: { 'application/json': { schema: infer S } } } ? S : undefined
type RequestOf<R extends Operation> = R extends { request: infer Q } ? Q : object
type Part<Q, K extends string> = K extends keyof Q ? Q[K] : undefined

/**
 * Counts the request against a class of `x-limit-inside`, by IP, or by IP and `value` together. Throws rate_limited
 * with Retry-After, limiter_unavailable.
 */
export type Spend = (name: LimitClass, value?: string) => Promise<void>

/**
 * Counts further units of the request, as its contract defines them (`x-limit-units`), against its budgets by IP and by
 * principal: all of them, or none. Throws rate_limited with Retry-After, limiter_unavailable, and
 * invalid_request if a whole window does not have so many.
 */
export type Charge = (units: number) => Promise<void>

/**
 * Gives back all units of a request that this service refuses for lack of room; a caller’s refusals beyond ten times its
 * budget stay counted. Call it once; nothing may be done for the request after it.
 */
export type GiveBack = () => Promise<void>

/** Keeps the isolate alive for work that continues after the answer. */
export type WaitUntil = (work: Promise<unknown>) => void

/** The principal of each special credential of the contract. */
interface SpecialPrincipals {
  readonly session: SessionPrincipal
  readonly admin: SessionPrincipal
  readonly identity: IdentityPrincipal
  readonly sessionAndIdentity: LinkingPrincipal
  readonly miniapp: MiniappPrincipal
  readonly keepr: KeeprPrincipal
}
type PrincipalBy<A> = A extends keyof SpecialPrincipals ? SpecialPrincipals[A] : Principal

/** Validated input of an operation: addresses checksummed, numbers parsed, defaults applied. */
export type Input<R extends Operation> = {
  readonly params: Output<Part<RequestOf<R>, 'params'>>
  readonly query: Output<Part<RequestOf<R>, 'query'>>
  readonly body: Output<Content<Part<RequestOf<R>, 'body'>>>
  /** Present exactly when the contract requires a credential, of an `x-auth-when` for this very request, or it brings one. */
  readonly principal: R extends { 'x-auth': infer A }
    ? PrincipalBy<A>
    : R extends { 'x-auth-when': { auth: infer A } } | { 'x-auth-optional': infer A }
      ? PrincipalBy<A> | undefined
      : undefined
  readonly request: Request
  readonly waitUntil: WaitUntil
} & (R extends { 'x-limit-inside': readonly LimitClass[] } ? { readonly spend: Spend } : object) &
  (R extends { 'x-limit-units': string } ? { readonly charge: Charge; readonly giveBack: GiveBack } : object)

type Schema200<R extends Operation> = R['responses'] extends { 200: infer A } ? Output<Content<A>> : never
type WithoutAsOf<D> = D extends unknown ? Omit<D, 'asOf'> : never
type Data<R extends Operation> = R['x-answer'] extends 'envelope'
  ? Schema200<R> extends { data: infer D }
    ? WithoutAsOf<D>
    : never
  : Schema200<R>

/** The answer of a JSON operation; `asOf` goes into the envelope's data, or for a document into `X-As-Of-Block`. */
export interface JsonAnswer<D> {
  readonly data: D
  readonly asOf?: AsOf
  readonly headers?: Readonly<Record<string, string>>
  /** A part could not be read: the last complete answer replaces this one if there is one, and nobody may store it. */
  readonly partial?: boolean
}

/** The answer of an operation that does not answer with JSON. */
export interface BytesAnswer {
  readonly bytes: Uint8Array | string
  readonly type: string
  readonly asOf?: AsOf
  /** Hash of everything that the bytes depend on; without it the bytes themselves are hashed. */
  readonly etag?: string
  /** A shorter freshness than the contract's, in seconds, for an answer that may improve soon. */
  readonly sMaxAge?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An answer that is sent while it is made. A failure before it is returned is an ordinary error; afterwards its status has
 * been sent, and it can only end in its own terms. The stream is cancelled when the client goes away.
 */
export interface StreamAnswer {
  readonly stream: ReadableStream<Uint8Array>
  /** Its Content-Type. */
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The answers of an operation, by its `x-answer`; one that relays another service's document may stream a long one. */
type AnswerOf<R extends Operation> = R['x-answer'] extends 'stream'
  ? StreamAnswer
  : | JsonAnswer<Data<R>>
    | (R['x-answer'] extends 'envelope' ? never : BytesAnswer | Streamed<R>)
    | (R extends { 'x-relays': true } ? StreamAnswer : never)

/** Bytes from a store can be streamed, unless the isolate keeps them. */
type Streamed<R extends Operation> = R extends { 'x-answer': 'media' }
  ? R extends { 'x-cache': object }
    ? never
    : StreamAnswer
  : never

/**
 * An operation: returns data or throws an ApiError. Limits, credentials, validation, envelope and caching are the
 * pipeline's job.
 */
export type Handler<R extends Operation, C extends Context = Context> = (
  input: Input<R>,
  context: C,
) => Promise<AnswerOf<R>>

/** One handler for each operation of a family; a missing one does not compile. */
export type Handlers<O extends Record<string, Operation>, C extends Context = Context> = {
  readonly [K in keyof O]: Handler<O[K], C>
}

/** A handler as the pipeline sees it, with input validated by the operation's schemas. */
export type AnyHandler<C> = (input: AnyInput, context: C) => Promise<JsonAnswer<unknown> | BytesAnswer | StreamAnswer>
export interface AnyInput {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown>
  readonly principal: AnyPrincipal | undefined
  readonly request: Request
  /** For an operation whose contract has an `x-limit-inside`. */
  readonly spend?: Spend
  /** For one whose contract has `x-limit-units`. */
  readonly charge?: Charge
  readonly giveBack?: GiveBack
  readonly waitUntil: WaitUntil
}
