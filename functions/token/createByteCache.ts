/** Keeps bytes under the key that they were made from. */
export interface ByteCache {
  get(key: string, make: () => Uint8Array): Uint8Array
}

/** A cache in the isolate's memory, at most `maxBytes` in all; the least recently used go first. */
export function createByteCache(maxBytes: number): ByteCache {
  // A Map keeps the order of insertion: its first key is the one used longest ago.
  const entries = new Map<string, Uint8Array>()
  let kept = 0
  return {
    get(key, make) {
      const found = entries.get(key)
      if (found) {
        entries.delete(key)
        entries.set(key, found)
        return found
      }
      const made = make()
      if (made.length > maxBytes) return made
      entries.set(key, made)
      kept += made.length
      for (const [oldest, { length }] of entries) {
        if (kept <= maxBytes) break
        entries.delete(oldest)
        kept -= length
      }
      return made
    },
  }
}
