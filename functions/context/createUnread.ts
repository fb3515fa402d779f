import type { UnreadReason } from '../../schema/context/parts.ts'
import { reasonOf } from './NotRead.ts'

/** Reasons that pass: what is missing because of them may be there the next time. */
const PASSING: readonly UnreadReason[] = ['store_unavailable', 'index_unavailable', 'behind_requested_block']

/** Collects the parts of an answer that could not be read. */
export function createUnread<P extends string>() {
  const parts: { part: P; reason: UnreadReason }[] = []
  const missing = (part: P, reason: UnreadReason): null => {
    if (!parts.some((known) => known.part === part)) parts.push({ part, reason })
    return null
  }
  const caught = (part: P, error: unknown): null => {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return missing(part, reason)
  }
  return {
    parts,
    missing,
    /** The value; null if it could not be read. Throws errors that fail the whole answer. */
    settle: <T>(part: P, reading: Promise<T>): Promise<T | null> =>
      reading.catch((error: unknown) => caught(part, error)),
    /** The same for what is made of values that were read. */
    take<T>(part: P, make: () => T): T | null {
      try {
        return make()
      } catch (error) {
        return caught(part, error)
      }
    },
    /** Whether another request may find what is missing. */
    passes: (): boolean => parts.some(({ reason }) => PASSING.includes(reason)),
  }
}

export type Unread<P extends string> = ReturnType<typeof createUnread<P>>
