/** The UTC day of a moment (unix milliseconds): `2026-09-30`. */
export const utcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)
