/** The share of `part` in `whole`, in basis points, rounded down; 0 if `whole` is zero. */
export const bpsOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole))

/**
 * The same for values that may not have been read: null if either is unknown, the whole is zero, or the part is larger
 * than the whole.
 */
export const knownBpsOf = (part: bigint | null, whole: bigint | null): number | null =>
  part === null || !whole || part > whole ? null : bpsOf(part, whole)
