import { logError } from '../../../shared/log/logError.ts'
import type { IntelligenceStore, ReadLabel, ReadPart } from '../store/intelligence.ts'

/** The longest that others wait for what was read while its graph waits for a slower source. */
const TOGETHER_MS = 1000

/**
 * Keeps what is read for one graph, what comes at about the same time in one transaction. What is read but cannot be kept is
 * read again next time. `now` is in milliseconds.
 */
export function createKeeper(store: IntelligenceStore, now: () => number) {
  let [parts, labels]: [ReadPart[], ReadLabel[]] = [[], []]
  let timer: ReturnType<typeof setTimeout> | undefined

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [read, labelled] = [parts, labels]
    ;[parts, labels] = [[], []]
    if (read.length + labelled.length === 0) return
    await store
      .keep(read, labelled, Math.floor(now() / 1000))
      .catch((error: unknown) => logError('warn', 'intelligence_not_kept', error))
  }
  const soon = () => void (timer ??= setTimeout(() => void save(), TOGETHER_MS))

  return {
    part(read: ReadPart): void {
      parts.push(read)
      soon()
    },
    label(read: ReadLabel): void {
      labels.push(read)
      soon()
    },
    /** Keeps what is left. */
    save,
  }
}

export type Keeper = ReturnType<typeof createKeeper>
