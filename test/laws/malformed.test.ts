import { describe, expect, test } from 'vitest'
import { codesOf, HOST_CODES } from '../../schema/codesOf.ts'
import type { Operation } from '../../schema/operation.ts'
import { exampleForm, exampleOf } from './exampleCalls.ts'
import { operations, signsIn, startLive } from './live.ts'
import { type Malformed, malformedCalls } from './malformedCalls.ts'
import { sieve } from './probes.ts'
import { faultOf } from './refusals.ts'
import { useNet } from '../support/useNet.ts'

/** Each of its calls may end the session that it is sent with. */
const ENDS_SESSION = 'endAllAuthSessions'
/** The credentials that operations are called with: a session that all share that take one, else that of the example. */
const credentials = new Map<string, Promise<Readonly<Record<string, string>>>>()
function credentialOf(id: string, operation: Operation): Promise<Readonly<Record<string, string>>> {
  if (id === ENDS_SESSION) return live.session()
  const name = !signsIn(operation) ? id : operation['x-auth'] === 'admin' ? 'admin' : 'session'
  const open = async () => {
    if (signsIn(operation)) return live.session(name === 'admin' ? live.admin() : undefined)
    return operation['x-auth'] === undefined ? {} : ((await exampleOf(id)(live)).headers ?? {})
  }
  const credential = credentials.get(name) ?? open()
  credentials.set(name, credential)
  return credential
}
/** With budgets that one session cannot use up: opening another takes longer than what is sent with it. */
const live = useNet(() => startLive({ budgets: {} }))

/** Calls that show something which no operation before has shown. */
const telling = sieve<Malformed>()

describe.each(operations)('$id', ({ id, operation }) => {
  test('answers nothing malformed with a 500, and all of it in the envelope', async () => {
    const calls = telling(malformedCalls(operation, await exampleForm(id, live)))
    const faults: string[] = []
    let refused = 0
    const sweep = async ({ name, call, isRefused, code }: Malformed) => {
      const credential = await credentialOf(id, operation)
      const answer = await live.send(operation, { ...call, headers: { ...credential, ...call.headers } })
      if (answer.status < 400) {
        await answer.arrayBuffer()
        if (isRefused) faults.push(`${name}: taken, though its schema refuses it`)
        return
      }
      refused++
      const given = answer.headers.get('x-error-code')
      if (code !== undefined && given !== code) faults.push(`${name}: ${given}, not ${code}`)
      // A request without a valid credential is not looked into.
      if (given === 'unauthenticated' && !call.headers) faults.push(`${name}: was sent without its credential`)
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
/** Codes that no malformed request can cause. */
const NEVER = [429, 500, 502, 504]
function surprise(operation: Operation, { status, headers }: Response): string | undefined {
  const code = headers.get('x-error-code')
  const isDeclared = [...codesOf(operation), ...HOST_CODES].some((declared) => declared === code)
  // Several at once are open for one principal here, and one person is looked up at a provider once in a while.
  const isFull =
    code === 'too_many_streams' || (code === 'rate_limited' && operation.operationId === 'resolveTrendProfile')
  return (NEVER.includes(status) && !isFull) || !isDeclared ? `unexpected ${status} ${code}` : undefined
}
