import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesOf, HOST_CODES } from '../../schema/codesOf.ts'
import type { Operation } from '../../schema/operation.ts'
import { exampleForm } from './exampleCalls.ts'
import { type Live, operations, signsIn, startLive } from './live.ts'
import { type Malformed, malformedCalls } from './malformedCalls.ts'
import { sieve } from './probes.ts'
import { faultOf } from './refusals.ts'

/** With budgets that one session cannot use up: opening another takes longer than what is sent with it. */
let live: Live
let session: ReturnType<Live['session']> | undefined
let admin: ReturnType<Live['session']> | undefined
const credentialOf = async (operation: Operation): Promise<Readonly<Record<string, string>>> => {
  if (operation['x-auth'] === 'admin') return (admin ??= live.session(live.admin()))
  return signsIn(operation) ? (session ??= live.session()) : {}
}
beforeAll(async () => {
  live = await startLive({ budgets: {} })
}, 120_000)
afterAll(() => live?.stop())

/** Calls that show something which no operation before has shown. */
const telling = sieve<Malformed>()

describe.each(operations)('$id', ({ id, operation }) => {
  test('answers nothing malformed with a 500, and all of it in the envelope', { timeout: 60_000 }, async () => {
    const calls = telling(malformedCalls(operation, await exampleForm(id, live)))
    const faults: string[] = []
    let refused = 0
    const sweep = async ({ name, call, isRefused }: Malformed) => {
      const credential = await credentialOf(operation)
      const answer = await live.send(operation, { ...call, headers: { ...credential, ...call.headers } })
      if (answer.status < 400) {
        await answer.arrayBuffer()
        if (isRefused) faults.push(`${name}: taken, though its schema refuses it`)
        return
      }
      refused++
      const fault = (await faultOf(answer, live.rpcUrl)) ?? surprise(operation, answer)
      if (fault !== undefined) faults.push(`${name}: ${fault}`)
    }
    for (let at = 0; at < calls.length; at += AT_ONCE) await Promise.all(calls.slice(at, at + AT_ONCE).map(sweep))
    expect(faults.slice(0, 20)).toEqual([])
    // A sweep that nothing is refused of sweeps nothing.
    if (operation.request) expect(refused).toBeGreaterThan(0)
  })
})

/** Malformed requests that are under way together. */
const AT_ONCE = 32
/** What no request can bring about by its form. */
const NEVER = [429, 500, 502, 504]
function surprise(operation: Operation, { status, headers }: Response): string | undefined {
  const code = headers.get('x-error-code')
  const isDeclared = [...codesOf(operation), ...HOST_CODES].some((declared) => declared === code)
  // Several at once are open for one principal here.
  const isFull = code === 'too_many_streams'
  return (NEVER.includes(status) && !isFull) || !isDeclared ? `unexpected ${status} ${code}` : undefined
}
