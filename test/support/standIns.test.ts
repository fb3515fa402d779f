import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPATIBILITY_DATE } from '../../platform/workers.ts'
import { openWorkerdD1 } from '../store/openMigratedD1.ts'
import { openD1 } from './inProcess/openD1.ts'
import { openSqlite } from './inProcess/openSqlite.ts'
import { type Alarm, openStorage } from './inProcess/openStorage.ts'
import { useNet } from './useNet.ts'

/** The stand-ins for D1 and for an object's storage in this process behave like the runtime's own. */

type Query = (d1: D1Database) => Promise<unknown>

const SCHEMA = [
  'CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, weight REAL, bytes BLOB)',
  'CREATE TABLE parts (thing INTEGER NOT NULL REFERENCES things (id))',
]
const many = (count: number, item: string, between = ', ') => Array.from({ length: count }, () => item).join(between)

const ASKED: Readonly<Record<string, Query>> = {
  'values of each type': (d1) =>
    d1
      .prepare('SELECT ? a, ? b, ? c, ? d, typeof(?) e')
      .bind(null, 'text', 1.5, true, 7)
      .all()
      .then(({ results }) => results),
  bytes: (d1) => d1.prepare("SELECT x'00ff' b, hex(x'00ff') h").first(),
  'a row and a column of it': async (d1) => [
    await d1.prepare('SELECT 1 a, 2 b').first(),
    await d1.prepare('SELECT 1 a, 2 b').first('b'),
    await d1.prepare('SELECT 1 a WHERE 0').first(),
    await d1.prepare('SELECT 1 a WHERE 0').first('a'),
  ],
  'a column that is not there': (d1) => d1.prepare('SELECT 1 a').first('b'),
  'columns of one name': async (d1) => [
    await d1.prepare('SELECT 1 a, 2 a').raw(),
    await d1.prepare('SELECT 1 a, 2 b').raw({ columnNames: true }),
  ],
  'what a change returns, and counts': async (d1) => {
    const insert = await d1.prepare("INSERT INTO things (name) VALUES ('a'), ('b') RETURNING id, name").all()
    const update = await d1.prepare("UPDATE things SET weight = 1 WHERE name = 'a'").run()
    const none = await d1.prepare("DELETE FROM things WHERE name = 'z'").run()
    return [insert.results, insert.meta.changes, update.meta.changes, none.meta.changes]
  },
  'a batch, whole': async (d1) => {
    const answers = await d1.batch([
      d1.prepare("INSERT INTO things (name) VALUES ('a')"),
      d1.prepare('SELECT name FROM things'),
    ])
    return answers.map(({ results }) => results)
  },
  'how many rows the statement before has changed, in a batch': async (d1) => {
    const insert = (name: string) =>
      d1.prepare(`INSERT INTO things (name, weight) SELECT '${name}', changes() WHERE changes() > 0`)
    const weights = () => d1.prepare('SELECT name, weight FROM things ORDER BY id').raw()
    await d1.batch([
      d1.prepare("INSERT INTO things (name) VALUES ('a'), ('b'), ('c') RETURNING id"),
      d1.prepare('SELECT 1'),
      insert('after three'),
      d1.prepare("UPDATE things SET name = 'z' WHERE name = 'nobody'"),
      insert('after none'),
      d1.prepare("DELETE FROM things WHERE name = 'a'"),
      insert('after one'),
    ])
    return weights()
  },
  'a batch, or nothing of it': async (d1) => {
    const add = d1.prepare("INSERT INTO things (name) VALUES ('a')")
    const failed = await outcome(d1.batch([add, add]))
    return [failed, await d1.prepare('SELECT count(*) n FROM things').first('n')]
  },
  'a reference to nothing': (d1) => d1.prepare('INSERT INTO parts VALUES (9)').run(),
  'no such table': (d1) => d1.prepare('SELECT * FROM nothing').all(),
  'no SQL': (d1) => d1.prepare('SELEC').all(),
  'a number as large as it may be': (d1) => d1.prepare('SELECT 9007199254740991 n').first(),
  '100 values': (d1) =>
    d1
      .prepare(`SELECT ${many(100, '?')}`)
      .bind(...Array(100).fill(1))
      .raw(),
  '101 values': (d1) =>
    d1
      .prepare(`SELECT ${many(101, '?')}`)
      .bind(...Array(101).fill(1))
      .raw(),
  '6 selects in one': (d1) => d1.prepare(many(6, 'SELECT 1', ' UNION ALL ')).raw(),
  'a pattern of 51 characters': (d1) => d1.prepare(`SELECT 'a' LIKE '${many(51, 'a', '')}'`).raw(),
  '101 columns': (d1) => d1.prepare(`SELECT ${many(101, '1')}`).raw(),
  'an expression 101 deep': (d1) => d1.prepare(`SELECT ${many(101, '1', '+')}`).raw(),
  'a text of over 100 000 characters': (d1) =>
    d1
      .prepare(`SELECT 1 -- ${'x'.repeat(100_000)}`)
      .raw()
      .catch(() => 'refused'),
  JSON: (d1) => d1.prepare(`SELECT value v FROM json_each('[1, "a", null, 1.5]')`).raw(),
}

