export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The value at a path of keys, JSON Pointer escapes undone; undefined where the path ends early. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value
  for (const key of keys) found = isRecord(found) ? found[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return found
}

/** A node of a document, its reference followed. */
export function resolved(document: unknown, node: unknown): unknown {
  const reference = at(node, '$ref')
  return typeof reference === 'string' ? at(document, ...reference.slice('#/'.length).split('/')) : node
}

/** An object's or array's values by key; nothing for what is neither. */
export const records = (value: unknown): Record<string, unknown> => (isRecord(value) ? { ...value } : {})
