import { expect, test } from 'vitest'
import * as z from 'zod'
import { buildRequest } from '../../functions/mcp/calls/buildRequest.ts'
import { CALLS } from '../../functions/mcp/tools/definitions.ts'
import { TASKS } from '../../functions/mcp/tools/tasks.ts'
import { describeOperations } from '../../platform/mcp/describeOperations.ts'
import { mcpModules } from '../../platform/mcp/modules.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { readExamples } from '../../platform/readExamples.ts'
import { alternativesOf } from '../../schema/codesOf.ts'
import { EvmAddress } from '../../schema/common.ts'
import { bodySchema } from '../../schema/operation.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { parseBy } from '../../shared/http/validate.ts'
import { at, isRecord } from './json.ts'
import { operations } from './live.ts'

/** Kinds of values, by the helpers of the schema. */
const KINDS = [
  'block',
  'agent id',
  'address',
  'amount',
  'decimal amount',
  'Q96',
  'price',
  'cursor',
  'unix time',
] as const
type Kind = (typeof KINDS)[number]

/** A schema without what says that it may be absent. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap())
  return schema
}

function textOf(schema: unknown): string {
  if (!(schema instanceof z.ZodType)) return ''
  if (schema.description !== undefined) return schema.description
  const inner = bare(schema)
  return inner === schema ? (schema instanceof z.ZodPipe ? textOf(schema.in) : '') : textOf(inner)
}

/** The cursor of a section of the export of an account is the number of a row, and of no other list. */
function kindOf(name: string, schema: unknown): Kind | undefined {
  const inner = bare(schema)
  const text = textOf(schema)
  if (inner instanceof z.ZodPipe && inner.in === EvmAddress.in) return 'address'
  if (/^agentId$/.test(name)) return 'agent id'
  if (/^(block|minBlock|fromBlock|toBlock|blockNumber|number|currentBlock|\w+Block)$/.test(name) && /block/i.test(text))
    return 'block'
  if (/^(cursor|nextCursor)$/.test(name) && !text.endsWith('of that section')) return 'cursor'
  if (/, Q96: /.test(text)) return 'Q96'
  if (/in currency for one whole token/.test(text)) return 'price'
  if (/, in (whole tokens|whole units)/.test(text)) return 'decimal amount'
  if (/, in base units/.test(text)) return 'amount'
  if (/, unix seconds/.test(text)) return 'unix time'
  return undefined
}

type Values = ReadonlyMap<Kind, Set<string | number>>

/** Collects the values of an answer, as its schema names them. */
function collect(schema: unknown, value: unknown, into: Values): void {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) for (const one of value) collect(inner.element, one, into)
  for (const one of alternativesOf(inner))
    if (one instanceof z.ZodObject && isRecord(value))
      for (const [name, field] of Object.entries<unknown>(one.shape)) {
        const given = value[name]
        const kind = kindOf(name, field)
        if (kind && (typeof given === 'string' || typeof given === 'number')) into.get(kind)?.add(given)
        else collect(field, given, into)
      }
}

const values: Values = new Map(KINDS.map((kind) => [kind, new Set()]))
for (const { id, family, operation } of operations) {
  const content = z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
    .safeParse(operation.responses['200']).data?.content['application/json']
  collect(content?.schema, readExamples(family)[id]?.answer, values)
}

/** Values of a kind, of each form and size that there is. */
const some = (kind: Kind) => {
  const byForm = new Map([...(values.get(kind) ?? [])].map((one) => [`${typeof one} ${String(one).length}`, one]))
  return [...byForm.values()]
}

/** The fault of a value's form, if the request is refused for its form and not for a bound. */
function formFault(run: () => unknown, name: string): string | undefined {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const own = [
      error.detail ?? '',
      ...(error.about.fields ?? []).map(({ pointer, problem }) => `${pointer}: ${problem}`),
    ]
    const about = own.filter((one) => new RegExp(`(^|/)${name}(/0)?: `).test(one))
    return about.find(
      (one) => !/must be (between|at most|at least|below)|must have at most|has \d+ fraction digits/.test(one),
    )
  }
  return undefined
}

interface Input {
  readonly name: string
  readonly kind: Kind
  readonly isList: boolean
  readonly run: (value: unknown) => unknown
}

const fieldsOf = (schema: unknown): [string, unknown][] =>
  alternativesOf(schema).flatMap((one) => (one instanceof z.ZodObject ? Object.entries<unknown>(one.shape) : []))

function inputsOf(schema: unknown, run: (field: Readonly<Record<string, unknown>>) => unknown): Input[] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const list = bare(field)
    const isList = list instanceof z.ZodArray
    const kind = kindOf(name, field) ?? (isList ? kindOf(name.replace(/s$/, ''), list.element) : undefined)
    return kind ? [{ name, kind, isList, run: (value: unknown) => run({ [name]: value }) }] : []
  })
}

/** The part of a schema that is one field: whatever else a request needs is not its fault. */
const parsePart = (schema: unknown, field: Readonly<Record<string, unknown>>): unknown =>
  alternativesOf(schema).map((one) => {
    if (!(one instanceof z.ZodObject)) return undefined
    const [name = ''] = Object.keys(field)
    const part: unknown = one.shape[name]
    return part instanceof z.ZodType ? parseBy(z.object({ [name]: part }), field) : undefined
  })

const asTexts = (field: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(field).map(([name, value]) => [name, String(value)]))

