/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The value if it is an object, else an empty object. */
export const asObject = (node: unknown): Json => (isObject(node) ? node : {})

/** The value if it is an array, else an empty array. */
export const asList = (node: unknown): readonly unknown[] => (Array.isArray(node) ? node : [])

/** An object without one of its keys. */
export function without(node: Json, key: string): Json {
  const { [key]: _, ...rest } = node
  return rest
}

/** An object with each of its values changed. */
export const mapValues = <T>(node: unknown, by: (value: unknown) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(asObject(node)).map(([key, value]) => [key, by(value)]))
