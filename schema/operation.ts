import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { ErrorCode } from './errors.ts'
import type { LimitClass } from './limits.ts'
import { type Needs, reads } from './needs.ts'

/** Freshness of a cached read, in seconds: `s-maxage`, and how long a last good answer may be served while nodes fail. */
export interface CacheEntry {
  readonly sMaxAge: number
  readonly staleWhileRevalidate: number
  /** False where the last good answer must not stand in for one that cannot be read now. */
  readonly standIn?: false
}

/** What the contract says of a deprecated operation. */
export interface Deprecated {
  /** Since when it is (ISO 8601), and when its path may go. */
  readonly since: string
  readonly sunset: string
  /** Path of the host, where people read what to do instead. */
  readonly link: `/${string}`
  /** Path of the operation that comes after it, if there is one, as in `path`. */
  readonly successor?: `/${string}`
}

/** What the contract says about an operation beyond OpenAPI; it is part of the published document (`x-…`). */
export interface Operation extends RouteConfig {
  readonly operationId: string
  readonly summary: string
  /** Budget that a request counts against, by IP and by principal. */
  readonly 'x-limit': LimitClass
  /** Only with an `x-auth`: the budget by principal, where that is another one. */
  readonly 'x-limit-principal'?: LimitClass
  /**
   * Only with an `x-auth` and an `x-limit-principal`: the budget by IP counts those requests alone whose credential is
   * refused, so that machines behind one address do not use up each other's.
   */
  readonly 'x-limit-ip'?: 'refused'
  /** Second budget of GET /token/image and the like: by IP together with this query parameter. */
  readonly 'x-limit-by'?: { readonly class: LimitClass; readonly query: string }
  /** Further budgets, by IP, against which the handler counts those requests that cost more than others. */
  readonly 'x-limit-inside'?: readonly LimitClass[]
  /** What of a request is counted besides itself, in words: its budgets, by IP and by principal, are charged for each. */
  readonly 'x-limit-units'?: string
  /** Ids of chains that it serves besides the deployment's own, by its parameter `chain`; each has budgets of its own. */
  readonly 'x-chains'?: readonly number[]
  /**
   * Credential that is required; absent if none is. `build`: a session, or a SIWA receipt alone; `write`: a session, or
   * a receipt with an ERC-8128 signature whose nonce is used once; `session`; `admin`; `identity`: an access token
   * of the identity provider; `sessionAndIdentity`: both in one request; `miniapp`: a session of the Mini App; `keepr`: the key of keepers with that of a zone; `cron`, `ingest`, `runtime`, `chatapp`, `tokenlist`, `sentinel`: the machine of
   * that name.
   * `security` says the same in OpenAPI's terms: SECURITY[…].
   */
  readonly 'x-auth'?: keyof typeof SECURITY
  /**
   * Who makes sure that the wallets of a credential still are the caller's. Absent: the pipeline does, before the handler runs,
   * at a block of its own. `handler`: the handler, as of the block of its answer. `none`: nothing here depends on it, as
   * in a builder, which grants nothing.
   */
  readonly 'x-authority'?: 'handler' | 'none'
  /** The session in which an account was deleted still is a credential here, and nowhere else. */
  readonly 'x-ending-session'?: true
  /**
   * Of a public read that also changes something, or shows more, if this query parameter `is` so (true if that is not
   * stated; `absent` of one of any type): the credential that such a request needs, and the budget that it counts against, by IP and by
   * principal, besides that of the read. It is never answered from a cache. `security` says in OpenAPI's terms that the
   * credential is optional: optionally('write').
   */
  readonly 'x-auth-when'?: {
    readonly query: string
    readonly is?: boolean | 'absent'
    readonly auth: 'build' | 'write' | 'admin'
    readonly limit: LimitClass
  }
  /**
   * Credential that a request may bring, which is then checked like any other; without one it is answered as everybody is.
   * `security`: optionally(…).
   */
  readonly 'x-auth-optional'?: 'identity'
  /** Of one that takes its credential in the body: the challenge of its 401, since no scheme of HTTP names it. */
  readonly 'x-challenge'?: { readonly scheme: string; readonly realm: string }
  /**
   * An operation of people and agents that takes an `Idempotency-Key`. `database`: its answer is kept in the batch of what it does;
   * `object`: what it comes to is kept in the transaction of its Durable Object; `steps`: it takes several steps, each of
   * which may be repeated, and its answer is kept when all of them are done. `calls`, of a builder: the calls get an `id` that
   * depends on caller, key, operation and body alone, and for a day the key stands for that body.
   */
  readonly 'x-idempotency'?: 'database' | 'object' | 'steps' | 'calls'
  /** The answers are the caller's own, good or bad: nobody keeps them. Those to administrators are anyway. */
  readonly 'x-private'?: true
  /** Only for GET: the answer is the same for everyone and may be kept. */
  readonly 'x-cache'?: CacheEntry
  /**
   * Of every operation that is no GET: the bound of its body in bytes, and its kind. `object` turns a valid non-object into
   * `{}`; `json` leaves any JSON as it is to the schema, for arrays and for bodies that must be objects. NO_BODY where
   * nothing is read from it.
   */
  readonly 'x-body'?: { readonly bound: number; readonly kind: 'object' | 'json' }
  /**
   * `envelope`: `{success:true,data}`; `document`: a document of a standard, as it is; `media`: bytes; `stream`: bytes that
   * are sent while they are made, which nobody may store.
   */
  readonly 'x-answer': 'envelope' | 'document' | 'media' | 'stream'
  /** Only of a document that another service writes: a long one is sent while it arrives. */
  readonly 'x-relays'?: true
  /** `deprecated` of the document follows from it, and so do the headers of every answer (RFC 9745, RFC 8594). */
  readonly 'x-deprecated'?: Deprecated
  /** What it costs, for lists of paid operations: the price unless a deployment sets another, which its 402 states. */
  readonly 'x-payment-info'?: {
    readonly price: { readonly mode: 'fixed'; readonly currency: 'USD'; readonly amount: string }
    readonly protocols: readonly { readonly x402: object }[]
  }
  /** Error codes that it answers besides those that follow from its other attributes (codesOf.ts); the document lists all. */
  readonly 'x-errors'?: readonly ErrorCode[]
  /**
   * What it needs of its deployment besides its Worker's bindings, and what it answers without; docs/requirements.md is made
   * from it. Neither the published document nor a Worker has it.
   */
  readonly 'x-needs': Needs
  /** The operation that is called before, whose needs it has too. As `x-needs`, not published. */
  readonly 'x-after'?: string
  /** Only of a stream: codes by which it ends when something fails after its status has been sent. */
  readonly 'x-stream-errors'?: readonly ErrorCode[]
}

