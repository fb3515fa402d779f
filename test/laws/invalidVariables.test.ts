import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { aboutOf, ENVS, WORKER_NAMES, type WorkerName } from '../../platform/workers.ts'
import { LIMIT_VARIABLES, MULTIPLIER } from '../../schema/limits.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, operations, shareSessions, signsIn, startLive } from './live.ts'
import { kindOf } from './probes.ts'

/** Each variable and secret, with the Workers that have it. */
const VARIABLES = new Map<string, readonly WorkerName[]>()
for (const worker of WORKER_NAMES)
  for (const [name, { kind }] of aboutOf(worker))
    // The token is refused without the URL, under whose name both are.
    if ((kind === 'variable' || kind === 'secret') && name !== 'UPSTASH_REDIS_REST_TOKEN')
      VARIABLES.set(name, [...(VARIABLES.get(name) ?? []), worker])

const GARBAGE = ['{garbage*', '-1', `garbage${'x'.repeat(5000)}`]
const schemaOf = (worker: WorkerName, name: string) => new Map(Object.entries(ENVS[worker].shape)).get(name)
/** A value that the variable cannot have; undefined if it takes any, or counts a wrong one as absent. */
const refusedBy = (workers: readonly WorkerName[], name: string): string | undefined =>
  GARBAGE.find((text) =>
    workers.some((worker) => {
      const schema = schemaOf(worker, name)
      return schema && !z.safeParse(schema, text).success
    }),
  )

/** Variables of which a wrong value closes examples by another code, or none of them. */
const OTHERWISE: Readonly<Record<string, string>> = {
  // The limiter is a Worker of its own, whose log names the variable.
  UPSTASH_REDIS_REST_URL: '503 limiter_unavailable',
  // A job of the schedule needs it.
  AMOE_FINALITY: '',
  // Only a decision of another zone than the example's needs it.
  KPR_ZONE_DISABLE_MARKET_MAINTENANCE: '',
  // The page of a localnet has it.
  LOCAL_WALLET_RPC: '',
}

/** Paths that are no operations, by the Worker that answers them. */
const PAGES: Readonly<Partial<Record<WorkerName, readonly string[]>>> = {
  gateway: ['/.well-known/agent-card.json', '/.well-known/x402', '/nothing'],
  site: ['/', '/docs', '/openapi.json', '/nothing.html'],
  mcp: ['/mcp', '/a2a'],
}

let live: Awaited<ReturnType<typeof startLive>>
const calls = new Map<string, Call>()
const logged = vi.spyOn(console, 'error')
beforeAll(async () => {
  live = await startLive({ budgets: { [MULTIPLIER]: '1000000' } })
  const session = shareSessions(live)
  const sharing = {
    ...live,
    session: (own?: Parameters<typeof live.session>[0]) => (own ? live.session(own) : session()),
  }
  for (const { id, operation } of operations) calls.set(id, await exampleOf(id)(signsIn(operation) ? sharing : live))
}, 240_000)
afterAll(() => live?.stop())
beforeEach(() => void logged.mockReset())

const outcomeOf = async (answer: Response): Promise<string> => {
  await answer.body?.cancel()
  return `${answer.status} ${answer.headers.get('x-error-code') ?? ''}`.trim()
}

interface Shown {
  readonly examples: typeof operations
  readonly pages: readonly string[]
}

/** What shows a wrong value: all that its Workers answer, unless it is read where that differs in nothing. */
function showing(name: string, workers: readonly WorkerName[]): Shown {
  const own = operations.filter(({ family }) => workers.some((worker) => worker === family || worker === 'core'))
  const firsts = own.filter(({ family }, i) => own[i - 1]?.family !== family)
  const pages = workers.flatMap((worker) => PAGES[worker] ?? [])
  // The first request to any Worker reads all budgets: the first of them is shown by every Worker, each other by another one.
  const budget = LIMIT_VARIABLES.indexOf(name)
  if (budget > 0) return { examples: firsts.slice(budget % firsts.length).slice(0, 1), pages: [] }
  // What nearly all have is read by the first request too, what many have by their common pipeline.
  if (workers.length > 10) return { examples: firsts, pages }
  const kinds = Map.groupBy(own, ({ operation }) => kindOf(operation))
  return { examples: workers.length > 5 ? [...kinds.values()].flatMap(([one]) => one ?? []) : own, pages }
}

/** How examples and pages answer now. */
async function outcomes({ examples, pages }: Shown): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = []
  for (const { id, operation } of examples) found.push([id, await outcomeOf(await live.send(operation, calls.get(id)))])
  for (const path of pages)
    found.push([path, await outcomeOf(await fetch(`${live.host}${path}`, path === '/mcp' ? { method: 'POST' } : {}))])
  return found
}

/** A provider that refuses its key fails a scheduled run, whose code is a 500 of its own. */
const isBroken = ([, code]: readonly [string, string]): boolean =>
  code.startsWith('500') && code !== '500 reputation_sync_failed'
const linesOf = (event: string): string[] =>
  logged.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(`"${event}"`))

/** Secrets that were in force before others, and that count as absent if they are too short. */
const former = [...VARIABLES].flatMap(([name, workers]) =>
  name.endsWith('_PREVIOUS') && refusedBy(workers, name) === undefined ? [name] : [],
)

describe('a wrong value', () => {
  test.each([...VARIABLES].map(([name, workers]) => ({ name, workers })).filter(({ name }) => !former.includes(name)))(
    'of $name closes what needs it as configuration_invalid, and the log names it alone',
    async ({ name, workers }) => {
      const refused = refusedBy(workers, name)
      await live.withVariables({ LOG_LEVEL: 'error', [name]: refused ?? '?' }, async () => {
        const found = await outcomes(showing(name, workers))
        expect(found.filter(isBroken)).toEqual([])
        const closed = new Set(found.map(([, code]) => code)).has(OTHERWISE[name] ?? '503 configuration_invalid')
        expect(closed).toBe(refused !== undefined && OTHERWISE[name] !== '')
      })
      const lines = linesOf('configuration_invalid')
      expect(lines.length > 0).toBe(refused !== undefined && OTHERWISE[name] !== '')
      for (const line of lines) expect(line).toContain(`"variable":"${name}"`)
      expect(lines.filter((line) => line.includes('garbage'))).toEqual([])
    },
  )

  test('of a secret that was in force before closes nothing', async () => {
    expect(former.length).toBeGreaterThan(15)
    const wrong = Object.fromEntries(former.map((name) => [name, '?']))
    await live.withVariables({ LOG_LEVEL: 'error', ...wrong }, async () => {
      const found = await outcomes({ examples: operations, pages: Object.values(PAGES).flat() })
      expect(found.filter((one) => isBroken(one) || one[1] === '503 configuration_invalid')).toEqual([])
    })
    expect(linesOf('configuration_invalid')).toEqual([])
  })
})
