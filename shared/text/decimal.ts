/** An integer as the contract's answers write it. */
export const decimal = (value: bigint | number | null): string | null => (value === null ? null : String(value))

/** A small integer as a JSON number; null if it was not read, or is not a small one. */
export const integer = (value: bigint | null): number | null =>
  value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)
