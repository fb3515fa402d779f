/** Makes something once per environment: an isolate has one, a test may have several. */
export function perEnvironment<T>(make: (env: object) => T): (env: object) => T {
  const made = new WeakMap<object, { readonly value: T }>()
  return (env) => {
    const known = made.get(env)
    if (known) return known.value
    const value = make(env)
    made.set(env, { value })
    return value
  }
}
