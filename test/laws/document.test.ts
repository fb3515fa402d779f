import { validate } from '@readme/openapi-parser'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { OPERATIONS } from '../../schema/index.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { toYaml } from '../../platform/site/toYaml.ts'
import { factsAbout } from '../support/facts.ts'
import { at, isRecord, records, resolved } from './json.ts'

const document: unknown = JSON.parse(openApiDocument())
const yaml = toYaml(document)
const operations = Object.entries(records(at(document, 'paths'))).flatMap(([path, item]) =>
  Object.entries(records(item)).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

describe('the OpenAPI document', () => {
  // A second parser is in codegen.test.ts: it is a process of its own.
  test('is 3.0.3 by the rules of a validator', async () => {
    const result = await validate(structuredClone(parse(yaml)))
    expect(result.valid ? [] : result.errors).toEqual([])
  })

  test('says the same as YAML', () => {
    expect(parse(yaml)).toEqual(document)
  })

  test('has the version and server that clients rely on', () => {
    expect(at(document, 'openapi')).toBe('3.0.3')
    expect(at(document, 'info', 'version')).toBe('1.0.0')
    expect(at(document, 'servers', '0', 'url')).toMatch(/\/api$/)
  })

  test('says why storing needs a credential, though reading needs none', () => {
    for (const path of ['/social/reputation-graph', '/social/agent-registration', '/v1/agents/wallet-intelligence'])
      for (const method of ['get', 'post'])
        expect(at(document, 'paths', path, method, 'description'), `${method} ${path}`).toMatch(
          /Storing needs a credential: it is a write that publishes permanently, .* paid for/,
        )
  })

  test('says what a cut answer about pools and tokens is', () => {
    const { truncated } = records(at(document, 'components', 'schemas', 'DexQueryAnswer', 'properties'))
    expect(at(truncated, 'description')).toMatch(
      /^Whether the answer was cut: .* Pools with tokens other than .* do not count$/,
    )
  })

  test('says why one piece of feedback is named by client and index together', () => {
    const parameters = parametersOf(at(document, 'paths', '/v1/agents/feedback', 'get'))
    const client = parameters.find((one) => at(one, 'name') === 'client')
    expect(at(client, 'description')).toMatch(
      /mode=single: the registry counts feedbackIndex for each client \(ERC-8004\)/,
    )
  })

  test('describes every tag that it uses', () => {
    const described = Object.values(records(at(document, 'tags'))).map((tag) => at(tag, 'name'))
    const used = new Set(operations.flatMap(({ operation }) => at(operation, 'tags')))
    expect([...used].filter((tag) => !described.includes(tag))).toEqual([])
  })

  test('says null only where it means it: beside a type, and never for a whole component', () => {
    const faults: string[] = []
    walk(document, (node, pointer) => {
      if (node['nullable'] === true && !('type' in node)) faults.push(pointer)
    })
    for (const [name, schema] of Object.entries(records(at(document, 'components', 'schemas'))))
      if (at(schema, 'nullable') === true) faults.push(name)
    expect(faults).toEqual([])
  })

  test('refers to nothing that is not there', () => {
    const missing: unknown[] = []
    walk(document, ({ $ref }) => {
      if (typeof $ref === 'string' && at(document, ...$ref.slice(2).split('/')) === undefined) missing.push($ref)
    })
    expect(missing).toEqual([])
  })
})

describe('the shared components', () => {
  test('ErrorEnvelope is exactly success and error', () => {
    expect(at(document, 'components', 'schemas', 'ErrorEnvelope')).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['success', 'error'],
      properties: { success: { type: 'boolean', enum: [false] }, error: { type: 'string' } },
    })
  })

  test('EvmAddress is 20 bytes in hexadecimal', () => {
    expect(at(document, 'components', 'schemas', 'EvmAddress')).toMatchObject({
      type: 'string',
      pattern: '^0x[a-fA-F0-9]{40}$',
    })
  })

  test('AgentJsonPayload and UnsignedCalldata are open objects', () => {
    for (const name of ['AgentJsonPayload', 'UnsignedCalldata']) {
      const schema = at(document, 'components', 'schemas', name)
      expect(at(schema, 'type'), name).toBe('object')
      expect(at(schema, 'additionalProperties'), name).not.toBe(false)
    }
    expect(at(document, 'components', 'schemas', 'UnsignedCalldata', 'properties')).toMatchObject({
      to: { $ref: '#/components/schemas/EvmAddress' },
      data: { type: 'string' },
    })
  })
})

