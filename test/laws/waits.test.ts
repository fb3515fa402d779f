import { expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Milliseconds from which a sleep is one that a busy machine makes too short, and an idle one too long. */
const LONGEST_PAUSE = 50
/** Milliseconds for which every test waits at least for what must come: as `expect.poll` does by itself. */
const LEAST_WAIT = 45_000
/** Milliseconds that code under test has at least, where something is to come in that time. */
const LEAST_TIME = 2000

/** Files that sleep, each with its reason. */
const SLEEPERS: Readonly<Record<string, string>> = {
  'test/laws/exampleCalls.ts': 'looks again for what the index lists, outside of tests too',
  'test/support/patiently.ts': 'waits as long as an answer says',
  'test/support/redisRest.ts': 'plays a slow Redis',
  'test/support/rpcProxy.ts': 'plays a slow node',
  'test/support/inProcess/openObjects.ts': 'rings the alarms of objects',
  'test/rpc/proxy/slotsWorker.ts': 'holds its slots for a while, in the runtime',
  'test/core/limiter.test.ts': 'plays a slow store, on a clock of its own',
  'test/cache/SingleFlight.test.ts': 'works long, on a clock of its own',
  'test/rpc/proxy/proxyRpc.outage.test.ts': 'plays a node whose answer drips',
  'test/agents/review/claims.test.ts': 'races of two requests, at moments that the seed chooses',
  'test/mcp/security/caller.test.ts': 'answers a moment later, so that another comes first',
}

/** Files whose short times are no waits, each with its reason. */
const SHORT: Readonly<Record<string, string>> = {
  'test/client/buildRequest.test.ts': 'an option of the client, by its default',
  'test/client/faults.test.ts': 'a server that never answers',
  'test/client/types.test.ts': 'never runs',
  'test/laws/bodies.test.ts': 'an option of a socket',
  'test/provider/askService.test.ts': 'time-outs that the test fires',
}

const numberOf = (text: string): number => Number(text.replaceAll('_', ''))

/** The arguments of a call, whose name ends before `from`. */
function argumentsAt(text: string, from: number): string[] {
  const given: string[] = []
  let depth = 1
  let began = from
  for (let at = from; depth > 0 && at < text.length; at++) {
    const character = text[at] ?? ''
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character)) depth--
    if (depth > 0 && !(depth === 1 && character === ',')) continue
    given.push(text.slice(began, at).trim())
    began = at + 1
  }
  return given.filter(Boolean)
}
const callsIn = (text: string, name: RegExp): string[][] =>
  [...text.matchAll(name)].map(({ index, 0: found }) => argumentsAt(text, index + found.length))

/** Sleeps of a source that are longer than a moment, unless a seed chooses it. */
function sleepsIn(text: string): string[] {
  const pauses = [
    ...callsIn(text, /\bsleep\(/g).flatMap(([pause]) => pause ?? []),
    ...callsIn(text, /\bsetTimeout\(/g).flatMap(([, pause]) => pause ?? []),
  ]
  return pauses.filter((pause) => !(numberOf(pause) < LONGEST_PAUSE) && !/\brandom\./.test(pause))
}

/** Waits of a source that give up before others do. */
const hurriesIn = (text: string): string[] => [
  ...callsIn(text, /\bvi\s*\.wait(?:For|Until)\(/g).flatMap(([what = '', within]) =>
    within === undefined ? [what] : [],
  ),
  ...[...text.matchAll(/\btimeout: ([\d_]+)\b/g)].flatMap(({ 0: found, 1: ms = '' }) =>
    numberOf(ms) < LEAST_WAIT ? [found] : [],
  ),
]

/** Times that a source gives to code under test, and that pass by themselves. */
const deadlinesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\btimeoutMs: |\bAbortSignal\.timeout\(|TIMEOUT_MS: ')([\d_]+)/g)].flatMap(
    ({ 0: found, 1: ms = '' }) => (numberOf(ms) < LEAST_TIME ? [found] : []),
  )

const tests = sources('test').filter(({ file }) => file !== 'test/laws/waits.test.ts')
const faults = (find: (text: string) => string[], excused: Readonly<Record<string, string>>): string[] =>
  tests.flatMap(({ file, text }) => (file in excused ? [] : find(text).map((fault) => `${file}: ${fault}`)))

test('no test sleeps: it moves the clock, or waits for what must come', () => {
  expect(faults(sleepsIn, SLEEPERS)).toEqual([])
})

test('what must come is waited for as long as a busy machine may take', () => {
  expect(faults(hurriesIn, SHORT)).toEqual([])
})

test('no code under test has less time than a busy machine may take', () => {
  expect(faults(deadlinesIn, SHORT)).toEqual([])
})

test('files that are excused would have faults otherwise', () => {
  const find = (file: string, ...finders: ((text: string) => string[])[]) =>
    tests.some((source) => source.file === file && finders.some((finder) => finder(source.text).length > 0))
  expect(Object.keys(SLEEPERS).filter((file) => !find(file, sleepsIn))).toEqual([])
  expect(Object.keys(SHORT).filter((file) => !find(file, hurriesIn, deadlinesIn))).toEqual([])
})

test('the reader of waits finds sleeps, short waits and short times', () => {
  expect(sleepsIn('await sleep(50); await sleep(pauseMs); setTimeout(() => end(), 1_000)')).toEqual([
    '50',
    'pauseMs',
    '1_000',
  ])
  expect(sleepsIn('await sleep(20); setTimeout(end); await sleep(300 * random.fraction())')).toEqual([])
  expect(hurriesIn('vi.waitUntil(() => is(1)); vi.waitFor(look, { timeout: 10_000 })')).toEqual([
    '() => is(1)',
    'timeout: 10_000',
  ])
  expect(deadlinesIn("{ timeoutMs: 50, X_TIMEOUT_MS: '400' }, AbortSignal.timeout(2000)")).toEqual([
    'timeoutMs: 50',
    "TIMEOUT_MS: '400",
  ])
})
