import type { Budgets, LimitClass } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import { isLogged } from '../log/log.ts'
import type { Watch } from '../log/Watch.ts'
import { ipKey } from './Admission.ts'
import type { Answer, Answers } from './answers.ts'
import type { WaitUntil } from './handler.ts'
import { requestId, withHeaders } from './headers.ts'
import { limitHeaders, rateLimitOf } from './limitHeaders.ts'
import type { Limiter, Spent } from './limiter.ts'
import type { RequestInput } from './readInput.ts'
import type { UnknownParameter } from './unknownParameters.ts'

/** What the answer to a URL follows from, beside the caller's budget. */
export interface WarmRead {
  /** Key of its answer. */
  readonly key: string
  readonly limit: LimitClass
  /** What the key of its budget ends in. */
  readonly chain: string
}

export interface WarmReadsOptions {
  readonly answers: Answers
  readonly limiter: Limiter
  readonly budgets: Budgets
  readonly watch?: Watch | undefined
}

/** Headers of an answer, ready to be copied into a response: what has changed since the last one is written again. */
interface Prepared {
  readonly init: { readonly headers: Headers }
  /** End of the window that its headers state, in seconds from now; undefined while they state none. */
  resetSeconds: number | undefined
}

const SPECIAL = [
  'x-auth',
  'x-auth-when',
  'x-auth-optional',
  'x-limit-by',
  'x-limit-ip',
  'x-private',
  'x-deprecated',
] as const

/**
 * Answers again what this isolate has, as the pipeline would: counted by IP, with an id, its budget and the common headers. It
 * does nothing else, and nothing where one of its parts is missing: then the pipeline answers.
 */
export class WarmReads {
  readonly #options: WarmReadsOptions
  readonly #prepared = new WeakMap<Answer, Prepared>()

  constructor(options: WarmReadsOptions) {
    this.#options = options
  }

  /**
   * The read behind a URL, if nothing else of a request can change its answer; undefined where the pipeline must look: at a
   * credential, a second budget, an unknown parameter, a form of the answer, or the block that the caller wants.
   */
  readOf(
    operation: Operation,
    input: RequestInput,
    unknown: readonly UnknownParameter[],
    chain: string,
  ): WarmRead | undefined {
    const depends =
      operation['x-cache'] === undefined ||
      operation['x-answer'] === 'media' ||
      SPECIAL.some((name) => operation[name] !== undefined) ||
      operation.method !== 'get' ||
      input.minBlock !== undefined ||
      unknown.length > 0
    return depends ? undefined : { key: input.key, limit: operation['x-limit'], chain }
  }

  /** Undefined if the pipeline must answer; nothing is spent then. */
  answer({ key, limit, chain }: WarmRead, request: Request, waitUntil: WaitUntil): Response | undefined {
    const { answers, limiter, budgets, watch } = this.#options
    // The pipeline writes the log, and answers HEAD and conditional requests.
    if (request.method !== 'GET' || isLogged('debug')) return undefined
    const { headers } = request
    if (headers.get('if-none-match') !== null) return undefined
    const answer = answers.fresh(key)
    const spent = answer && limiter.takeHeld(ipKey(limit, headers, chain), budgets[limit])
    if (!spent) return undefined
    const report = watch?.report()
    if (report) waitUntil(report)
    const init = this.#headersOf(answer, spent)
    init.headers.set('x-request-id', requestId(headers.get('x-request-id')))
    // The runtime copies the headers, so the next response may change them.
    return new Response(answer.body, init)
  }

  #headersOf(answer: Answer, spent: Spent): { readonly headers: Headers } {
    let prepared = this.#prepared.get(answer)
    if (!prepared) {
      prepared = { init: { headers: withHeaders({}, answer.headers) }, resetSeconds: undefined }
      this.#prepared.set(answer, prepared)
    }
    const { init } = prepared
    if (prepared.resetSeconds === spent.resetSeconds) {
      init.headers.set('ratelimit', rateLimitOf(spent))
      init.headers.set('x-ratelimit-remaining', `${spent.remaining}`)
      return init
    }
    const own = limitHeaders([spent])
    for (const name in own) init.headers.set(name, own[name] ?? '')
    prepared.resetSeconds = spent.resetSeconds
    return init
  }
}
