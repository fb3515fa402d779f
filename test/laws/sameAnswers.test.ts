import { describe, expect, test } from 'vitest'
import { exampleForm, exampleOf } from './exampleCalls.ts'
import { isRecord } from './json.ts'
import { type Call, type Live, operations, startAlike } from './live.ts'
import { useNet } from '../support/useNet.ts'

/** Most tests run the Workers in their own process: what they find there holds in workerd as well. */
const alike = useNet(() => startAlike())

/** Of the connection, not of the answer. */
const OF_CONNECTION = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']
type Operation = (typeof operations)[number]['operation']
type Parts = ReadonlyMap<string, unknown>

/** All that an answer says, by its place in it. Hosts have one name. */
async function partsOf(live: Live, operation: Pick<Operation, 'method' | 'path'>, call: Call): Promise<Parts> {
  return partsOfAnswer(live, await live.send(operation, call))
}

async function partsOfAnswer(live: Live, answer: Response): Promise<Parts> {
  const common = (text: string) =>
    text.replaceAll(AGO, '#').replaceAll(live.host, 'HOST').replaceAll(new URL(live.host).host, 'HOST')
  const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name))
  const text = common(await answer.text())
  const json = answer.headers.get('content-type')?.startsWith('application/json') === true
  return new Map<string, unknown>([
    ['status', answer.status],
    ...headers.map(([name, value]): [string, unknown] => [`header ${name}`, common(value)]),
    ...(json && text !== '' ? leaves(JSON.parse(text)) : leaves(shapeOf(text))),
  ])
}

function leaves(node: unknown, pointer = 'body'): [string, unknown][] {
  const entries = isRecord(node) ? Object.entries(node) : Array.isArray(node) ? [...node.entries()] : []
  if (entries.length === 0) return [[pointer, node]]
  return entries.flatMap(([key, inner]) => leaves(inner, `${pointer}/${key}`))
}

/** Ages, which each computes by its own clock. */
const AGO = /\d+(?= seconds)/g

/** A text without the numbers and names that each makes for itself. */
const shapeOf = (text: string) => text.replaceAll(/[0-9a-f-]{8,}|\d+/gi, '#')

/**
 * When something was read and how long it took, which each remembers by itself: by the name of its place, or by its form. What is left
 * of a budget depends on when its window began.
 */
const IS_TIME = /(At|timestamp|latencyMs|responseTimeMs|ageSeconds|server-timing|ratelimit-remaining)$/i
const IS_DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const isTime = (pointer: string, value: unknown) => IS_TIME.test(pointer) || IS_DATE.test(String(value))

/** Places where two answers differ, but for what each makes for itself: times, and what identifies the request. */
const unequal = (a: Parts, b: Parts): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((pointer) =>
    isTime(pointer, a.get(pointer)) || pointer === 'header x-request-id'
      ? typeof a.get(pointer) !== typeof b.get(pointer)
      : a.get(pointer) !== b.get(pointer),
  )

/**
 * Differences of an answer of workerd from two of this process: parts that these two share must be the same, and parts that
 * differ between them, by the clock or by chance, must have the same form.
 */
function differences(first: Parts, inWorkerd: Parts, second: Parts): string[] {
  const changes = unequal(first, second)
  // A hash in calldata may have a byte of zero, which costs less gas.
  const byChance = changes.some((pointer) => pointer.endsWith('/data')) ? /\/gas(ByCall\/\d+)?$/ : /$^/
  return unequal(first, inWorkerd)
    .filter((pointer) => !changes.includes(pointer) || typeof inWorkerd.get(pointer) !== typeof second.get(pointer))
    .filter((pointer) => !byChance.test(pointer))
    .map(
      (pointer) => `${pointer}: ${String(first.get(pointer))} in process, ${String(inWorkerd.get(pointer))} in workerd`,
    )
}

async function differ(operation: Operation, callOf: (live: Live) => Call | Promise<Call>): Promise<string[]> {
  const [first, inWorkerd, second] = alike.lives
  const a = await partsOf(first, operation, await callOf(first))
  const found = await partsOf(inWorkerd, operation, await callOf(inWorkerd))
  // Changes by time or by the chain show between the two of this process too, which have the same past.
  return differences(a, found, await partsOf(second, operation, await callOf(second)))
}

/** That they do not differ; of reads, once each has indexed the newest block. */
async function expectSame(operation: Operation, callOf: (live: Live) => Call | Promise<Call>): Promise<void> {
  const compare = () => differ(operation, callOf)
  if (operation.method === 'get') await expect.poll(compare).toEqual([])
  else expect(await compare()).toEqual([])
}

describe.each(operations)('$id', ({ id, operation }) => {
  test('answers its example the same in process and in workerd', async () => {
    await expectSame(operation, (live) => exampleOf(id)(live))
  })

  test('refuses the same without a credential, and with what its schema does not have', async () => {
    const forms = new Map<Live, Call>()
    // One after the other: they are the same people to the services.
    for (const live of alike.lives) forms.set(live, await exampleForm(id, live))
    const form = (live: Live): Call => forms.get(live) ?? {}
    await expectSame(operation, (live) => ({ ...form(live), headers: {} }))
    const wrong = operation.method === 'get' ? { query: { chainId: 'none' } } : { body: '{' }
    await expectSame(operation, (live) => ({ ...form(live), ...wrong }))
  })
})

/** Documents of the host, besides its operations. */
const DOCUMENTS = [
  '/',
  '/api',
  '/robots.txt',
  '/api/v1/spec/agents-review.json',
  '/api/v1/spec/gauge.yaml',
  '/api/v1/spec/operations/getGaugeEpoch.json',
  '/api/v1/spec/nothing.json',
  '/docs/errors/rate_limited',
  '/docs/errors/no_such_code',
  '/.well-known/api-catalog',
]

test.each(DOCUMENTS)('%s is the same in process and in workerd, whatever the method', async (path) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    const ask = async (live: Live): Promise<Parts> => {
      const answers = await partsOfAnswer(live, await fetch(`${live.host}${path}`, { method }))
      // Each names the content of an asset in its own way.
      return new Map(
        [...answers].map(([pointer, value]) => [pointer, pointer === 'header etag' ? typeof value : value]),
      )
    }
    const [first, inWorkerd, second] = alike.lives
    expect(differences(await ask(first), await ask(inWorkerd), await ask(second)), method).toEqual([])
  }
})

test('what is said in workerd alone, or otherwise than in this process, is found', () => {
  const partsOf = (status: number, more: Record<string, unknown> = {}) => new Map(Object.entries({ status, ...more }))
  expect(differences(partsOf(200), partsOf(200), partsOf(200))).toEqual([])
  expect(differences(partsOf(200), partsOf(201), partsOf(200))).toHaveLength(1)
  expect(differences(partsOf(200), partsOf(200, { 'header x': 'y' }), partsOf(200))).toHaveLength(1)
  expect(differences(partsOf(200, { at: 1 }), partsOf(200, { at: 2 }), partsOf(200, { at: 3 }))).toEqual([])
  expect(differences(partsOf(200, { at: 1 }), partsOf(200, { at: 'x' }), partsOf(200, { at: 3 }))).toHaveLength(1)
})
