export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A database, and the calls that were made to it through `d1`: of each the statements that went in it. */
export function recordD1(original: D1Database): { readonly d1: D1Database; readonly calls: readonly Statement[][] } {
  const calls: Statement[][] = []
  const statements = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; own: Statement }>()

  function record(statement: D1PreparedStatement, own: Statement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => record(target.bind(...values), { ...own, values })
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...given: unknown[]) => {
          calls.push([own])
          return Reflect.apply(method, target, given)
        }
      },
    })
    statements.set(proxy, { statement, own })
    return proxy
  }

  const d1 = new Proxy(original, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => record(target.prepare(text), { text, values: [] })
      if (name !== 'batch') return Reflect.get(target, name)
      return (batch: readonly D1PreparedStatement[]) => {
        const known = batch.flatMap((proxy) => statements.get(proxy) ?? [])
        calls.push(known.map(({ own }) => own))
        return target.batch(known.map(({ statement }) => statement))
      }
    },
  })
  return { d1, calls }
}
