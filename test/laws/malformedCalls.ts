import * as z from 'zod'
import { alternativesOf } from '../../schema/codesOf.ts'
import type { ErrorCode } from '../../schema/errors.ts'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import type { Call } from './live.ts'
import { BODIES, ENCODED_IN_PATH, HEADERS, IN_PATH, TEXTS, UNDECLARED, VALUES } from './malformedValues.ts'
import { kindOf, type Probe, refusals, showing } from './probes.ts'

export interface Malformed extends Probe {
  readonly name: string
  readonly call: Call
  /** The code of its refusal, if that is the same for all operations. */
  readonly code?: ErrorCode
}

/**
 * Calls of an operation that are wrong in one place each; `example` is a valid one. By the property that
 * each of them shows, those that repeat calls of other operations are left out.
 */
export function malformedCalls(operation: Operation, example: Call): Malformed[] {
  const { headers: _, ...right } = example
  return [
    ...inPath(operation, right),
    ...inQuery(operation, right),
    ...inHeaders(operation, right),
    ...inBody(operation, right),
    ...ofAnotherChain(operation, right),
  ]
}

const inPath = (operation: Operation, example: Call): Malformed[] =>
  Object.keys(example.params ?? {}).flatMap((name) => {
    const params = (text: string) => ({ ...example.params, [name]: text })
    const probes = showing(operation, `path ${name}`, refusals(operation.request?.params, IN_PATH.map(params)), IN_PATH)
    const wrong = IN_PATH.map((text, i) => ({
      ...probes(i),
      name: `path ${name}=${label(text)}`,
      call: { ...example, params: params(encodeURIComponent(text)) },
    }))
    const encoded = ENCODED_IN_PATH.map((text) => ({
      name: `path ${name}=${text}`,
      shows: [`${kindOf(operation)} path ${text}`],
      isRefused: false,
      call: { ...example, params: params(text) },
    }))
    return [...wrong, ...encoded]
  })

function inQuery(operation: Operation, example: Call): Malformed[] {
  const declared = operation.request?.query
  const names = declared instanceof z.ZodObject ? Object.keys(declared.shape) : []
  const query = (name: string, text: string) => ({ ...example.query, [name]: text })
  const wrong = names.flatMap((name) => {
    const given = TEXTS.map((text) => query(name, text))
    const probes = showing(operation, `query ${name}`, refusals(declared, given), TEXTS)
    return TEXTS.map((text, i) => ({
      ...probes(i),
      name: `query ${name}=${label(text)}`,
      call: { ...example, query: query(name, text) },
    }))
  })
  const undeclared = UNDECLARED.map(([name, text]) => ({
    name: `query ${name}=${text}`,
    shows: [`${kindOf(operation)} query ${name}`],
    isRefused: false,
    call: { ...example, query: query(name, text) },
  }))
  return [...wrong, ...undeclared.filter(({ name }) => !names.some((own) => name.startsWith(`query ${own}=`)))]
}

const inHeaders = (operation: Operation, example: Call): Malformed[] =>
  HEADERS.map((headers) => {
    const text = JSON.stringify(headers)
    const shows = [`${kindOf(operation)} header ${text}`]
    return { name: `header ${label(text)}`, shows, isRefused: false, call: { ...example, headers } }
  })

function inBody(operation: Operation, example: Call): Malformed[] {
  if (operation.method === 'get') return []
  const size = operation['x-body']?.bound ?? 1024
  const ofKind = (name: string, call: Call): Malformed => ({
    name,
    shows: [`${kindOf(operation)} ${name}`],
    isRefused: false,
    call: { ...example, ...call },
  })
  const read = BODIES.map((text) => readBody(operation, text))
  const probes = showing(operation, 'body', refusals(bodySchema(operation), read), read.map(String))
  const whole = BODIES.map((body, i) => {
    const { shows } = probes(i)
    const name = `body ${label(body)}`
    return { ...ofKind(name, { body }), shows: [`${kindOf(operation)} ${name}`, ...shows] }
  })
  const large = {
    ...ofKind('body over the bound', { body: `{"a":"${'x'.repeat(size)}"}` }),
    isRefused: operation['x-body'] !== undefined,
  }
  const schema = bodySchema(operation)
  return [
    ...whole,
    { ...large, shows: [`${operation.operationId} bound`] },
    ofKind('body of no UTF-8', { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }),
    ofKind('body streamed over the bound', { body: new Blob(['[', ' '.repeat(size), ']']).stream() }),
    ofKind('body compressed', { body: '{}', headers: { 'content-encoding': 'gzip' } }),
    ...fieldsOf(schema).flatMap((field) => {
      const bodies = VALUES.map((value) => ({ ...objectOf(example.body), [field]: value }))
      const texts = VALUES.map((value) => JSON.stringify(value))
      const shown = showing(operation, `body ${field}`, refusals(schema, bodies), texts)
      return bodies.map((body, i) => ({
        ...shown(i),
        name: `body ${field}=${label(texts[i] ?? '')}`,
        call: { ...example, body },
      }))
    }),
  ]
}

/** The value that the schema of a body parses; a text that is not JSON stays a text. */
function readBody(operation: Operation, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text || '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return operation['x-body']?.kind === 'object' && !isObject ? {} : value
  } catch {
    return 'not JSON'
  }
}

/** Right but for its chain, by each name that a chain goes by. */
function ofAnotherChain(operation: Operation, example: Call): Malformed[] {
  const query = fieldsOf(operation.request?.query).filter(isChain)
  const body = fieldsOf(bodySchema(operation)).filter(isChain)
  const withNumber = (name: string, call: Call): Malformed => ({
    name: `another ${name}`,
    shows: [`${operation.operationId} another ${name}`],
    isRefused: true,
    code: 'unsupported_chain',
    call: { ...example, ...call },
  })
  return [
    ...query.map((name) => withNumber(`query ${name}`, { query: { ...example.query, [name]: '7' } })),
    ...body.map((name) => withNumber(`body ${name}`, { body: { ...objectOf(example.body), [name]: 7 } })),
  ]
}

const isChain = (name: string): boolean => name === 'chain' || name === 'chainId'
/** The names of what a schema takes, in any of its forms. */
const fieldsOf = (schema: unknown): string[] => [
  ...new Set(alternativesOf(schema).flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : []))),
]

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
const label = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57)}… (${text.length})` : JSON.stringify(text)
