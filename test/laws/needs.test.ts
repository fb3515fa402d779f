import { readFile } from 'node:fs/promises'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILIES } from '../../schema/families.ts'
import type { Without } from '../../schema/needs.ts'
import { kindOf } from '../../platform/needWords.ts'
import { requirementsFile, requirementsTable } from '../../scripts/requirementsTable.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { BINDINGS } from '../../platform/workers.ts'
import { ROLES, type Role } from '../../shared/chain/config.ts'
import { executeData } from '../rpc/paymaster/startPaymasterNet.ts'
import { soak } from '../support/soak.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, HAS_OWN_SESSION, type Live, operations, signsIn, startLacking, withFewSessions } from './live.ts'
import { faultOf } from './refusals.ts'
import { sources, textOf } from './sources.ts'

type Operations = typeof operations

const byId = new Map(operations.map(({ id, operation }) => [id, operation]))
const needsOf = (id: string) => byId.get(id)?.['x-needs'] ?? {}
const afterOf = (id: string) => byId.get(id)?.['x-after']
const isRole = (name: string): name is Role => kindOf(name) === 'role'

test('docs/requirements.md is what npm run generate writes', async () => {
  expect(await readFile(requirementsFile, 'utf8')).toBe(requirementsTable())
})

describe('what operations need', () => {
  test('is also what an operation needs that is called before', () => {
    for (const { id } of operations) expect([undefined, ...byId.keys()]).toContain(afterOf(id))
  })

  test('is not published', () => {
    expect(openApiDocument()).not.toMatch(/"x-(needs|after)"/)
  })

  test('is a role, a secret that its Worker is given, or a variable that docs/configuration.md explains', () => {
    const explained = textOf('docs/configuration.md')
    for (const { id, family } of operations) {
      const secrets = Object.entries(BINDINGS).flatMap(([worker, own]) => (worker === family ? own.secrets : []))
      for (const name of Object.keys(needsOf(id))) {
        if (kindOf(name) === 'secret') expect(secrets, id).toContain(name)
        if (kindOf(name) === 'variable') expect(explained, id).toContain(`| \`${name}\` |`)
      }
    }
  })

  test.each(Object.keys(FAMILIES))('is every role that the code of %s asks for', (family) => {
    const tested = sources(`functions/${family}`).flatMap(({ text }) =>
      [...text.matchAll(/\bchain\.role\('(\w+)'\)/g)].flatMap(([, role]) => role ?? []),
    )
    const written = operations.flatMap((one) => (one.family === family ? Object.keys(needsOf(one.id)) : []))
    // Any read may use Multicall3, as docs/requirements.md says before its tables.
    expect(tested.filter((role) => role !== 'multicall3' && !written.includes(role))).toEqual([])
  })
})

/** Calls in the case that a need names, where the example of the operation is another. */
const CASES: Readonly<Record<string, (live: Live, call: Call) => Call>> = {
  DEX_API_URL: (_, call) => byApi(call),
  DEX_API_KEY: (_, call) => byApi(call),
  permit2: ({ world }, call) => ({ ...call, body: { ...Object(call.body), auction: world.contracts.auctionErc20 } }),
  registry: ({ world }, call) =>
    'maxPrice' in Object(call.body)
      ? { ...call, body: { ...Object(call.body), auction: world.contracts.auctionGraduated } }
      : 'vault' in Object(call.body) && 'amount' in Object(call.body)
        ? { ...call, body: { ...Object(call.body), vault: world.contracts.vault2 } }
        : call,
  basenameResolver: (_, call) => ({ ...call, query: { q: 'aurora.base.eth' } }),
  reputationRegistry: ({ world }, call) => sponsoring(call, world.contracts.reputationRegistry, 'revokeFeedback'),
  deploymentBatcher: ({ world }, call) => sponsoring(call, world.contracts.legacyVault, 'claimQueuedWithdrawal'),
}

const byApi = (call: Call): Call => ({ ...call, body: { ...Object(call.body), source: 'api' } })

const sponsoredAbi = parseAbi([
  'function revokeFeedback(uint256 agentId, uint64 index)',
  'function claimQueuedWithdrawal()',
])

/** The call of the paymaster for another operation; what is not a call of the paymaster as it is. */
function sponsoring(call: Call, target: Address, functionName: 'revokeFeedback' | 'claimQueuedWithdrawal'): Call {
  const { params, ...body } = Object(call.body)
  if (!Array.isArray(params)) return call
  const args = functionName === 'revokeFeedback' ? ([0n, 1n] as const) : undefined
  const data = encodeFunctionData({ abi: sponsoredAbi, functionName, args })
  const operation = { ...params[0], callData: executeData([{ target, data }]) }
  return { ...call, body: { ...body, params: [operation, ...params.slice(1)] } }
}

