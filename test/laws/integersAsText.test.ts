import { expect, test } from 'vitest'
import * as z from 'zod'
import { readExamples } from '../../platform/readExamples.ts'
import { bodySchema } from '../../schema/operation.ts'
import { parseBy } from '../../shared/http/validate.ts'
import { factsAbout } from '../support/facts.ts'
import { operations } from './live.ts'

const examples = operations.flatMap(({ id, family, operation }) => {
  const schema = bodySchema(operation)
  const { body } = readExamples(family)[id] ?? {}
  return schema instanceof z.ZodType && body !== undefined ? [{ id, schema, body }] : []
})

/** The paths of the integers of a body. */
function integersIn(node: unknown, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] {
  if (Number.isSafeInteger(node)) return [path]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inner]) => integersIn(inner, [...path, key]))
}

function asText(node: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || typeof node !== 'object' || node === null) return String(node)
  const changed: unknown = asText(Reflect.get(node, key), rest)
  return Array.isArray(node) ? node.with(Number(key), changed) : { ...node, [key]: changed }
}

/** Their free-form JSON, the id of their JSON-RPC, or a document that others made is kept as it was sent. */
const FREE = [
  'ingestRuntimeRecord',
  'recordRuntimeDecision',
  'triggerRuntimeWorkflow',
  'proxyRpc',
  'callPaymaster',
  'receiveChatappUpdate',
  'verifyAgentAccessProof',
]

factsAbout(examples, ({ id }) => id)('each integer of a body may be sent as text', ({ id, schema, body }) => {
  const paths = integersIn(body)
  for (const path of FREE.includes(id) ? [] : paths)
    expect(parseBy(schema, asText(body, path)), path.join('.')).toEqual(parseBy(schema, body))
})

const Limited = z.strictObject({
  limit: z.int().min(1).max(100),
  inner: z.array(z.strictObject({ at: z.int() })).optional(),
})

test('a text that is an integer at any depth is one, within the same bounds', () => {
  expect(parseBy(Limited, { limit: '50', inner: [{ at: '-3' }, { at: 4 }] })).toEqual({
    limit: 50,
    inner: [{ at: -3 }, { at: 4 }],
  })
  expect(() => parseBy(Limited, { limit: '101' })).toThrow('limit: must be at most 100')
})

test.each(['', ' 5', '5.0', '1e2', '0x5', '+5', '05', '٥', '9007199254740993', '-0', 'five'])(
  'the text %j is refused as no integer',
  (limit) => expect(() => parseBy(Limited, { limit })).toThrow('limit: must be a'),
)

test('a request is not changed by what is made of it', () => {
  const sent = { limit: '50', inner: [{ at: '1' }] }
  parseBy(Limited, sent)
  expect(sent).toEqual({ limit: '50', inner: [{ at: '1' }] })
})

test('a path to a prototype changes no object', () => {
  const Hostile = z.unknown().check(({ issues }) => {
    issues.push({ code: 'invalid_type', expected: 'number', input: '5', path: ['__proto__', 'polluted'] })
  })
  expect(() => parseBy(Hostile, {})).toThrow('invalid_request')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
