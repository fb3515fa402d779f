/** A small integer as a JSON number; null where it was not read, or is no small one. */
export const integer = (value: bigint | null): number | null =>
  value === null || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)
