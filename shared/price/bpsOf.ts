/** Which share `part` is of `whole`, in basis points, rounded down; 0 of nothing. */
export const bpsOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole))

/** The same of what may not have been read: null for an unknown part or whole, of nothing, and for more than the whole. */
export const knownBpsOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || !whole || part > whole ? null : bpsOf(part, whole)
