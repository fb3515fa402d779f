/** SQLite's plan of the last statement that `read` sends to the database that it is given, one step a line. */
export async function queryPlan(d1: D1Database, read: (d1: D1Database) => Promise<unknown>): Promise<string> {
  let statement = ''
  const recording = new Proxy(d1, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name)
      return (text: string) => target.prepare((statement = text))
    },
  })
  await read(recording)
  const values = Array.from(statement.matchAll(/\?/g), () => 1)
  const { results } = await d1
    .prepare(`explain query plan ${statement}`)
    .bind(...values)
    .all()
  return results.map((row) => String(row.detail)).join('\n')
}
