import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profiles } from '../../drizzle/accounts.ts'
import { noTime } from '../../shared/log/Time.ts'
import { requestScope } from '../../shared/log/requestScope.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { hasDistinctColumns, isRead } from '../../shared/store/joinReads.ts'
import { recordStorageCalls } from '../support/inProcess/storageCalls.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const d1 = prepared(() => migratedD1())
beforeAll(() =>
  d1.batch(['a', 'b'].map((id) => d1.prepare('insert into profiles (id, created_at) values (?, 1)').bind(id))),
)

let id = 0
const calls = recordStorageCalls()
beforeEach(() => void id++)
/** Work of one request, and how many statements each of its round trips has. */
async function inRequest<T>(work: (database: ReturnType<typeof openDatabase>) => Promise<T>) {
  const request = new Request('http://test/', { headers: { 'x-request-id': `join-${id}` } })
  const scope = { id: 'test', minBlock: undefined, store: noTime() }
  const result = await calls.of(request, () => requestScope.run(scope, () => work(openDatabase(d1))))
  return { result, trips: calls.callsOf(`join-${id}`).map(({ queries }) => queries.length) }
}
const byId = ({ orm }: ReturnType<typeof openDatabase>, one: string) =>
  orm.select({ id: profiles.id, createdAt: profiles.createdAt }).from(profiles).where(eq(profiles.id, one))

describe('reads of one request', () => {
  test('at the same time are one round trip, each with its own rows, in every form of query', async () => {
    const { result, trips } = await inRequest((database) =>
      Promise.all([
        byId(database, 'a'),
        byId(database, 'b'),
        byId(database, 'nobody'),
        database.orm.all(sql`select count(*) n from profiles`),
        database.transact<{ id: string }>([sql`select id from profiles where id = 'a'`]),
      ]),
    )
    expect(result).toEqual([
      [{ id: 'a', createdAt: 1 }],
      [{ id: 'b', createdAt: 1 }],
      [],
      [{ n: 2 }],
      [{ rows: [{ id: 'a' }], changes: 0 }],
    ])
    expect(trips).toEqual([5])
  })

  test('one after the other are sent one after the other', async () => {
    const { trips } = await inRequest(async (database) => [await byId(database, 'a'), await byId(database, 'b')])
    expect(trips).toEqual([1, 1])
  })

  test('whose columns share a name keep both values', async () => {
    const { result, trips } = await inRequest(({ orm }) => {
      const twice = { first: profiles.id, second: sql<string>`'other'`.as('id') }
      return Promise.all([
        orm.select(twice).from(profiles).where(eq(profiles.id, 'a')),
        orm.select(twice).from(profiles),
      ])
    })
    expect(result[0]).toEqual([{ first: 'a', second: 'other' }])
    expect(trips).toEqual([1, 1])
  })

  test('do not join writes', async () => {
    const { trips } = await inRequest((database) =>
      Promise.all([byId(database, 'a'), database.batch([sql`update profiles set bio = null where id = 'a'`])]),
    )
    expect(trips).toEqual([1, 1])
  })

  test('all fail when their round trip fails', async () => {
    const { result } = await inRequest((database) =>
      Promise.allSettled([byId(database, 'a'), database.orm.all(sql`select * from not_there`)]),
    )
    expect(result.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

test('reads of two requests are not joined', async () => {
  const both = await Promise.all([
    inRequest((database) => byId(database, 'a')),
    inRequest((database) => byId(database, 'b')),
  ])
  expect(both.map(({ result }) => result[0]?.id)).toEqual(['a', 'b'])
  expect(calls.callsOf(`join-${id}`).every(({ queries }) => queries.length === 1)).toBe(true)
})

test.each([
  ['select 1', true],
  ['with n as (select 1) select * from n', true],
  ['with n as (select 1) delete from profiles', false],
  ['update profiles set bio = null returning id', false],
])('%s is a read: %s', (query, expected) => expect(isRead(query)).toBe(expected))

test.each([
  ['select "id", "made_by" from "profiles"', true],
  ['select "a"."id", "b"."made_by" from "a"', true],
  ['select "a"."id", "b"."id" from "a"', false],
  ['select "a"."id", (select "id" from "b" where x in (1, 2)) as "other" from "a"', true],
  ['select "a"."id", upper(", from") as "id" from "a"', false],
  ['select * from "a"', false],
  ['select count(*), count(*) from "a"', false],
  ['select "1" from "a"', false],
  ['select 1', false],
])('%s has distinct columns: %s', (query, expected) => expect(hasDistinctColumns(query)).toBe(expected))
