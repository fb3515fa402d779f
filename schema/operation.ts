import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import type { ErrorCode } from './errors.ts'
import type { LimitClass } from './limits.ts'
import { type Needs, reads } from './needs.ts'

/** Freshness of a cached read, in seconds: `s-maxage`, and how long a last good answer may be served while nodes fail. */
export interface CacheEntry {
  readonly sMaxAge: number
  readonly staleWhileRevalidate: number
  /** False if the last good answer must not replace one that cannot be read. */
  readonly standIn?: false
}

/** Dates and successor of a deprecated operation. */
export interface Deprecated {
  /** Start of the deprecation (ISO 8601), and the date from which its path may be removed. */
  readonly since: string
  readonly sunset: string
  /** Path of the host, with instructions for people. */
  readonly link: `/${string}`
  /** Path of the successor operation, if there is one, as in `path`. */
  readonly successor?: `/${string}`
}

/** Attributes of an operation beyond OpenAPI; they are part of the published document (`x-…`). */
export interface Operation extends RouteConfig {
  readonly operationId: string
  readonly summary: string
  /** Budget that a request counts against, by IP and by principal. */
  readonly 'x-limit': LimitClass
  /** Only with an `x-auth`: the budget by principal, if it is not that of `x-limit`. */
  readonly 'x-limit-principal'?: LimitClass
  /**
   * Only with an `x-auth` and an `x-limit-principal`: the budget by IP counts only requests whose credential is refused, so
   * that machines behind one address do not use up each other's budget.
   */
  readonly 'x-limit-ip'?: 'refused'
  /** Second budget, by IP together with this query parameter. */
  readonly 'x-limit-by'?: { readonly class: LimitClass; readonly query: string }
  /** Further budgets, by IP: the handler counts the more expensive requests against them. */
  readonly 'x-limit-inside'?: readonly LimitClass[]
  /** Units of a request that are counted in addition to it, in words: each is charged to its budgets by IP and by principal. */
  readonly 'x-limit-units'?: string
  /** Ids of chains that `chain` accepts in addition to the deployment's own; each chain has its own budgets. */
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
   * The part that verifies that the wallets of a credential still belong to the caller. Absent: the pipeline, before the handler, at a
   * block of its own. `handler`: the handler, as of the block of its answer. `none`: nobody, because the operation grants
   * nothing, as a builder.
   */
  readonly 'x-authority'?: 'handler' | 'none'
  /** The session that deleted its account is still a credential of this operation, and of no other. */
  readonly 'x-ending-session'?: true
  /**
   * For a public read that changes something or shows more if a query parameter has the value `is` (default true; `absent`:
   * is not sent). Such a request needs the credential `auth`, and counts against `limit` by IP and by principal in addition
   * to the budget of the read, by IP only once if both are one budget. It is never answered from a cache. `security`:
   * optionally('write').
   */
  readonly 'x-auth-when'?: {
    readonly query: string
    readonly is?: boolean | 'absent'
    readonly auth: 'build' | 'write' | 'admin'
    readonly limit: LimitClass
  }
  /**
   * Credential that a request may have. If it has one, the credential is checked like any other. `security`: optionally(…).
   */
  readonly 'x-auth-optional'?: 'identity'
  /** For a credential in the body, which no HTTP scheme names: the challenge of its 401. */
  readonly 'x-challenge'?: { readonly scheme: string; readonly realm: string }
  /**
   * The operation accepts an `Idempotency-Key`. `database`: its answer is stored in the same batch as its changes. `object`: the
   * outcome is stored in the transaction of its Durable Object. `steps`: it has several repeatable steps, and its answer is
   * stored after the last. `calls`, for a builder: the calls get an `id` that depends only on caller, key, operation and body,
   * and for a day the key is bound to that body.
   */
  readonly 'x-idempotency'?: 'database' | 'object' | 'steps' | 'calls'
  /** Answers, including errors, are private and never cached. Answers of admin operations always are. */
  readonly 'x-private'?: true
  /** Only for GET: the answer is the same for every caller and may be cached. */
  readonly 'x-cache'?: CacheEntry
  /**
   * For every operation other than GET: the bound of its body in bytes, and its kind. `object` turns a valid non-object into
   * `{}`; `json` passes any JSON to the schema, for arrays and for bodies that must be objects. NO_BODY if nothing is read
   * from it.
   */
  readonly 'x-body'?: { readonly bound: number; readonly kind: 'object' | 'json' }
  /**
   * `envelope`: `{success:true,data}`; `document`: a document of a standard, unchanged; `media`: bytes; `stream`: bytes that
   * are sent while they are made and must not be stored.
   */
  readonly 'x-answer': 'envelope' | 'document' | 'media' | 'stream'
  /** Only for a document of another service: a long one is sent while it arrives. */
  readonly 'x-relays'?: true
  /** `deprecated` of the document follows from it, and so do the headers of every answer (RFC 9745, RFC 8594). */
  readonly 'x-deprecated'?: Deprecated
  /** Default price, for lists of paid operations. A deployment may set another, which its 402 states. */
  readonly 'x-payment-info'?: {
    readonly price: { readonly mode: 'fixed'; readonly currency: 'USD'; readonly amount: string }
    readonly protocols: readonly { readonly x402: object }[]
  }
  /** Error codes that it answers besides those that follow from its other attributes (codesOf.ts); the document lists all. */
  readonly 'x-errors'?: readonly ErrorCode[]
  /**
   * Its needs of the deployment in addition to its Worker's bindings, and its answer without it; the source of
   * docs/requirements.md. Neither the published document nor a Worker has it.
   */
  readonly 'x-needs': Needs
  /** The operation that callers call before it: its needs are also its own. Not published. */
  readonly 'x-after'?: string
  /** Only for a stream: codes that it can end with after its status has been sent. */
  readonly 'x-stream-errors'?: readonly ErrorCode[]
}

/** The body of an operation without one: it may be empty, and otherwise must be short and valid JSON. */
export const NO_BODY = { bound: 1024, kind: 'object' } as const

/** Codes of an operation that reads the chain; a parameter `minBlock` implies them. */
export const CHAIN = ['upstream_failed', 'upstream_rate_limited', 'upstream_timeout', 'rpc_not_configured'] as const

/** Declares one operation of the contract. */
export const operation = <const R extends Operation>(config: R): R => config

const READ = { method: 'get', 'x-limit': 'read', 'x-answer': 'envelope' } as const

/** Declares a read of the chain, with the tag of its family and the need of a node. */
export function chainRead<
  const R extends Partial<Operation> & Pick<Operation, 'operationId' | 'summary' | 'responses' | 'path'>,
>(config: R) {
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

/** OpenAPI security requirements of an operation that needs a credential only for some requests (`x-auth-when`, `x-auth-optional`). */
export const optionally = <A extends keyof typeof SECURITY>(auth: A) => [{}, ...SECURITY[auth]]
