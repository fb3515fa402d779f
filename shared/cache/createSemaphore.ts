import { waitFor } from './waitFor.ts'

/** Frees a slot; a second call does nothing. */
export type Release = () => void

export interface Semaphore {
  /** A slot at once; undefined if all are taken. */
  take(): Release | undefined
  /**
   * A slot, in the order of the calls. After the signal fires, it resolves at once and takes no slot. Undefined if too many
   * wait, or if those that wait keep too many `bytes` in memory.
   */
  wait(options?: { readonly bytes?: number; readonly signal?: AbortSignal }): Promise<Release | undefined>
}

interface Options {
  /** How many may be taken at once. */
  readonly slots: number
  /** How long a slot is taken at most; its work must have ended by then. */
  readonly mostMs: number
  readonly now: () => number
  /** The most that have a slot or wait, and the bytes that they keep together; one alone may keep more. */
  readonly most?: number
  readonly mostBytes?: number
}

interface Turn {
  readonly bytes: number
  readonly until: number
}

/**
 * A number of slots in an isolate, or in an object, with a queue before them. A request that is cut off frees nothing, in the
 * queue neither: `mostMs` after its turn its slot is free again.
 */
export function createSemaphore({ slots, mostMs, now, most = Infinity, mostBytes = Infinity }: Options): Semaphore {
  // In the order of the calls: the first have a slot, the others wait.
  const queue = new Set<Turn>()

  function enqueue(bytes: number): Turn {
    const turn = { bytes, until: now() + mostMs * (1 + Math.floor(queue.size / slots)) }
    queue.add(turn)
    return turn
  }

  function forgetLost(): void {
    for (const turn of queue) if (now() >= turn.until) queue.delete(turn)
  }

  /** Whether a turn is among the first; one that has waited for all before it goes on too. */
  function hasSlot(turn: Turn): boolean {
    let before = 0
    for (const other of queue) {
      if (other === turn) return true
      if (now() >= other.until) queue.delete(other)
      else if (++before >= slots) return false
    }
    return true
  }

  return {
    take() {
      forgetLost()
      if (queue.size >= slots) return undefined
      const turn = enqueue(0)
      return () => void queue.delete(turn)
    },
    async wait({ bytes = 0, signal } = {}) {
      forgetLost()
      const kept = [...queue].reduce((sum, turn) => sum + turn.bytes, bytes)
      if (queue.size >= most || (queue.size > 0 && kept > mostBytes)) return undefined
      const turn = enqueue(bytes)
      await waitFor(() => hasSlot(turn) || signal?.aborted || undefined, Infinity)
      if (!hasSlot(turn)) queue.delete(turn)
      return () => void queue.delete(turn)
    },
  }
}
