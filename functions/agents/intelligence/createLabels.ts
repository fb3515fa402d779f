import { logError } from '../../../shared/log/logError.ts'
import type { IntelligenceStore, ReadLabel, ReadPart } from '../store/intelligence.ts'
import { EntityLabel } from './parts.ts'
import type { IntelligencePorts, LabelOf } from './ports.ts'

const KEEP_SECONDS = 86_400

interface LabelOptions {
  readonly ports: IntelligencePorts
  readonly store: IntelligenceStore
  /** Unix milliseconds. */
  readonly now: () => number
  /** Asks providers; else the built-in list alone. */
  readonly askProviders: boolean
  readonly noCache: boolean
  readonly keeper: Keeper
}

/**
 * Labels of addresses, each read once for a graph, and kept for a day if all providers answered. A store that
 * fails is skipped. Never throws.
 */
export function createLabels({ ports, store, now, askProviders, noCache, keeper }: LabelOptions): LabelOf {
  const { askLabel, knownLabel } = ports
  if (!askProviders || !askLabel) return async (address, chainId) => ({ value: knownLabel(address, chainId) })
  const pending = new Map<string, ReturnType<LabelOf>>()

  const ask: LabelOf = async (address, chainId, signal) => {
    const time = Math.floor(now() / 1000)
    const kept = noCache ? undefined : await store.findLabel(address, chainId, time).catch(() => undefined)
    if (kept === null) return { value: null }
    const known = kept === undefined ? undefined : EntityLabel.safeParse(JSON.parse(kept)).data
    if (known) return { value: known }
    const answer = await askLabel(address, chainId, signal)
    if (!answer.isPartial && !signal.aborted) {
      const label = answer.value && JSON.stringify(answer.value)
      keeper.label({ address, chainId, label, readAt: time, until: time + KEEP_SECONDS })
    }
    return answer
  }

  return (address, chainId, signal) => {
    const key = `${chainId}:${address.toLowerCase()}`
    const before = pending.get(key)
    if (before) return before
    const answer = ask(address, chainId, signal)
    pending.set(key, answer)
    return answer
  }
}

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
