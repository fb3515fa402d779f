/**
 * The party that can correct an error. `caller`: the request or the state of its sender must change; `operator`: the deployment lacks
 * something; `service`: this service failed or is busy; `upstream`: a service that it calls; `chain`: the nodes, or onchain state.
 */
export type Fault = 'caller' | 'operator' | 'service' | 'upstream' | 'chain'

/** All that is known of an error code. `error` of the envelope starts with the code, and `X-Error-Code` is the code. */
export interface ErrorEntry {
  readonly status: number
  /**
   * When the same request may succeed: after this many seconds, sent as `Retry-After`; `stated`: after the seconds that each
   * answer states; `later`: after an unknown time. Absent if only another request or another deployment can succeed.
   */
  readonly retry?: number | 'stated' | 'later'
  /**
   * No chain node provided the data. A read then serves its last good answer while that is allowed, a builder builds without
   * the data, and a lens is replaced by plain calls.
   */
  readonly outage?: true
  /** Only if it does not follow from the other attributes (faultOf.ts). */
  readonly fault?: Fault
  /** Follows the code unless the throw has a more specific text. */
  readonly text?: string
  /** A noun phrase, if the words of the code are not one (titleOf.ts). */
  readonly title?: string
  /** The fault, in one or two sentences; for documents alone. */
  readonly cause: string
  /** Instructions for the caller, in one or two sentences. */
  readonly fix: string
}

/** Errors of one section of the catalogue. */
export type ErrorSection = Readonly<Record<string, ErrorEntry>>
