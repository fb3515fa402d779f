import type { Keeper } from './createKeeper.ts'
import { EntityLabel } from './parts.ts'
import type { IntelligencePorts, LabelOf } from './ports.ts'
import type { IntelligenceStore } from '../store/intelligence.ts'

const KEEP_SECONDS = 86_400

interface LabelOptions {
  readonly ports: IntelligencePorts
  readonly store: IntelligenceStore
  /** Unix milliseconds. */
  readonly now: () => number
  /** Asks providers; else the built-in list alone. */
  readonly isAsked: boolean
  readonly noCache: boolean
  readonly keeper: Keeper
}

/**
 * Labels of addresses, each read once for a graph, and kept for a day if all providers answered. A store that
 * fails is skipped. Never throws.
 */
export function createLabels({ ports, store, now, isAsked, noCache, keeper }: LabelOptions): LabelOf {
  const { askLabel, knownLabel } = ports
  if (!isAsked || !askLabel) return async (address, chainId) => ({ value: knownLabel(address, chainId) })
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
