/** A request as it is sent. */
export interface TryRequest {
  readonly method: string
  /** Path and query on this host. */
  readonly url: string
  readonly body?: string
}
