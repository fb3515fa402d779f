import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accounts } from '../../localnet/world/accounts.ts'
import type { Operation } from '../../schema/operation.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { placeOf, schemaAt } from './answerSchemas.ts'
import { at, isRecord, records, resolved } from './json.ts'
import { operations } from './live.ts'

const json = openApiDocument()
const document: unknown = JSON.parse(json)
const JSON_TYPE = ['content', 'application/json'] as const
/** Where the example of an answer stands: a stream is published as the text that it is. */
const answerPlace = (operation: Operation) =>
  operation['x-answer'] === 'stream' ? (['content', 'text/event-stream'] as const) : JSON_TYPE

describe.each(operations)('the example of $id', ({ operation }) => {
  const place = ['paths', operation.path, operation.method]
  const published = at(document, ...place)

  /** Faults of a published value by the published schema beside it. */
  const faultsOf = (keys: readonly string[], value: unknown): unknown => faultsAt([...place, ...keys], value)
  const faultsAt = (keys: readonly string[], value: unknown): unknown => {
    const check = schemaAt(keys)
    if (!check) throw new Error(`${keys.join('/')} is not published`)
    check(value)
    return check.errors ?? []
  }

  test('has a body that is valid to the document and to the pipeline, where there is a body', () => {
    const body = operation.request?.body
    if (!body) return expect(at(published, 'requestBody')).toBeUndefined()
    const example = at(published, 'requestBody', ...JSON_TYPE, 'example')
    expect(example).toBeDefined()
    expect(faultsOf(['requestBody', ...JSON_TYPE, 'schema'], example)).toEqual([])
    const media = body.content['application/json']
    const schema = media && 'schema' in media ? media.schema : undefined
    if (!(schema instanceof z.ZodType)) throw new Error('the body has no schema')
    expect(schema.safeParse(example).error).toBeUndefined()
  })

  test('has a whole answer that is valid, where the operation is not gone', () => {
    if (operation['x-deprecated']) return expect(at(published, 'responses', '200')).toBeUndefined()
    const place = answerPlace(operation)
    const example = at(published, 'responses', '200', ...place, 'example')
    expect(example).toBeDefined()
    expect(faultsOf(['responses', '200', ...place, 'schema'], example)).toEqual([])
  })

  test('has parameters that are valid', () => {
    for (const [index, given] of Object.entries(records(at(published, 'parameters')))) {
      const parameter = resolved(document, given)
      const keys = [...placeOf([...place, 'parameters', index]), 'schema']
      expect(faultsAt(keys, at(parameter, 'example')), String(at(parameter, 'name'))).toEqual([])
    }
  })
})

test('the examples name no machine of their own, and no key', () => {
  expect(json).not.toMatch(/127\.0\.0\.1:\d|localhost:\d/)
  for (const { privateKey } of accounts) expect(json).not.toContain(privateKey.slice(2))
})

test('the example of a picture is how it begins', () => {
  const example = at(document, 'paths', '/v1/token/{address}/image', 'get', 'responses', '200', ...JSON_TYPE, 'example')
  expect(isRecord(example) && String(example['dataUri'])).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
})
