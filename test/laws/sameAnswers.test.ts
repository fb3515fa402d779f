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
type Said = ReadonlyMap<string, unknown>

/** All that an answer says, by its place in it. Hosts have one name. */
async function said(live: Live, operation: Pick<Operation, 'method' | 'path'>, call: Call): Promise<Said> {
  return saidBy(live, await live.send(operation, call))
}

async function saidBy(live: Live, answer: Response): Promise<Said> {
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

function leaves(node: unknown, place = 'body'): [string, unknown][] {
  const entries = isRecord(node) ? Object.entries(node) : Array.isArray(node) ? [...node.entries()] : []
  if (entries.length === 0) return [[place, node]]
  return entries.flatMap(([key, inner]) => leaves(inner, `${place}/${key}`))
}

/** How long ago something was is told by the clock of each. */
const AGO = /\d+(?= seconds)/g

/** A text without the numbers and names that each makes for itself. */
const shapeOf = (text: string) => text.replaceAll(/[0-9a-f-]{8,}|\d+/gi, '#')

/** When something was read and how long it took, which each remembers by itself: by the name of its place, or by its form. */
const IS_TIME = /(At|timestamp|latencyMs|responseTimeMs|ageSeconds|server-timing)$/i
const IS_DATE = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const isTime = (place: string, value: unknown) => IS_TIME.test(place) || IS_DATE.test(String(value))

/** Places where two answers differ, but for what each makes for itself: times, and what identifies the request. */
const unequal = (a: Said, b: Said): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((place) =>
    isTime(place, a.get(place)) || place === 'header x-request-id'
      ? typeof a.get(place) !== typeof b.get(place)
      : a.get(place) !== b.get(place),
  )

/**
 * What differs in workerd from what is said in this process: where that says it twice alike, it must be the same, and what it
 * says differently each time, by the clock or by chance, must be there in the same form.
 */
function differences(first: Said, inWorkerd: Said, second: Said): string[] {
  const changes = unequal(first, second)
  // A hash in calldata may have a byte of zero, which costs less gas.
  const byChance = changes.some((place) => place.endsWith('/data')) ? /\/gas(ByCall\/\d+)?$/ : /$^/
  return unequal(first, inWorkerd)
    .filter((place) => !changes.includes(place) || typeof inWorkerd.get(place) !== typeof second.get(place))
    .filter((place) => !byChance.test(place))
    .map((place) => `${place}: ${String(first.get(place))} in process, ${String(inWorkerd.get(place))} in workerd`)
}

async function differ(operation: Operation, callOf: (live: Live) => Call | Promise<Call>): Promise<string[]> {
  const [first, inWorkerd, second] = alike.lives
  const a = await said(first, operation, await callOf(first))
  const found = await said(inWorkerd, operation, await callOf(inWorkerd))
  // What time or the chain changes has changed between the two in this process too, which have the same past.
  return differences(a, found, await said(second, operation, await callOf(second)))
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

/** Documents of the host, which are no operations. */
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
    const ask = async (live: Live): Promise<Said> => {
      const answers = await saidBy(live, await fetch(`${live.host}${path}`, { method }))
      // Each names the content of an asset in its own way.
      return new Map([...answers].map(([place, value]) => [place, place === 'header etag' ? typeof value : value]))
    }
    const [first, inWorkerd, second] = alike.lives
    expect(differences(await ask(first), await ask(inWorkerd), await ask(second)), method).toEqual([])
  }
})

test('what is said in workerd alone, or otherwise than in this process, is found', () => {
  const said = (status: number, more: Record<string, unknown> = {}) => new Map(Object.entries({ status, ...more }))
  expect(differences(said(200), said(200), said(200))).toEqual([])
  expect(differences(said(200), said(201), said(200))).toHaveLength(1)
  expect(differences(said(200), said(200, { 'header x': 'y' }), said(200))).toHaveLength(1)
  expect(differences(said(200, { at: 1 }), said(200, { at: 2 }), said(200, { at: 3 }))).toEqual([])
  expect(differences(said(200, { at: 1 }), said(200, { at: 'x' }), said(200, { at: 3 }))).toHaveLength(1)
})
