import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accounts } from '../../localnet/world/accounts.ts'
import type { Operation } from '../../schema/operation.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { factsAbout } from '../support/facts.ts'
import { pointerOf, schemaAt } from './answerSchemas.ts'
import { examplesIn } from './examplesIn.ts'
import { at, isRecord, records, resolved } from './json.ts'
import { operations } from './live.ts'

const json = openApiDocument()
const document: unknown = JSON.parse(json)
const JSON_TYPE = ['content', 'application/json'] as const
/** The pointer of an answer's example: a stream is published as text. */
const answerPointer = (operation: Operation) =>
  operation['x-answer'] === 'stream' ? (['content', 'text/event-stream'] as const) : JSON_TYPE

const pointerTo = ({ path, method }: Operation) => ['paths', path, method]

/** Faults of a published value by the published schema of a place. */
function faultsAt(keys: readonly string[], value: unknown): unknown {
  const check = schemaAt(keys)
  if (!check) throw new Error(`${keys.join('/')} is not published`)
  check(value)
  return check.errors ?? []
}

describe('every operation', () => {
  const fact = factsAbout(operations, ({ id }) => id)

  fact('has an example of its body that is valid to the document and to the pipeline, if it takes one', (one) => {
    const pointer = [...pointerTo(one.operation), 'requestBody']
    const body = one.operation.request?.body
    if (!body) return expect(at(document, ...pointer)).toBeUndefined()
    const example = at(document, ...pointer, ...JSON_TYPE, 'example')
    expect(example).toBeDefined()
    expect(faultsAt([...pointer, ...JSON_TYPE, 'schema'], example)).toEqual([])
    const media = body.content['application/json']
    const schema = media && 'schema' in media ? media.schema : undefined
    if (!(schema instanceof z.ZodType)) throw new Error('the body has no schema')
    expect(schema.safeParse(example).error).toBeUndefined()
  })

  fact('has an example of its whole answer that is valid, unless it is gone', ({ operation }) => {
    const pointer = [...pointerTo(operation), 'responses', '200']
    if (operation['x-deprecated']) return expect(at(document, ...pointer)).toBeUndefined()
    const content = answerPointer(operation)
    const example = at(document, ...pointer, ...content, 'example')
    expect(example).toBeDefined()
    expect(faultsAt([...pointer, ...content, 'schema'], example)).toEqual([])
  })

  fact('has examples of its parameters that are valid', ({ operation }) => {
    const pointer = [...pointerTo(operation), 'parameters']
    for (const [index, given] of Object.entries(records(at(document, ...pointer)))) {
      const parameter = resolved(document, given)
      const keys = [...pointerOf([...pointer, index]), 'schema']
      expect(faultsAt(keys, at(parameter, 'example')), String(at(parameter, 'name'))).toEqual([])
    }
  })
})

test('every example of a schema or parameter is valid to that schema', () => {
  const examples = examplesIn(document)
  expect(examples.length).toBeGreaterThan(400)
  const faults = examples.map(({ schema, example }) => ({ at: schema.join('/'), faults: faultsAt(schema, example) }))
  expect(faults.filter((one) => Object.keys(Object(one.faults)).length > 0)).toEqual([])
})

test('every pattern compiles without flags, as JSON Schema has it, and with Unicode', () => {
  const patterns = new Set(
    [...json.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => String(JSON.parse(text ?? ''))),
  )
  expect(patterns.size).toBeGreaterThan(30)
  for (const pattern of patterns) {
    // Generators of clients take a slash at the end for the end of a literal, and what follows it for flags.
    expect(pattern).not.toMatch(/\\p\{|\/[a-z]{0,3}$/)
    for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags), pattern).not.toThrow()
  }
})

test('the examples name no machine of their own, and no key', () => {
  expect(json).not.toMatch(/127\.0\.0\.1:\d|localhost:\d/)
  for (const { privateKey } of accounts) expect(json).not.toContain(privateKey.slice(2))
})

test('the example of a picture is how it begins', () => {
  const example = at(document, 'paths', '/v1/token/{address}/image', 'get', 'responses', '200', ...JSON_TYPE, 'example')
  expect(isRecord(example) && String(example['dataUri'])).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
})
