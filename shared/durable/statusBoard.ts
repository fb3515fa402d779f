import type { ErrorCode } from '../../schema/errors.ts'
import type { Outcome, Watched } from '../log/Watch.ts'

/** How something is; `unknown` where nothing has shown it. */
export type State = 'ok' | 'degraded' | 'down' | 'unknown'

/** Outcomes of one isolate's calls since its last report. */
export interface Report {
  readonly what: Watched
  /** Of the last call, and when it ended in unix milliseconds. */
  readonly outcome: Outcome
  readonly at: number
  readonly ms: number
  /** How many calls failed after the last good one, and whether there was a good one. */
  readonly failures: number
  readonly hadOk: boolean
}

/** The state of one part. All times in unix seconds; null where unknown. */
export interface Standing {
  readonly state: State
  readonly since: number | null
  readonly latencyMs: number | null
}

/** The same of a part that is known by what its calls show. */
export interface Shown extends Standing {
  /** Of the last call that was reported. */
  readonly lastCallAt: number | null
}

/** The state of the chain as seen from here: its newest block, or why none can be read. */
export type ChainHealth =
  | {
      readonly chainId: number
      readonly reachable: true
      readonly blockNumber: string
      /** Unix seconds. */
      readonly timestamp: number
      readonly ageSeconds: number
      /** How long the reading took. */
      readonly latencyMs: number
    }
  | { readonly chainId: number; readonly reachable: false; readonly error: ErrorCode }

/** State of the board at one moment. A part that is not configured is null. */
export interface BoardView {
  readonly at: number
  readonly chain: ChainHealth
  /** The nodes together, and each in the order of the configuration. */
  readonly rpc: (Standing & { readonly nodes: readonly State[] }) | null
  readonly index:
    | (Standing & {
        readonly blockNumber: string | null
        readonly lagBlocks: number | null
        /** When the index last looked at a node. */
        readonly checkedAt: number | null
      })
    | null
  readonly store: Standing
  readonly limiter: Shown
  /** Only providers with a reported call. */
  readonly providers: Readonly<Partial<Record<Watched, Shown>>>
}

/** Parts whose states are kept for a day, one sample for each period. */
export const SAMPLED = ['rpc', 'index', 'limiter', 'store'] as const
export const SAMPLE_SECONDS = 300
export const SAMPLES = 288

export type PartState = State | 'not_configured'

/** The worst state of each part that was seen in a period. */
export interface Sample extends Readonly<Record<(typeof SAMPLED)[number], PartState>> {
  /** Start of the period in unix seconds. */
  readonly at: number
}

/** The one object that keeps how the deployment is, in core. Other Workers see it through this interface. */
export interface StatusBoardObject extends Rpc.DurableObjectBranded {
  report(reports: readonly Report[]): Promise<void>
  /** Looks at the nodes and the index at most once a second. */
  view(): Promise<BoardView>
  /** The same for the schedule, which may run at every block: only if the last look was half a minute ago. Keeps a sample. */
  keep(): Promise<void>
  /** Samples of the last day, the oldest first. */
  samples(): Promise<readonly Sample[]>
}

/** The name of that object. */
export const BOARD = 'board'
