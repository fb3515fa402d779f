import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'

/** The methods of a statement that ask the database. */
const ASKING = ['all', 'first', 'raw', 'run']

/** D1 whose time is counted for the request that asks it. */
export function timedD1(d1: D1Database): D1Database {
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
  const waited = <T>(work: () => Promise<T>): Promise<T> => timed(requestScope.getStore()?.store, work)

  function timedStatement(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy: D1PreparedStatement = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => timedStatement(target.bind(...values))
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        const call = (...given: unknown[]) => Reflect.apply(method, target, given)
        return ASKING.includes(String(name)) ? (...given: unknown[]) => waited(() => call(...given)) : call
      },
    })
    originals.set(proxy, statement)
    return proxy
  }

  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => timedStatement(target.prepare(query))
      // A batch reads the statements themselves.
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) =>
          waited(() => target.batch(statements.map((one) => originals.get(one) ?? one)))
      const method: unknown = Reflect.get(target, name)
      return typeof method === 'function' ? (...given: unknown[]) => Reflect.apply(method, target, given) : method
    },
  })
}
