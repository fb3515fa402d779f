/** Arguments by name, as a client gives them. */
export type Args = Readonly<Record<string, unknown>>

/** The value if it is an object, else no arguments. */
export const asArgs = (value: unknown): Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
