import { getAddress } from 'viem'
import type { VaultRow } from '../../../shared/store/vaults.ts'
import { asLookalike, type Candidate, type Lookalike, looksLike, partsOf, shapesOf } from './Candidate.ts'

/** Look-alikes of one candidate in an answer. */
const MOST = 8

/** Skeletons of the names that candidates go by, which the list of vaults is searched for. */
export const shapesToSearch = (candidates: readonly Candidate[]): string[] =>
  [...new Set(candidates.flatMap(shapesOf))].slice(0, 6)

/** Each candidate with what can be mistaken for it: other candidates, and vaults of the list. */
export function withLookalikes(candidates: readonly Candidate[], rows: readonly VaultRow[]) {
  const listed = rows.flatMap(partsOfRow)
  return candidates.map((candidate) => {
    const found = new Map<string, Lookalike>()
    for (const other of [...candidates, ...listed])
      if (looksLike(candidate, other)) found.set(`${other.kind} ${other.address}`, asLookalike(other))
    const { kind, chainId, address, next, ...own } = candidate
    return { kind, chainId, address, ...own, lookalikes: [...found.values()].slice(0, MOST), next }
  })
}

const partsOfRow = (row: VaultRow) =>
  partsOf({
    ...row,
    coin: getAddress(row.creatorCoin),
    vault: getAddress(row.vault),
    shareToken: row.shareToken && getAddress(row.shareToken),
    coinDecimals: null,
  })