/** Needs of the steps that a caller takes before an operation: a challenge, a sign-in. */
function neededBefore({ id, operation }: Operations[number]): string[] {
  const after = afterOf(id)
  const before = byId.get(after ?? '')
  const hasSession = signsIn(operation) || (before !== undefined && signsIn(before))
  const steps = [after ?? [], hasSession ? ['getAuthNonce', 'verifyAuth'] : []].flat()
  return steps.flatMap((step) => Object.keys(needsOf(step)))
}

/** Needs that are taken away together: no two of one operation, so that each answer has one cause. */
function rounds(): (readonly string[])[] {
  const reaches = operations.map((one) => new Set([...Object.keys(needsOf(one.id)), ...neededBefore(one)]))
  const conflicts = (a: string, b: string) => reaches.some((names) => names.has(a) && names.has(b))
  const groups: string[][] = []
  for (const name of new Set(reaches.flatMap((names) => [...names]))) {
    const group = groups.find((members) => members.every((other) => !conflicts(name, other)))
    if (group) group.push(name)
    else groups.push([name])
  }
  return groups
}

const untouched = new Set<string>()
/** An operation that needs nothing that a round lacks is called in the first round of its family; in the long form, in all. */
function isAlwaysTested(id: string): boolean {
  const isFirst = !untouched.has(id)
  untouched.add(id)
  return isFirst || soak(0, 1) === 1
}

describe.each(rounds().map((missing) => ({ missing, names: missing.join(', ') })))('without $names', ({ missing }) => {
  const touched = new Set(
    operations.filter(({ id }) => missing.some((name) => name in needsOf(id))).map(({ family }) => family),
  )
  const tested: Operations = operations.filter(
    ({ id, family }) => touched.has(family) && (missing.some((name) => name in needsOf(id)) || isAlwaysTested(id)),
  )
  const before = new Set(tested.map(({ id }) => afterOf(id)))
  const stepsBefore = operations.flatMap(({ id, family }) => (before.has(id) ? family : []))
  let live: Live
  let own: Live
  beforeAll(async () => {
    const net = await startLacking({
      families: [...new Set([...touched, ...stepsBefore])],
      roles: missing.filter(isRole),
      variables: missing.filter((name) => !isRole(name)),
    })
    own = net
    live = withFewSessions(net)
  }, 120_000)
  afterAll(() => live?.stop())

  test.concurrent.each(tested)('$id answers as written', async (one) => {
    const { id, operation } = one
    const name = missing.find((candidate) => candidate in needsOf(id))
    const without = name === undefined ? undefined : needsOf(id)[name]
    const call = await callOf(id)
    if (call === undefined) {
      // Its caller cannot come so far: a step before it is answered without what is missing, and that is a test of its own.
      const blocked = neededBefore(one).filter((step) => missing.includes(step))
      return name === undefined ? expect(blocked).not.toEqual([]) : expect(blocked).toContain(name)
    }
    const answer = await live.send(operation, (name !== undefined && CASES[name]?.(live, call)) || call)
    if (without === undefined) return expectUntouched(answer)
    await expectAsWritten(answer, without)
  })

  /** The example of an operation, unless a step that it takes first is refused. */
  const callOf = async (id: string): Promise<Call | undefined> =>
    Promise.resolve(exampleOf(id)(HAS_OWN_SESSION.includes(id) ? own : live)).catch(() => undefined)
})

/** That an answer says nothing of a deployment that lacks something. */
async function expectUntouched(answer: Response): Promise<void> {
  const text = await answer.text()
  expect(answer.status, text).toBeLessThan(500)
}

async function expectAsWritten(answer: Response, without: Without): Promise<void> {
  const text = await answer.clone().text()
  if (typeof without === 'string' || 'error' in without) {
    const code = typeof without === 'string' ? without : without.error
    expect([answer.status, answer.headers.get('x-error-code')], text).toEqual([503, code])
    return expect(await faultOf(answer)).toBeUndefined()
  }
  expect(answer.status, text).toBe(200)
  const json: unknown = JSON.parse(text)
  for (const [field, value] of Object.entries(without.answers)) expect(json).toHaveProperty(field, value)
}

test('a receipt is 503 where receipts cannot be checked, and only the request that brings one', async () => {
  const lacking = { families: ['account'], roles: [], variables: ['SIWA_RECEIPT_SECRET'] }
  const live = await startLacking(lacking)
  try {
    const me = { method: 'get', path: '/auth/me' } as const
    const answer = await live.send(me, { headers: { 'x-siwa-receipt': 'e30.AA' } })
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([503, 'siwa_not_configured'])
    expect((await live.send(me, { headers: await live.session() })).status).toBe(200)
  } finally {
    await live.stop()
  }
})

test('every role that no operation needs is one that callers name, or that reads find themselves', () => {
  const needed = new Set(operations.flatMap(({ id }) => Object.keys(needsOf(id))))
  expect(ROLES.filter((role) => !needed.has(role)).join(' ')).toBe(
    'vault wrapper shareToken gaugeController oracle launchArm auction auctionErc20 lendpool lendpoolAuth ' +
      'lendpoolStrategy lpStrategy lpVault multicall3',
  )
})
