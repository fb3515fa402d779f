/** Which share `part` is of `whole`, in basis points, rounded down; 0 of nothing. */
export const bpsOf = (part: bigint, whole: bigint): number => (whole === 0n ? 0 : Number((part * 10_000n) / whole))
