/** A read as it stands: not yet made, made, or failed; after a failure the last good value stays, and is stale. */
export interface Reading<T> {
  readonly value?: T
  /** When the value was read, unix seconds. */
  readonly readAt?: number
  /** Why the newest read failed. */
  readonly failure?: Failure
}

/** A code of the catalogue, or null if there was no answer at all. */
export interface Failure {
  readonly code: string | null
}

/** A read of the API that a picture is drawn from. */
export interface Source {
  readonly operationId: string
  /** Below `/api`. */
  readonly path: string
  /** How often it is read again. No answer changes for its readers sooner than its cache says. */
  readonly everySeconds: number
}

export const NOT_READ: Reading<never> = {}
