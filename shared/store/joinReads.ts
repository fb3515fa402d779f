import { requestScope } from '../log/requestScope.ts'
import type { Time } from '../log/Time.ts'

interface Read {
  readonly statement: D1PreparedStatement
  resolve(result: D1Result): void
  reject(error: unknown): void
}

/** Reads that began together issue their statements within so many turns of the microtask queue. */
const TURNS = 16

const waiting = new WeakMap<D1Database, WeakMap<Time, Read[]>>()

/**
 * The rows of a query. Concurrent reads of one request go to D1 in one batch, one round trip instead of several, and
 * see one state of the database. Only its own reads: Workers share no I/O between requests.
 */
export function joinedRead(d1: D1Database, statement: D1PreparedStatement): Promise<D1Result> {
  const request = requestScope.getStore()?.store
  if (!request) return statement.all()
  const ofDatabase = waiting.get(d1) ?? new WeakMap<Time, Read[]>()
  waiting.set(d1, ofDatabase)
  return new Promise((resolve, reject) => {
    const read = { statement, resolve, reject }
    const begun = ofDatabase.get(request)
    if (begun) return void begun.push(read)
    const reads = [read]
    ofDatabase.set(request, reads)
    void afterTurns().then(() => {
      ofDatabase.delete(request)
      return send(d1, reads)
    })
  })
}

/** Whether what is read at the same time is read at one state of the database: not by work that no request waits for. */
export const readsAreJoined = (): boolean => requestScope.getStore()?.store !== undefined

async function afterTurns(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await undefined
}

async function send(d1: D1Database, reads: readonly Read[]): Promise<void> {
  try {
    const [first, ...others] = reads
    const results =
      first && others.length === 0
        ? [await first.statement.all()]
        : await d1.batch(reads.map(({ statement }) => statement))
    for (const [i, { resolve, reject }] of reads.entries()) {
      const result = results[i]
      if (result) resolve(result)
      else reject(new Error('D1 left a statement of a batch unanswered'))
    }
  } catch (error) {
    for (const { reject } of reads) reject(error)
  }
}

/** Whether a statement reads and changes nothing. */
export const isRead = (query: string): boolean =>
  /^\s*(select|with)\b/i.test(query) && !/\b(insert|update|delete|replace)\b/i.test(query)

/**
 * Whether all columns of a query have names of their own, so that rows of a batch, which are objects, hold all of them: those
 * of its first list of columns, as far as it can be parsed.
 */
export function hasDistinctColumns(query: string): boolean {
  const names = columnsOf(query)?.map(nameOf)
  return names !== undefined && new Set(names).size === names.length && !names.some((name) => /^\d+$|\*$/.test(name))
}

/** The name by which SQLite answers a column: its alias, the column, or the expression itself. */
const nameOf = (column: string): string => (/(?:\sas\s+|\.|^)"([^"]+)"$/i.exec(column)?.[1] ?? column).toLowerCase()

/** The expressions between the first `select` and its `from`, undefined if there are none. */
function columnsOf(query: string): string[] | undefined {
  const list = /^\s*select\s+(?:distinct\s+)?/i.exec(query)
  if (!list) return undefined
  const columns: string[] = []
  let [depth, from] = [0, list[0].length]
  for (const { 0: token, index } of query.matchAll(/'[^']*'|"[^"]*"|[(),]|\bfrom\b/gi)) {
    if (index < from) continue
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (depth > 0 || /^['"]/.test(token)) continue
    else {
      columns.push(query.slice(from, index).trim())
      if (token !== ',') return columns
      from = index + 1
    }
  }
  return undefined
}
