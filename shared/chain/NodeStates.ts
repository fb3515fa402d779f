/** A block that a node has reached; the timestamp in unix seconds. */
export interface NodeHead {
  readonly blockNumber: bigint
  readonly timestamp: number
}

/** How a node is: `degraded` while it is behind another. */
export type NodeView = 'ok' | 'degraded' | 'down' | 'unknown'

/** How long a node that failed or is behind comes after the others: twice as long each time it happens again. */
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000
/** How many blocks, and block times, a node may be behind another. */
const SLACK = 3
/** A head that is older than this, and than ten block times, may come from a node that is stuck. */
const LATE_MS = 10_000
/** Comparing with other nodes because of a late head is done at most once in this time: a chain may just be quiet. */
const COMPARE_MS = 10_000
/** A head that is further in the future is not believed. */
const FUTURE_SECONDS = 60
/** How many blocks a node may be ahead of what its head and the clock suggest. */
const AHEAD = 64n

interface State {
  /** Answers since the start. */
  answers: number
  pauses: number
  asideUntil: number
  /** While it is down it gets no requests until its pause is over and one request has found it alive. */
  down: boolean
  behind: boolean
  /**
   * One request at a time tries a node whose pause is over; the claim of a request that was cut off expires by itself.
   */
  claimedUntil: number
  head: NodeHead | undefined
}

/**
 * The state of each configured node. A node that fails or is behind is set aside: it comes after the others until its pause
 * is over. One that is down gets no requests at all during that time. All times in unix milliseconds.
 */
export class NodeStates {
  readonly #states: State[]
  readonly #now: () => number
  readonly #blockTimeMs: number
  #compareFrom = 0

  constructor(count: number, { now, blockTimeMs }: { now: () => number; blockTimeMs: number }) {
    this.#now = now
    this.#blockTimeMs = blockTimeMs
    this.#states = Array.from({ length: count }, () => ({
      answers: 0,
      pauses: 0,
      asideUntil: 0,
      down: false,
      behind: false,
      claimedUntil: 0,
      head: undefined,
    }))
  }

  /** The usable nodes, best first: in configuration order, then those that are set aside; without nodes that are down. */
  rank(isEligible: (node: number) => boolean): number[] {
    const nodes = this.#states.flatMap((state, node) => (isEligible(node) ? [{ state, node }] : []))
    const waits = ({ state }: { state: State }) =>
      state.pauses > 0 && (this.#now() < state.asideUntil || this.#now() < state.claimedUntil)
    return [
      ...nodes.filter((entry) => !waits(entry)),
      ...nodes.filter((entry) => waits(entry) && !entry.state.down),
    ].map(({ node }) => node)
  }

  /** Claims the right to try a node again; false if another request has it. */
  claim(node: number, ms: number): boolean {
    const state = this.#at(node)
    if (this.#now() < state.claimedUntil) return false
    state.claimedUntil = this.#now() + ms
    return true
  }

  isDown(node: number): boolean {
    return this.#at(node).down
  }

  isAside(node: number): boolean {
    return this.#at(node).pauses > 0
  }

  /** How a node was at its last request; `unknown` before the first. */
  view(node: number): NodeView {
    const { pauses, behind, answers } = this.#at(node)
    if (pauses > 0) return behind ? 'degraded' : 'down'
    return answers > 0 ? 'ok' : 'unknown'
  }

  /** How many answers it has given; if the number has risen since, the node is not down. */
  answers(node: number): number {
    return this.#at(node).answers
  }

  /** A useful answer. Only a head shows that a node is no longer behind. */
  answered(node: number, head?: NodeHead): void {
    const state = this.#at(node)
    state.answers++
    state.claimedUntil = 0
    if (head) state.behind = false
    if (state.behind) return
    state.pauses = 0
    state.asideUntil = 0
    state.down = false
  }

  /** Sets a failed node aside. */
  failed(node: number, retryAfter = 0): void {
    this.#setAside(this.#at(node), 1000 * retryAfter)
  }

  /** Leaves a node alone until its pause is over: for so long at least. */
  down(node: number, leaveMs = 0): void {
    const state = this.#at(node)
    state.down = true
    state.claimedUntil = 0
    this.#setAside(state)
    state.asideUntil = Math.max(state.asideUntil, this.#now() + leaveMs)
  }

  /** It answers a trivial call; whether it handles others well is still to be seen. */
  alive(node: number): void {
    const state = this.#at(node)
    state.answers++
    state.down = false
  }

  release(node: number): void {
    this.#at(node).claimedUntil = 0
  }

  /** Milliseconds until the first of these nodes is tried again. */
  wait(isEligible: (node: number) => boolean): number {
    const times = this.#states.flatMap((state, node) =>
      isEligible(node) ? [Math.max(state.asideUntil, state.claimedUntil)] : [],
    )
    return Math.max(0, Math.min(...times, this.#now() + LONGEST_PAUSE_MS) - this.#now())
  }

  /** Records the head that a node has just shown; false if it cannot be correct. */
  sawHead(node: number, head: NodeHead): boolean {
    const isCredible = head.timestamp <= this.#now() / 1000 + FUTURE_SECONDS
    this.#at(node).head = isCredible ? head : undefined
    return isCredible
  }

  /**
   * Whether the head that was just seen is behind one seen before: a few blocks lower and older, or missing a block
   * that has existed for a while.
   */
  isBehind(node: number): boolean {
    const own = this.#at(node).head
    const seconds = (SLACK * this.#blockTimeMs) / 1000
    return this.#states.some(({ head }) => {
      if (!own || !head || head.blockNumber <= own.blockNumber || head.timestamp <= own.timestamp + seconds)
        return false
      const isFarBehind = head.blockNumber > own.blockNumber + BigInt(SLACK)
      return isFarBehind || this.isLate(head)
    })
  }

  /** Sets a node aside that is behind, longer each time that this is found. */
  setBehind(node: number): void {
    const state = this.#at(node)
    state.behind = true
    state.claimedUntil = 0
    this.#setAside(state)
  }

  /** Whether a head is so old that other nodes should be compared; true at most once in a while. */
  shouldCompare(head: NodeHead): boolean {
    if (!this.isLate(head) || this.#now() < this.#compareFrom) return false
    this.#compareFrom = this.#now() + COMPARE_MS
    return true
  }

  isLate(head: NodeHead): boolean {
    return this.#now() - 1000 * head.timestamp > Math.max(LATE_MS, 10 * this.#blockTimeMs)
  }

  /**
   * Whether another node may have a block by now, if this one's head is correct: a client cannot cause extra requests
   * with an arbitrary block number.
   */
  mayExist(blockNumber: bigint, head: NodeHead): boolean {
    const elapsed = Math.max(0, this.#now() - 1000 * head.timestamp)
    return blockNumber <= head.blockNumber + AHEAD + BigInt(Math.ceil(elapsed / Math.max(1, this.#blockTimeMs)))
  }

  #at(node: number): State {
    const state = this.#states[node]
    if (!state) throw new Error(`node ${node} is not configured`)
    return state
  }

  /** Requests that fail at the same time cause one pause. */
  #setAside(state: State, atLeast = 0): void {
    if (this.#now() < state.asideUntil) return
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(atLeast, FIRST_PAUSE_MS * 2 ** state.pauses))
    state.pauses++
    state.asideUntil = this.#now() + pause
  }
}
