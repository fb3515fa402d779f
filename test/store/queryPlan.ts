import { createStore, type Store } from '../../shared/store/createStore.ts'

/** SQLite's plan of the last statement that `read` makes the store send, one step a line. */
export async function queryPlan(d1: D1Database, read: (store: Store) => Promise<unknown>): Promise<string> {
  let statement = ''
  const recording = new Proxy(d1, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name)
      return (text: string) => target.prepare((statement = text))
    },
  })
  await read(createStore(recording))
  const values = Array.from(statement.matchAll(/\?/g), () => 1)
  const { results } = await d1
    .prepare(`explain query plan ${statement}`)
    .bind(...values)
    .all()
  return results.map((row) => String(row.detail)).join('\n')
}
