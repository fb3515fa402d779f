import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'
import { hasDistinctColumns, isRead, joinedRead } from './joinReads.ts'

interface Original {
  readonly statement: D1PreparedStatement
  readonly query: string
}

/** D1 whose time is counted for the request that uses it, and whose concurrent reads go in one batch. */
export function timedD1(d1: D1Database): D1Database {
  const originals = new WeakMap<D1PreparedStatement, Original>()
  const waited = <T>(work: () => Promise<T>): Promise<T> => timed(requestScope.getStore()?.store, work)

  /** How a method of a statement asks the database; undefined for one that does not. */
  function askingOf({ statement, query }: Original, name: string | symbol) {
    const joined = () => waited(() => joinedRead(d1, statement))
    switch (name) {
      case 'all':
        return isRead(query) ? joined : () => waited(() => statement.all())
      case 'raw':
        // No caller needs column names.
        return isRead(query) && hasDistinctColumns(query)
          ? () => joined().then(({ results }) => results.map((row) => Object.values(Object(row))))
          : () => waited(() => statement.raw())
      case 'first':
        return (column: string) => waited(() => statement.first(column))
      case 'run':
        return () => waited(() => statement.run())
      default:
        return undefined
    }
  }

  function timedStatement(original: Original): D1PreparedStatement {
    const { query } = original
    const proxy: D1PreparedStatement = new Proxy(original.statement, {
      get(target, name) {
        if (name === 'bind')
          return (...values: unknown[]) => timedStatement({ statement: target.bind(...values), query })
        return askingOf(original, name) ?? Reflect.get(target, name)
      },
    })
    originals.set(proxy, original)
    return proxy
  }

  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => timedStatement({ statement: target.prepare(query), query })
      // A batch reads the statements themselves.
      if (name === 'batch') return (statements: D1PreparedStatement[]) => waited(() => sendBatch(statements))
      const method: unknown = Reflect.get(target, name)
      return typeof method === 'function' ? (...given: unknown[]) => Reflect.apply(method, target, given) : method
    },
  })

  function sendBatch(statements: readonly D1PreparedStatement[]): Promise<D1Result[]> {
    const own = statements.map((proxy) => originals.get(proxy) ?? { statement: proxy, query: '' })
    return own.every(({ query }) => isRead(query))
      ? Promise.all(own.map(({ statement }) => joinedRead(d1, statement)))
      : d1.batch(own.map(({ statement }) => statement))
  }
}
