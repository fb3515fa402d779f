/** A small integer as a JSON number; null where it was not read, or is no small one. */
export const integer = (value: bigint | null): number | null =>
  value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)

/** Which share `part` is of `whole`, in basis points, rounded down; 0 of nothing. */
export const bpsOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole))