/** The result, or the kind of the error. */
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Error ? kindOf(error.message) : 'no error'))
/** The runtime adds names of codes to SQLite's words. */
const kindOf = (message: string) =>
  message.replace(/: SQLITE_\w+( \(extended: \w+\))?/g, '').replace(/ at offset \d+/, '')

describe('a database', () => {
  const theirs = useNet(() => openWorkerdD1())
  beforeAll(() => theirs.d1.batch(SCHEMA.map((sql) => theirs.d1.prepare(sql))))

  test.each(Object.keys(ASKED))('answers %s as D1 does', async (name) => {
    const database = openSqlite()
    database.exec(SCHEMA.join(';'))
    const own = openD1(database)
    const ask = ASKED[name]
    if (!ask) throw new Error(name)
    expect(await outcome(ask(own))).toEqual(await outcome(ask(theirs.d1)))
    await theirs.d1.batch(['parts', 'things'].map((table) => theirs.d1.prepare(`DELETE FROM ${table}`)))
  })
})

/** A function of a Durable Object that uses all that ours use of its storage; the same text runs in both places. */
const USES = `
async function uses(storage) {
  const said = []
  const failed = (work) => { try { return work() } catch (error) { return error.message.split(':')[0] } }
  const { sql, kv } = storage
  sql.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, c BLOB) ; CREATE INDEX i ON t (a)')
  said.push(sql.exec('INSERT INTO t (a, b, c) VALUES (?, ?, ?) RETURNING id', 'x', 1.5, new Uint8Array([1, 2]).buffer).toArray())
  said.push(sql.exec('INSERT INTO t (a) VALUES (?)', null).rowsWritten > 0, sql.exec('DELETE FROM t WHERE id = 9').rowsWritten)
  const row = sql.exec('SELECT a, b, c FROM t WHERE id = 1').one()
  said.push(row.a, row.b, [...new Uint8Array(row.c)], [...sql.exec('SELECT id FROM t ORDER BY id')], sql.exec('SELECT id, a FROM t').columnNames)
  said.push(failed(() => sql.exec('SELECT id FROM t').one()), failed(() => sql.exec('SELECT 1 WHERE 0').one()))
  said.push(failed(() => storage.transactionSync(() => { sql.exec('DELETE FROM t'); kv.put('k', 1); throw new Error('back') })))
  said.push(sql.exec('SELECT count(*) AS n FROM t').one().n, kv.get('k') ?? null)
  storage.transactionSync(() => { kv.put('k', { deep: [1, new Date(0)] }); failed(() => storage.transactionSync(() => { kv.put('k', 2); throw new Error('inner') })) })
  said.push(kv.get('k'), kv.delete('k'), kv.delete('k'), await storage.get('none') ?? null)
  await storage.put('own', { a: 1 })
  said.push(await storage.get('own'), await storage.getAlarm())
  await storage.setAlarm(4e12)
  said.push(await storage.getAlarm())
  await storage.deleteAlarm()
  said.push(await storage.getAlarm())
  await storage.setAlarm(4e12)
  await storage.deleteAll()
  said.push(await storage.getAlarm(), await storage.get('own') ?? null, failed(() => sql.exec('SELECT 1 FROM t')))
  return said
}`

test('the storage of an object does as the runtime’s own', async () => {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: `import { DurableObject } from 'cloudflare:workers'
${USES}
export class One extends DurableObject {
  async run() { return JSON.stringify(await uses(this.ctx.storage)) }
  alarm() {}
}
export default { fetch: async (request, env) => new Response(await env.ONE.getByName('one').run()) }`,
      compatibilityDate: COMPATIBILITY_DATE,
      cf: false,
      durableObjects: { ONE: { className: 'One', useSQLite: true } },
    }),
  )
  try {
    const theirs: unknown = await (await fetch(await miniflare.ready)).json()
    const alarm: Alarm = { at: null, set: (at) => void (alarm.at = at) }
    const uses: (storage: object) => Promise<unknown> = new Function(`${USES}\nreturn uses`)()
    expect(JSON.parse(JSON.stringify(await uses(openStorage(alarm))))).toEqual(theirs)
  } finally {
    await miniflare.dispose()
  }
})
