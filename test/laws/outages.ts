import { isDeepStrictEqual } from 'node:util'
import { codesOf } from '../../schema/codesOf.ts'
import { type ErrorCode, ERRORS, isErrorCode } from '../../schema/errors.ts'
import type { Operation } from '../../schema/operation.ts'
import { exampleOf } from './exampleCalls.ts'
import { at } from './json.ts'
import { type Call, HAS_OWN_SESSION, operations, startLive, withFewSessions } from './live.ts'
import { faultOf } from './refusals.ts'

type World = Awaited<ReturnType<typeof startLive>>

/** Values that an answer has, by their paths. */
export type Values = Readonly<Record<string, unknown>>

/** An answer to the example of an operation. */
export interface Exchange {
  readonly id: string
  readonly operation: Operation
  readonly answer: Response
  readonly text: string
  /** Stores that were called for it, other than the counters of the limiter and the board of health. */
  readonly stores: ReadonlySet<string>
  /** Rows of D1 that changed meanwhile. */
  readonly changes: number
}

/** Every request has them, and no answer depends on them. */
const OF_EVERY_REQUEST = ['LIMIT_COUNTER', 'STATUS_BOARD']

/**
 * All operations in one world, and a call of each that was made while everything worked: what it needs (a session, a nonce, a
 * code) is there, whatever fails when it is sent.
 */
export async function startOutages(options: Pick<Parameters<typeof startLive>[0] & object, 'nodeUrl'> = {}) {
  const live = await startLive({ budgets: {}, followsBlocks: false, ...options })
  await live.runSchedule('core')
  const calls = new Map<string, Call>()
  const few = withFewSessions(live)
  for (const { id } of operations) calls.set(id, await exampleOf(id)(HAS_OWN_SESSION.includes(id) ? live : few))
  const d1 = await live.database()
  const changes = async () => (await d1.prepare('SELECT total_changes() AS n').first<number>('n')) ?? 0

  async function ask(id: string, operation: Operation): Promise<Exchange> {
    const before = await changes()
    const requestId = `outage-${crypto.randomUUID()}`
    const call = calls.get(id)
    const answer = await live.send(operation, { ...call, headers: { ...call?.headers, 'x-request-id': requestId } })
    const text = await answer.clone().text()
    const queried = live.storageCalls(requestId).map(({ store }) => store)
    const stores = new Set(queried.filter((store) => !OF_EVERY_REQUEST.includes(store)))
    return { id, operation, answer, text, stores, changes: (await changes()) - before }
  }

  return {
    stop: live.stop,
    /** Sends the calls of these operations, one after the other, to Workers that remember nothing. */
    async askAll(of = operations): Promise<Exchange[]> {
      const exchanges: Exchange[] = []
      await live.withVariables({}, async () => {
        for (const { id, operation } of of) exchanges.push(await ask(id, operation))
      })
      return exchanges
    },
    /** The same while each call of such a store fails. */
    async askWithout(isDown: Parameters<World['failStores']>[0]): Promise<Exchange[]> {
      live.failStores(isDown)
      try {
        return await this.askAll()
      } finally {
        live.failStores(() => false)
      }
    },
  }
}

/** Faults of an answer that must be an outage of this code, which the operation declares. */
export async function faultOfOutage(
  { id, operation, answer, text }: Exchange,
  code: ErrorCode,
  retry: number | string | undefined = ERRORS[code].retry,
): Promise<string[]> {
  const { status } = ERRORS[code]
  const given = [answer.status, answer.headers.get('x-error-code'), answer.headers.get('retry-after')]
  const wanted = [status, code, retry === undefined ? null : String(retry)]
  const fault =
    (isDeepStrictEqual(given, wanted) ? undefined : `${given.join(' ')} in place of ${wanted.join(' ')}: ${text}`) ??
    (codesOf(operation).has(code) ? undefined : `does not declare ${code}`) ??
    (await faultOf(answer.clone()))
  return fault === undefined ? [] : [`${id}: ${fault}`]
}

/** Faults of an answer that must be as usual, except for these values. */
export function faultOfAnswer({ id, operation, answer, text }: Exchange, values: Values = {}): string[] {
  const code = answer.headers.get('x-error-code') ?? ''
  const isGone = operation['x-deprecated'] !== undefined
  if (answer.status !== (isGone ? 410 : 200)) return [`${id}: ${answer.status} ${code} ${text}`]
  if (answer.headers.has('x-stale')) return [`${id}: stale, and nothing was there before`]
  return Object.entries(values).flatMap(([path, value]) => {
    const found = at(JSON.parse(text), ...path.split(/[.[\]]+/))
    return isDeepStrictEqual(found, value) ? [] : [`${id}: ${path} is ${JSON.stringify(found)}`]
  })
}

/** Operations whose answer was an outage, whatever its code. */
export const refusedIn = (exchanges: readonly Exchange[]) =>
  operations.filter(({ id }) =>
    exchanges.some(
      (one) => one.id === id && one.answer.status >= 500 && isErrorCode(one.answer.headers.get('x-error-code') ?? ''),
    ),
  )

/** Operations of a table that there are no longer. */
export const unknownIn = (table: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(table).filter((name) => !operations.some(({ id }) => id === name))