/** Of an operation that takes no body: an empty one is right, any other must still be short and valid JSON. */
export const NO_BODY = { bound: 1024, kind: 'object' } as const

/** Codes of an operation that reads the chain; with a `minBlock` among its parameters it has them anyway. */
export const CHAIN = ['upstream_failed', 'upstream_rate_limited', 'upstream_timeout', 'rpc_not_configured'] as const

/** Declares one operation of the contract. */
export const operation = <const R extends Operation & { path: P }, const P extends string>(config: R & { path: P }) =>
  createRoute(config)

const READ = { method: 'get', 'x-limit': 'read', 'x-answer': 'envelope' } as const

/** Declares a plain read of the chain, with the tag of its family; it states only what else it needs, besides a node. */
export function chainRead<
  const R extends Partial<Operation> & Pick<Operation, 'operationId' | 'summary' | 'responses'> & { path: P },
  const P extends string,
>(config: R & { path: P }) {
  const [, , family = ''] = config.path.split('/')
  return operation({ ...READ, tags: [family], ...config, 'x-needs': { ...reads, ...config['x-needs'] } })
}

/** Schema of the JSON body; undefined without one. */
export function bodySchema(operation: Operation): unknown {
  const media = operation.request?.body?.content['application/json']
  return media && 'schema' in media ? media.schema : undefined
}

/** OpenAPI security requirements by credential (schemes in schema/openapi.ts). */
export const SECURITY = {
  build: [{ session: [] }, { bearer: [] }, { siwaReceipt: [] }],
  write: [{ session: [] }, { bearer: [] }, { siwaReceipt: [], erc8128: [], erc8128Input: [], contentDigest: [] }],
  session: [{ session: [] }, { bearer: [] }],
  admin: [{ session: [] }, { bearer: [] }],
  cron: [{ cron: [] }, { cronHeader: [] }],
  ingest: [{ ingest: [] }],
  identity: [{ identity: [] }, { identityHeader: [] }],
  sessionAndIdentity: [
    { session: [], identityHeader: [] },
    { session: [], identity: [] },
    { bearer: [], identityHeader: [] },
  ],
  miniapp: [{ miniapp: [] }],
  keepr: [{ keepr: [], keeprZone: [] }],
  chatapp: [{ chatapp: [] }, { chatappBearer: [] }],
  tokenlist: [{ tokenlist: [] }],
  sentinel: [{ sentinel: [] }],
  runtime: [{ runtime: [] }, { runtime: [], runtimeSignature: [], runtimeTimestamp: [], runtimeNonce: [] }],
} as const satisfies Record<string, RouteConfig['security']>

/** OpenAPI security requirements of an operation that needs a credential for some requests only (`x-auth-when`, `x-auth-optional`). */
export const optionally = <A extends keyof typeof SECURITY>(auth: A) => [{}, ...SECURITY[auth]]
