/** A value that a module makes, once; the module loads on first use. */
export function onceLoaded<M, T>(load: () => Promise<M>, make: (module: M) => T): () => Promise<T> {
  let made: T | undefined
  return async () => {
    // Each caller waits for a promise of its own: one request may not wait for another's.
    const module = await load()
    return (made ??= make(module))
  }
}
