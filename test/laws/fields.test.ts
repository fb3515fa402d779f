import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { fieldTree, pick, readFields } from '../../shared/http/fields.ts'
import { factsAbout } from '../support/facts.ts'
import { at } from './json.ts'
import { operations } from './live.ts'

const document: unknown = JSON.parse(openApiDocument())
const reads = operations.filter(({ operation }) => operation.method === 'get' && !operation['x-deprecated'])
const enveloped = reads.filter(({ operation }) => operation['x-answer'] === 'envelope')

const dataOf = ({ operation }: (typeof operations)[number]): unknown =>
  at(document, 'paths', operation.path, 'get', 'responses', '200', 'content', 'application/json', 'example', 'data')

/** The paths of all fields of a value. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, path))
  if (typeof value !== 'object' || value === null) return []
  // A comma separates paths.
  const named = Object.entries(value).filter(([name]) => !/[.,]/.test(name))
  return named.flatMap(([name, field]) => [`${path}${name}`, ...pathsIn(field, `${path}${name}.`)])
}

describe('a read with an envelope', () => {
  const fact = factsAbout(enveloped, ({ id }) => id)

  fact('takes the path of each field that its example has', (read) => {
    const paths = [...new Set(pathsIn(dataOf(read)))].filter((path) => path.length <= 200)
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(readFields(read.operation, path), path).toEqual([path])
  })

  fact('refuses a field that it does not have, and names of prototypes', ({ operation }) => {
    for (const path of ['noSuchField', '__proto__', 'constructor', 'toString.name', 'success', ''])
      expect(() => readFields(operation, path), path).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  fact('has fields that together are the whole answer', (read) => {
    const data = dataOf(read)
    expect(pick(data, fieldTree(Object.keys(Object(data))))).toEqual(data)
  })
})

test('a read without an envelope refuses fields', () => {
  const others = reads.filter((one) => !enveloped.includes(one))
  expect(others.length).toBeGreaterThan(10)
  for (const { id, operation } of others)
    expect(() => readFields(operation, 'name'), id).toThrow(
      expect.objectContaining({
        detail: expect.stringMatching(/^fields: this operation answers with a whole document/),
      }),
    )
})
