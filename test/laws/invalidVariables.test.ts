import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { aboutOf, ENVS, WORKER_NAMES, type WorkerName } from '../../platform/workers.ts'
import { LIMIT_VARIABLES, MULTIPLIER } from '../../schema/limits.ts'
import { factsAbout } from '../support/facts.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, operations, shareSessions, signsIn, startLive } from './live.ts'
import { useNet } from '../support/useNet.ts'

/** Each variable and secret, with the Workers that have it. */
const VARIABLES = new Map<string, readonly WorkerName[]>()
for (const worker of WORKER_NAMES)
  for (const [name, { kind }] of aboutOf(worker))
    // The token is refused without the URL, under whose name both are.
    if ((kind === 'variable' || kind === 'secret') && name !== 'UPSTASH_REDIS_REST_TOKEN')
      VARIABLES.set(name, [...(VARIABLES.get(name) ?? []), worker])

const GARBAGE = ['{garbage*', '-1', `garbage${'x'.repeat(5000)}`]
const schemaOf = (worker: WorkerName, name: string) => new Map(Object.entries(ENVS[worker].shape)).get(name)
/** Values that variables cannot have: none of one that takes any, or counts a wrong one as absent. */
const refused = new Map(
  [...VARIABLES].flatMap(([name, workers]) => {
    const schemas = workers.flatMap((worker) => schemaOf(worker, name) ?? [])
    const wrong = GARBAGE.find((text) => schemas.some((schema) => !z.safeParse(schema, text).success))
    return wrong === undefined ? [] : [[name, wrong] as const]
  }),
)

/** The limiter is a Worker of its own, whose log names the variable. */
const OF_LIMITER = 'UPSTASH_REDIS_REST_URL'
/** A job needs it, a decision of another zone than the example's, and the page of a localnet. */
const UNREAD = ['AMOE_FINALITY', 'KPR_ZONE_DISABLE_MARKET_MAINTENANCE', 'LOCAL_WALLET_RPC']

/** Paths besides the operations: of the gateway, the site and the Worker of MCP. */
const PAGES =
  '/.well-known/agent-card.json /.well-known/x402 /nothing / /docs /openapi.json /nothing.html /mcp /a2a'.split(' ')

const calls = new Map<string, Call>()
const logged = vi.spyOn(console, 'error')
// Jobs of blocks would log their reads during other requests.
const live = useNet(() => startLive({ budgets: { [MULTIPLIER]: '1000000' }, followsBlocks: false }))
beforeAll(async () => {
  await live.runSchedule('core')
  const session = shareSessions(live)
  const sharing = {
    ...live,
    session: (own?: Parameters<typeof live.session>[0]) => (own ? live.session(own) : session()),
  }
  for (const { id, operation } of operations) calls.set(id, await exampleOf(id)(signsIn(operation) ? sharing : live))
}, 240_000)

interface Target {
  readonly name: string
  ask(): Promise<Response>
}
const examples: readonly Target[] = operations.map(({ id, operation }) => ({
  name: id,
  ask: () => live.send(operation, calls.get(id)),
}))
const firsts = examples.filter((_, i) => operations[i]?.family !== operations[i - 1]?.family)
const needing = (name: string) => examples.filter((_, i) => name in (operations[i]?.operation['x-needs'] ?? {}))
const pages: readonly Target[] = PAGES.map((path) => ({
  name: path,
  ask: () => fetch(`${live.host}${path}`, path === '/mcp' ? { method: 'POST' } : {}),
}))

interface Outcome {
  readonly target: Target
  readonly code: string
  /** Variables that the log names meanwhile. */
  readonly named: readonly string[]
  /** Whether the log has what they were set to. */
  readonly isReported: boolean
}

/** Outcomes of things while these variables are wrong, in Workers that remember nothing. */
async function outcomesOf(targets: readonly Target[], wrong: Iterable<string>): Promise<readonly Outcome[]> {
  const values = Object.fromEntries([...wrong].map((name) => [name, refused.get(name) ?? '?']))
  const found: Outcome[] = []
  await live.withVariables({ LOG_LEVEL: 'error', ...values }, async () => {
    for (const target of targets) {
      logged.mockReset()
      const answer = await target.ask()
      await answer.body?.cancel()
      const code = `${answer.status} ${answer.headers.get('x-error-code') ?? ''}`.trim()
      const lines = logged.mock.calls.map(([line]) => String(line))
      const about = lines.filter((line) => line.includes('"configuration_invalid"'))
      const named = about.flatMap((line) => /"variable":"(\w+)"/.exec(line)?.[1] ?? [])
      found.push({ target, code, named, isReported: about.some((line) => line.includes('garbage')) })
    }
  })
  return found
}

