export interface OutsideBounds {
  /** Longest document, in bytes. */
  readonly maxBytes: number
  /** Milliseconds for all of it: names, redirects and the body. */
  readonly milliseconds: number
  /** Media types that are wanted, as in `Accept`; JSON before others by default. */
  readonly accept?: string
  /** Whether plain http on port 80 is read too. */
  readonly allowsHttp?: boolean
}

/** Why a document was not read. Only `not_found` and `refused` are facts about it; the others may be outages. */
export type OutsideFailure =
  /** The URI is not one that is ever read: another scheme, port or form, or an address that is not public. */
  | 'refused'
  /** Its host answered 404 or 410. */
  | 'not_found'
  | 'bad_status'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unreachable'

export type OutsideResult =
  | {
      readonly ok: true
      /** URL of the bytes, after redirects; for `data:` the URI itself. */
      readonly finalUrl: string
      /** 200 for a `data:` URI. */
      readonly status: number
      readonly contentType: string | null
      readonly bytes: Uint8Array
    }
  | {
      readonly ok: false
      readonly failure: OutsideFailure
      /** The last URL that was requested; null without a request. */
      readonly finalUrl: string | null
      /** Status of its answer, if there was one. */
      readonly status: number | null
      /** One sentence for people. It contains nothing of an answer's body, and nothing of our own network. */
      readonly detail: string
      /** Present where this service's own resolver or egress gateway failed: nothing is known about the document. */
      readonly isOurs?: true
    }

/** Reads a document by an https, http, data, ipfs or ar URI, within bounds; never throws. */
export type ReadOutside = (uri: string, bounds?: Partial<OutsideBounds>) => Promise<OutsideResult>

/** Ends a read. The message is one fixed sentence for people. */
export class Unread extends Error {
  readonly failure: OutsideFailure
  /** Whether this service's own resolver or gateway failed, which says nothing about the document. */
  readonly isOurs: boolean

  constructor(failure: OutsideFailure, detail: string, { isOurs = false }: { readonly isOurs?: boolean } = {}) {
    super(detail)
    this.name = 'Unread'
    this.failure = failure
    this.isOurs = isOurs
  }
}