/** Over REST: a value of a query or path is text. */
const rest = operations.flatMap(({ id, operation }) =>
  [
    ...inputsOf(operation.request?.params, (field) => parsePart(operation.request?.params, asTexts(field))),
    ...inputsOf(operation.request?.query, (field) => parsePart(operation.request?.query, asTexts(field))),
    ...inputsOf(bodySchema(operation), (field) => parsePart(bodySchema(operation), field)),
  ].map((input) => ({ ...input, at: `${id} over REST` })),
)

const callables = new Map(
  describeOperations(JSON.parse(openApiDocument())).map(({ callable }) => [callable.operationId, callable]),
)

/** Over MCP: through the request that a call becomes, and the tools' own arguments. */
const mcp = [
  ...operations.flatMap(({ id, family, operation }) => {
    const callable = callables.get(id)
    if (!callable || callable.body === 'whole') return []
    const example = readExamples(family)[id]
    const sent = (field: Readonly<Record<string, unknown>>) => {
      const args = { ...example?.params, ...field }
      return buildRequest(callable, args, {}, { headers: {}, signal: AbortSignal.abort() }, 'https://api.example.com')
    }
    const ofQuery = inputsOf(operation.request?.query, (field) =>
      parsePart(operation.request?.query, Object.fromEntries(new URL(sent(field).url).searchParams)),
    )
    return [
      ...ofQuery,
      ...inputsOf(bodySchema(operation), (field) => (sent(field), parsePart(bodySchema(operation), field))),
    ].map((input) => ({ ...input, at: `${id} over MCP` }))
  }),
  ...[...TASKS, ...Object.entries(CALLS).map(([name, input]) => ({ name, input }))].flatMap(({ name: tool, input }) =>
    inputsOf(input, (field) => parsePart(input, field)).map((one) => ({ ...one, at: `tool ${tool}` })),
  ),
]

/** Names of the decimal form of a raw price: of `tickQ96` it is `tick`, of `open` `openPrice`. */
const DECIMAL_FORMS: readonly ((name: string) => string)[] = [
  (name) => name.replace(/(Q96|Wad)(?=$|Requested$)/, ''),
  (name) => name.replace(/^sqrtPriceX96/, 'price'),
  (name) => name.replace(/BucketIndex$/, 'BucketPrice'),
  (name) => `${name}Price`,
  (name) => `${name}Decimal`,
  () => 'priceUsdc',
  () => 'v3SpotUsdPerCreator',
]

/** A price as contracts have it: a square root or a multiple of 2^96, a multiple of 1e18, or the bucket of a lending pool. */
const isRawPrice = (name: string, text: string): boolean =>
  /2\^96/.test(text) || (name.endsWith('Wad') && /price/i.test(text)) || name.endsWith('BucketIndex')

test('every price has a decimal form beside its raw one', () => {
  const lacking: string[] = []
  let raw = 0
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, at)
    if (!isRecord(value)) return
    const fields = isRecord(value['properties']) ? value['properties'] : {}
    for (const [name, field] of Object.entries(fields)) {
      if (!isRecord(field) || 'enum' in field || !isRawPrice(name, String(field['description']))) continue
      raw++
      const forms = DECIMAL_FORMS.map((form) => form(name)).filter((form) => form !== name)
      if (!forms.some((form) => Object.hasOwn(fields, form))) lacking.push(`${at}.${name}`)
    }
    for (const [name, one] of Object.entries(value)) visit(one, `${at}.${name}`)
  }
  visit(JSON.parse(openApiDocument()), '')
  // The contract takes a bucket, and the answer has its price.
  expect(lacking).toEqual(['.components.schemas.LendpoolSetMinBucketIndexRequest.minBucketIndex'])
  expect(raw).toBeGreaterThan(30)
})

test('every value of an answer is taken where a value of its kind is', () => {
  const faults: string[] = []
  let sent = 0
  for (const { at, name, kind, isList, run } of [...rest, ...mcp])
    for (const value of some(kind)) {
      sent++
      const fault = formFault(() => run(isList ? [value] : value), name)
      if (fault !== undefined) faults.push(`${at}: ${name}, ${kind} ${JSON.stringify(value)}: ${fault}`)
    }
  expect(faults).toEqual([])
  expect(sent).toBeGreaterThan(2000)
})

/** The types that a listed schema takes; `undefined` is any. */
const typesOf = (schema: unknown): unknown[] => {
  const branches = at(schema, 'anyOf') ?? at(schema, 'oneOf')
  return Array.isArray(branches) ? branches.flatMap(typesOf) : [at(schema, 'type')].flat()
}

test('the listed schema of every tool takes the values of answers, as text if they can be text', () => {
  const tools = [
    ...JSON.parse(mcpModules().tools),
    ...describeOperations(JSON.parse(openApiDocument())).map(({ tool }) => tool),
  ]
  const listed = new Map(tools.map((tool: unknown) => [at(tool, 'name'), at(tool, 'inputSchema', 'properties')]))
  const refused: string[] = []
  for (const { at: where, name, kind, isList } of mcp) {
    const tool = listed.get(where.replace(/^tool | over MCP$/g, ''))
    const types = typesOf(isList ? at(tool, name, 'items') : at(tool, name))
    const isText = types.some((type) => type === 'string' || type === undefined)
    if (!isText && some(kind).some((value) => typeof value === 'string' && /^[0-9]+$/.test(value)))
      refused.push(`${where}: ${name}, a ${kind}, is listed as ${types.join(' or ')}`)
  }
  expect(refused).toEqual([])
})

test.each(KINDS)('there is a value of the kind %s, and a request that takes one', (kind) => {
  expect(some(kind)).not.toEqual([])
  expect([...rest, ...mcp].filter((input) => input.kind === kind)).not.toEqual([])
})