/** Outcomes while all of these are wrong; then each thing without the ones that it has read, until it reads none. */
async function outcomesUntilRight(targets: readonly Target[], names: readonly string[]): Promise<readonly Outcome[]> {
  const found = await outcomesOf(targets, names)
  const all = [...found]
  for (const [read, some] of Map.groupBy(found, ({ named }) => names.filter((name) => named.includes(name)).join()))
    if (read !== '') {
      const rest = names.filter((name) => !read.split(',').includes(name))
      const again = some.map(({ target }) => target)
      all.push(...(await outcomesUntilRight(again, rest)))
    }
  return all
}

/** A provider that refuses its key fails a scheduled run, whose code is a 500 of its own. */
const isBroken = ({ code, isReported }: Outcome): boolean =>
  (code.startsWith('500') && code !== '500 reputation_sync_failed') || isReported
/** Variables that close one of these, which the log then names alone. */
const closedBy = (found: readonly Outcome[], by = '503 configuration_invalid') =>
  new Set(found.flatMap(({ code, named }) => (code === by && new Set(named).size === 1 ? named : [])))

const isCommon = (name: string): boolean => (VARIABLES.get(name)?.length ?? 0) > 10
const byUse = Object.groupBy(refused.keys(), (name) =>
  name === OF_LIMITER ? 'limiter' : LIMIT_VARIABLES.includes(name) ? 'budget' : isCommon(name) ? 'common' : 'own',
)
const takesAny = [...VARIABLES.keys()].filter((name) => !refused.has(name))

describe('a wrong value', () => {
  // The first request to any Worker reads all budgets: the first of them is shown by every Worker, each other by another one.
  factsAbout(byUse.budget ?? [], (name) => name)(
    'of any budget closes its Workers, and the log names it',
    async (name) => {
      const at = LIMIT_VARIABLES.indexOf(name)
      const found = await outcomesOf(at === 0 ? firsts : firsts.slice(at % firsts.length).slice(0, 1), [name])
      expect(found.filter((one) => isBroken(one) || !closedBy([one]).has(name))).toEqual([])
    },
  )

  factsAbout(byUse.common ?? [], (name) => name)(
    'of what all have closes what needs it, and the log names it',
    async (name) => {
      const found = await outcomesOf([...firsts, ...pages], [name])
      expect(found.filter(isBroken)).toEqual([])
      expect([...closedBy(found)]).toEqual([name])
    },
  )

  test('of any other variable closes what needs it and nothing else, and the log names it', async () => {
    const own = byUse.own ?? []
    const found = await outcomesUntilRight([...examples, ...pages], own)
    expect(found.filter(isBroken)).toEqual([])
    expect(found.filter(({ code, named }) => code === '503 configuration_invalid' && named.length === 0)).toEqual([])
    const closing = closedBy(found)
    expect(own.filter((name) => !closing.has(name)).toSorted()).toEqual(UNREAD.toSorted())
  }, 120_000)

  test('of the limiter’s store closes what is counted, and the log names it', async () => {
    const found = await outcomesOf([...firsts, ...pages], [OF_LIMITER])
    expect(found.filter(isBroken)).toEqual([])
    expect([...closedBy(found, '503 limiter_unavailable')]).toEqual([OF_LIMITER])
  })

  const closesNothing = (found: readonly Outcome[]) =>
    expect(
      found.filter((one) => isBroken(one) || one.named.length > 0 || one.code.endsWith('configuration_invalid')),
    ).toEqual([])

  test('where any value is taken, or a wrong one counts as absent, closes nothing', async () => {
    expect(takesAny.filter((name) => name.endsWith('_PREVIOUS')).length).toBeGreaterThan(15)
    closesNothing(await outcomesOf([...examples, ...pages], takesAny))
  })

  factsAbout(
    takesAny.filter((name) => needing(name).length > 0),
    (name) => name,
  )('the same of each alone, where it is needed', async (name) =>
    closesNothing(await outcomesOf(needing(name), [name])),
  )
})
