export interface PartReport {
  readonly state: string
  readonly since: string | null
  readonly latencyMs?: number | null
  readonly lastCallAt?: string | null
}

type PartName = 'rpc' | 'index' | 'limiter' | 'store'

/** The shown part of an answer of getStatus. */
export interface StatusReport {
  readonly status: 'ok' | 'degraded' | 'down'
  readonly checkedAt: string | null
  readonly rpc: PartReport & {
    readonly blockNumber: string | null
    readonly ageSeconds: number | null
    readonly nodes: readonly string[]
  }
  readonly index: PartReport & { readonly lagBlocks: number | null }
  readonly limiter: PartReport
  readonly store: PartReport
  readonly providers: readonly (PartReport & { readonly name: string })[]
  readonly history?: Readonly<Record<PartName, readonly { readonly from: string; readonly state: string }[]>> | null
}

/** State of the page: nothing yet, an answer, and the code of the error if the last attempt failed. */
export interface StatusShown {
  readonly report?: StatusReport
  /** When the answer came, in unix milliseconds. */
  readonly readAt: number
  readonly failure?: string | null
}
