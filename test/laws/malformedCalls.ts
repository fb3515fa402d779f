import { z } from '@hono/zod-openapi'
import type { Operation } from '../../schema/operation.ts'
import type { Call } from './live.ts'

export interface Malformed {
  readonly name: string
  readonly call: Call
}

const TEXTS = [
  '',
  'x',
  '0x',
  '0x123',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999999',
  'null',
  'NaN',
  '🦊',
  'a'.repeat(5000),
  '<script>',
  "' OR 1=1 --",
  '__proto__',
  '\u0000',
]
const IN_PATH = [
  ...TEXTS.filter((text) => text !== ''),
  '%ff',
  '%zz',
  '..%2f..%2fetc',
  '%00',
  '0x5FbDB2315678afecb367f032d93F642f64180AA3',
  `0x${'0'.repeat(40)}`,
  `0X${'1'.repeat(40)}`,
]
const VALUES: readonly unknown[] = [
  null,
  {},
  [],
  -1,
  1.5,
  1e308,
  '',
  'x',
  '0x',
  'a'.repeat(5000),
  true,
  '\u0000',
  { toString: 'x' },
  [[[[]]]],
]

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'no/such-type, */;q=x' },
  { 'if-none-match': '"'.repeat(3) },
  { 'x-request-id': 'x'.repeat(5000) },
  { origin: 'null' },
  { origin: 'https://elsewhere.example', cookie: '__Host-session=x; session=%%%' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer x.y.z' },
  { authorization: 'Basic \u00ff\u00fe' },
  { 'x-siwa-receipt': 'e30', signature: 'eth=:AA:', 'signature-input': 'eth=()' },
  { 'x-siwa-receipt': '%', signature: ':::', 'signature-input': 'eth=("@path";x="\\"' },
  { 'content-type': 'text/plain' },
]

/** Calls of an operation that are wrong in one place each; `example` is one that is right. */
export function malformedCalls(operation: Operation, example: Call): Malformed[] {
  return [...inPath(example), ...inQuery(operation, example), ...inHeaders(example), ...inBody(operation, example)]
}

const inPath = (example: Call): Malformed[] =>
  Object.keys(example.params ?? {}).flatMap((name) =>
    IN_PATH.map((text) => ({
      name: `path ${name}=${label(text)}`,
      call: {
        ...example,
        params: {
          ...example.params,
          [name]: text.startsWith('%') || text.includes('%2f') ? text : encodeURIComponent(text),
        },
      },
    })),
  )

function inQuery(operation: Operation, example: Call): Malformed[] {
  const declared = operation.request?.query
  const names = declared instanceof z.ZodObject ? Object.keys(declared.shape) : []
  const wrong = names.flatMap((name) => TEXTS.map((text) => [name, text] as const))
  const undeclared = [
    ['unknown', 'x'],
    ['__proto__', 'x'],
    ['', ''],
    ['chain', '1'],
    ['minBlock', '-1'],
  ] as const
  return [...wrong, ...undeclared].map(([name, text]) => ({
    name: `query ${name}=${label(text)}`,
    call: { ...example, query: { ...example.query, [name]: text } },
  }))
}

const inHeaders = (example: Call): Malformed[] =>
  HEADERS.map((headers) => ({
    name: `header ${label(JSON.stringify(headers))}`,
    call: { ...example, headers: { ...example.headers, ...headers } },
  }))

function inBody(operation: Operation, example: Call): Malformed[] {
  const bound = operation['x-body']?.bound
  if (operation.method === 'get') return []
  const size = bound ?? 1024
  const texts = [
    '',
    'null',
    '[]',
    '"x"',
    '1',
    'true',
    '{',
    '{"a":1,}',
    '[{}]',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1e999}',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
    `{"a":"${'x'.repeat(size)}"}`,
  ]
  const whole = texts.map((body) => ({ name: `body ${label(body)}`, call: { ...example, body } }))
  const bytes = { name: 'body of no UTF-8', call: { ...example, body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) } }
  const stream = {
    name: 'body streamed over the bound',
    call: { ...example, body: new Blob(['[', ' '.repeat(size), ']']).stream() },
  }
  const zipped = {
    name: 'body compressed',
    call: { ...example, body: '{}', headers: { ...example.headers, 'content-encoding': 'gzip' } },
  }
  const fields = fieldsOf(operation).flatMap((field) =>
    VALUES.map((value) => ({
      name: `body ${field}=${label(JSON.stringify(value))}`,
      call: { ...example, body: { ...objectOf(example.body), [field]: value } },
    })),
  )
  return [...whole, bytes, stream, zipped, ...fields]
}

function fieldsOf(operation: Operation): string[] {
  const media = operation.request?.body?.content['application/json']
  const schema = media && 'schema' in media ? media.schema : undefined
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const objectOf = (body: unknown): object => (typeof body === 'object' && body !== null ? body : {})
const label = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57)}… (${text.length})` : JSON.stringify(text)