describe('every operation', () => {
  const fact = factsAbout(operations, ({ name }) => name)

  fact('answers every 4xx and 5xx with the envelope, and describes it', ({ operation }) => {
    for (const [status, response] of responsesOf(operation)) {
      expect(at(response, 'description'), status).toMatch(/\S/)
      if (Number(status) >= 400)
        expect(at(response, 'content', 'application/json', 'schema', '$ref'), status).toBe(
          '#/components/schemas/ErrorEnvelope',
        )
    }
  })

  fact('names its error codes, which are in the catalogue, and describes the status of each', ({ operation }) => {
    const codes = Object.values(records(at(operation, 'x-errors'))).map(String)
    const described = responsesOf(operation).filter(([status]) => Number(status) >= 400)
    const statuses = codes.map((code) => String(at(document, 'x-errors', code, 'status')))
    expect(described.map(([status]) => status).toSorted()).toEqual([...new Set(statuses)].toSorted())
    for (const [status, response] of described) {
      const retries = codes
        .filter((_, i) => statuses[i] === status)
        .map((code) => at(document, 'x-errors', code, 'retry'))
      if (retries.some((retry) => typeof retry === 'number' || retry === 'stated'))
        expect(at(response, 'headers', 'Retry-After', '$ref'), status).toBeDefined()
      expect(at(response, 'headers', 'X-Error-Code', '$ref'), status).toBeDefined()
    }
  })

  fact('promises JSON for its 200, or a stream, where it is not gone', ({ operation }) => {
    if (at(operation, 'deprecated') === true) return expect(at(operation, 'responses', '200')).toBeUndefined()
    const type = at(operation, 'x-answer') === 'stream' ? 'text/event-stream' : 'application/json'
    expect(at(operation, 'responses', '200', 'content', type, 'schema')).toBeDefined()
  })

  fact('says in a few sentences what it answers and what to use instead', ({ operation }) => {
    const sentences = String(at(operation, 'description')).split(/[.:;]\s+/)
    expect(sentences.length).toBeGreaterThanOrEqual(2)
    expect(String(at(operation, 'description'))).toMatch(/\.$/)
  })

  fact('says of each parameter what it is', ({ operation }) => {
    const generic = at(document, 'components', 'schemas', 'EvmAddress', 'description')
    const bare = parametersOf(operation).filter((parameter) => {
      const text = at(parameter, 'description') ?? at(parameter, 'schema', 'description')
      return text === undefined || text === generic
    })
    expect(bare.map((parameter) => at(parameter, 'name'))).toEqual([])
  })

  fact('gives an example of each parameter', ({ operation }) => {
    const bare = parametersOf(operation).filter((parameter) => at(parameter, 'example') === undefined)
    expect(bare.map((parameter) => at(parameter, 'name'))).toEqual([])
  })

  fact('promises Retry-After with its 429, and the limit with its 200 and 429', ({ operation }) => {
    const responses = new Map(responsesOf(operation))
    for (const status of at(operation, 'deprecated') === true ? ['429'] : ['200', '429']) {
      for (const name of ['RateLimit', 'RateLimit-Policy'])
        expect(at(responses.get(status), 'headers', name, '$ref')).toBe(`#/components/headers/${name}`)
    }
    expect(at(responses.get('429'), 'headers', 'Retry-After', '$ref')).toBe('#/components/headers/Retry-After')
  })
})

const responsesOf = (operation: unknown): [status: string, response: unknown][] =>
  Object.entries(records(at(operation, 'responses'))).map(([status, response]) => [
    status,
    resolved(document, response),
  ])

const parametersOf = (operation: unknown): unknown[] =>
  Object.values(records(at(operation, 'parameters'))).map((parameter) => resolved(document, parameter))

/** Of every answer; and `to`, which the specification has as a bare reference. */
const PLAIN = ['success', 'data', 'to']

test('every field of a body or an answer is described', () => {
  const bare: string[] = []
  walk(document, (node, pointer) => {
    if (isMap(pointer)) return
    for (const [name, field] of Object.entries(records(node['properties'])))
      if (!PLAIN.includes(name) && !isDescribed(field)) bare.push(`${pointer}: ${name}`)
  })
  expect(bare).toEqual([])
})

test('a field of a body is null where the document says so, and only there', () => {
  const differing = Object.values(OPERATIONS).flatMap((family) =>
    Object.values<Operation>(family).flatMap((operation) => {
      const content = at(document, 'paths', operation.path, operation.method, 'requestBody', 'content')
      const described = resolved(document, at(content, 'application/json', 'schema'))
      const schema = bodySchema(operation)
      return Object.entries(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([name, field]) => {
        const property = resolved(document, at(described, 'properties', name))
        const members = [property, ...Object.values(records(at(property, 'anyOf')))]
        const isNull = members.some((one) => at(one, 'nullable') === true)
        const takesNull = field instanceof z.ZodType && field.safeParse(null).success
        return isNull === takesNull ? [] : [`${operation.operationId}: ${name}`]
      })
    }),
  )
  expect(differing).toEqual([])
})

/** Whether the fields of a schema stand at a place, and not a schema: a field may itself be called `properties`. */
const isMap = (pointer: string): boolean => (/(?:\/properties)*$/.exec(pointer)?.[0].split('/').length ?? 1) % 2 === 0

/** Schemas that say of a value only what form it has. */
const FORMS = ['EvmAddress', 'Amount', 'SignedAmount']

/** By itself, by the component that it is, or by its own fields; an address or amount must say which one it is. */
function isDescribed(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const { $ref, description, properties, items, allOf } = schema
  if (description !== undefined || properties !== undefined) return true
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    return !FORMS.includes(name) && isDescribed(at(document, 'components', 'schemas', name))
  }
  return items !== undefined ? isDescribed(items) : Array.isArray(allOf)
}

function walk(node: unknown, visit: (node: Record<string, unknown>, pointer: string) => void, pointer = '#'): void {
  if (!isRecord(node)) return
  visit(node, pointer)
  for (const [key, inner] of Object.entries(node)) if (key !== 'example') walk(inner, visit, `${pointer}/${key}`)
}
