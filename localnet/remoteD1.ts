/** A function of a Worker, in JavaScript: does with a database what a request says, as `openRemoteD1` sends it. */
export const answerRemoteD1 = `
async function answerRemoteD1(request, DB) {
  const { method, argument, statements, sql } = await request.json()
  try {
    if (method === 'exec') return Response.json({ value: await DB.exec(sql) })
    const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values))
    const value =
      method === 'batch'
        ? await DB.batch(prepared)
        : await prepared[0][method](...(argument === undefined ? [] : [argument]))
    return Response.json({ value })
  } catch (error) {
    return Response.json({ error: error.message })
  }
}`

async function send(url: URL, request: object) {
  const answer = await fetch(url, { method: 'PUT', body: JSON.stringify(request) })
  const { value, error } = JSON.parse(await answer.text())
  if (error !== undefined) throw new Error(error)
  return value
}

class RemoteStatement implements D1PreparedStatement {
  readonly #url: URL
  readonly sql: string
  readonly values: readonly unknown[]

  constructor(url: URL, sql: string, values: readonly unknown[] = []) {
    this.#url = url
    this.sql = sql
    this.values = values
  }

  bind(...values: unknown[]): D1PreparedStatement {
    return new RemoteStatement(this.#url, this.sql, values)
  }

  first(column?: string) {
    return this.#send('first', column)
  }

  run() {
    return this.#send('run')
  }

  all() {
    return this.#send('all')
  }

  raw(options?: object) {
    return this.#send('raw', options)
  }

  #send(method: string, argument?: unknown) {
    const { sql, values } = this
    return send(this.#url, { method, argument, statements: [{ sql, values }] })
  }
}

/**
 * The database behind a URL where a Worker has `answerRemoteD1`. Statements go there when they are run, all of a batch at
 * once: through the runtime's own stand-in each `prepare` and each `bind` is a request that this process stands still for.
 */
export function openRemoteD1(url: URL): D1Database {
  const unused = () => {
    throw new Error('this method of D1 is not implemented here')
  }
  return {
    prepare: (sql) => new RemoteStatement(url, sql),
    batch: (statements) => send(url, { method: 'batch', statements }),
    exec: (sql) => send(url, { method: 'exec', sql }),
    withSession: unused,
    dump: unused,
  }
}
