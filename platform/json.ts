/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** An object as it is; nothing for what is none. */
export const asObject = (node: unknown): Json => (isObject(node) ? node : {})

/** A list as it is; nothing for what is none. */
export const asList = (node: unknown): readonly unknown[] => (Array.isArray(node) ? node : [])

/** An object without one of its keys. */
export function without(node: Json, key: string): Json {
  const { [key]: _, ...rest } = node
  return rest
}

/** An object with each of its values changed. */
export const mapValues = (node: unknown, by: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(asObject(node)).map(([key, value]) => [key, by(value)]))
