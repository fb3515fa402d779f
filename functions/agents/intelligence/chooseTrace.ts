import type { ChainTrace } from './parts.ts'

/**
 * The trace that tells most of where a wallet comes from: of the chain on which it was funded first; of equal ones the
 * longest. Without any funder, one that ended for a reason that lies in the wallet.
 */
export function chooseTrace(traces: readonly ChainTrace[]): ChainTrace | null {
  const fundedAt = ({ chain }: ChainTrace) => chain[0]?.timestamp ?? Infinity
  const [first] = traces.toSorted(
    (a, b) =>
      compare(fundedAt(a), fundedAt(b)) || b.chain.length - a.chain.length || Number(b.complete) - Number(a.complete),
  )
  return first ?? null
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
