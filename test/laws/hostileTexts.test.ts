import { ts } from '@ts-morph/common'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namesIn } from '../../functions/mcp/results/toResult.ts'
import { kindOf } from '../../shared/chain/nodeErrors.ts'
import { prefersStrict } from '../../shared/http/unknownParameters.ts'
import { configureLog } from '../../shared/log/log.ts'
import { logError } from '../../shared/log/logError.ts'
import { redact } from '../../shared/log/redact.ts'
import { plainText } from '../../shared/text/plainText.ts'
import { sanitisePayload } from '../../shared/text/sanitisePayload.ts'
import { HOSTILE, hostileText, MIB, TIMES } from '../support/hostileTexts.ts'
import { soak } from '../support/soak.ts'
import { sources } from './sources.ts'

/** The second time an expression is compiled. */
const OFTEN = soak(2, TIMES)
/** Long enough that an expression which goes through a text once for each of its characters does not end in time. */
const LONG = soak(MIB / 4, MIB)

describe('what reads texts of others takes 1 MiB of each hostile class, again and again', () => {
  beforeAll(() => configureLog({ write: () => {} }))
  afterAll(() => configureLog({ write: (level, line) => console[level](line) }))

  const READERS: Readonly<Record<string, (text: string) => unknown>> = {
    redact: (text) => redact(text, ['a secret of the environment']),
    logError: (text) => logError('error', 'internal_error', new Error(text)),
    plainText: (text) => plainText(text, 64),
    sanitisePayload: (text) => sanitisePayload({ text, [text]: [text] }),
    namesIn: (text) => namesIn([text]),
    prefersStrict,
    'kindOf of a node': (text) => kindOf({ code: -32_000, message: text, data: text }),
  }

  test.each(Object.entries(READERS))('%s', (_, read) => {
    for (const part of Object.values(HOSTILE)) {
      const text = hostileText(part, MIB)
      for (let i = 0; i < OFTEN; i++) read(text)
    }
  })

  test('what throws when it is read is logged too', () => {
    const lines: string[] = []
    configureLog({ write: (_, line) => void lines.push(line) })
    class Odd extends Error {
      override get message(): string {
        throw new RangeError('Maximum call stack size exceeded')
      }
    }
    logError('error', 'odd', new Odd())
    expect(JSON.parse(lines.join())).toMatchObject({ event: 'odd', error: 'unreadable' })
    configureLog({
      write: () => {
        throw new Error('no place for lines')
      },
    })
    logError('error', 'lost', new Error('lost'))
  })
})

/** Expressions that go through a text more often than once, and the characters that it has at most. */
const BOUNDED: Readonly<Record<string, number>> = {
  'shared/http/unknownParameters.ts': 1024,
  'shared/chain/nodeErrors.ts': 2049,
  // Digits of an amount of 256 bits, and of its scale.
  'shared/domain/dex/Ratio.ts': 512,
  'functions/site/draw/numbers.ts': 512,
}

describe('every expression of the sources ends', () => {
  const literals = sources('schema', 'shared', 'functions', 'provisioner').flatMap(({ file, text }) =>
    literalsIn(file, text).map((literal) => ({ file, literal })),
  )
  const repeating = literals.filter(({ literal }) => /[*+]|\{\d+,/.test(literal))
  const cases = [...new Map(repeating.map((one) => [`${BOUNDED[one.file]} ${one.literal}`, one])).values()]
  // Longer than all take on a busy machine, and shorter than what goes through a long text once for each of its characters.
  const timeout = soak(15_000, 120_000)

  test('they are found, and those with a bound exist', () => {
    expect(cases.length).toBeGreaterThan(100)
    for (const name of Object.keys(BOUNDED)) expect(cases.map(({ file }) => file)).toContain(name)
  })

  test.each(Object.entries(HOSTILE))('with %s', (_, part) => {
    const texts = new Map([LONG, ...Object.values(BOUNDED)].map((length) => [length, hostileText(part, length)]))
    const context = vm.createContext({
      reached: '',
      times: OFTEN,
      cases: cases.map(({ file, literal }) => {
        const flags = literal.slice(literal.lastIndexOf('/') + 1)
        return {
          name: `${file}: ${literal}`,
          text: texts.get(BOUNDED[file] ?? LONG),
          expression: new RegExp(literal.slice(1, literal.lastIndexOf('/')), flags.includes('g') ? flags : `${flags}g`),
        }
      }),
    })
    try {
      vm.runInContext(REPLACE_ALL, context, { timeout })
    } catch (error) {
      throw new Error(String(context['reached']), { cause: error })
    }
  })
})

/** One script for all expressions, since a context of its own for each costs more than most expressions. */
const REPLACE_ALL = `
  for (const { name, text, expression } of cases) {
    reached = name
    for (let i = 0; i < times; i++) text.replace(expression, '')
  }`

function literalsIn(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}
