/** An integer as the contract's answers carry it. */
export const decimal = (value: bigint | number | null): string | null => (value === null ? null : String(value))
