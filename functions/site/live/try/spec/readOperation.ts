import { asItems, asJson, asText, isJson, type Json } from '../json.ts'
import { resolve, shapeOf } from './schemas.ts'
import type { Field, Part, TryOperation } from './TryOperation.ts'

/**
 * The operation that a piece of the OpenAPI document describes, with values to begin with: those of the page's own query, then the
 * document's examples. Throws an Error if the piece has no operation.
 */
export function readOperation(piece: unknown, search: string): TryOperation {
  const document = asJson(piece)
  const [found] = Object.entries(asJson(document['paths']))
  const [method, operation] = Object.entries(asJson(found?.[1])).find(([, one]) => isJson(one)) ?? []
  if (!found || method === undefined || !isJson(operation)) throw new Error('the piece has no operation')
  const parameters = asItems(operation['parameters']).map((one) => resolve(document, one))
  const media = asJson(asJson(asJson(resolve(document, operation['requestBody'])['content'])['application/json']))
  const schema = media['schema'] === undefined ? undefined : resolve(document, media['schema'])
  const isWhole = schema !== undefined && !isJson(schema['properties'])
  const inner = isWhole ? [] : pairAmounts(bodyFields(document, schema ?? {}, asJson(media['example'])), found[0])
  const fields = [...parameters.flatMap((one) => parameterField(document, one)), ...inner]
  const [server] = asItems(document['servers'])
  const given = linkedOf(fields, new URLSearchParams(search))
  return {
    operationId: asText(operation['operationId']),
    method: method.toUpperCase(),
    base: new URL(asText(asJson(server)['url']), location.origin).pathname,
    path: found[0],
    isSigned: operation['x-auth'] === 'build',
    fields,
    body: schema === undefined ? 'none' : isWhole ? 'whole' : 'fields',
    example: media['example'] ?? {},
    takesKey: operation['x-idempotency'] === 'calls',
    initial: { ...initialOf(fields, asJson(media['example'])), ...given },
    linked: method === 'get' ? [] : Object.keys(given),
  }
}

function parameterField(document: Json, parameter: Json): Field[] {
  const part = parameter['in']
  if (part !== 'path' && part !== 'query') return []
  const schema = resolve(document, parameter['schema'])
  const field = fieldOf(document, part, asText(parameter['name']), { ...schema, ...parameter, schema: undefined })
  return [{ ...field, ...shapeOf(document, schema), isRequired: parameter['required'] === true }]
}

function bodyFields(document: Json, schema: Json, example: Json): Field[] {
  const required = asItems(schema['required'])
  return Object.entries(asJson(schema['properties'])).map(([name, property]) => ({
    ...fieldOf(document, 'body', name, { example: example[name], ...resolve(document, property) }),
    isRequired: required.includes(name),
  }))
}

function fieldOf(document: Json, part: Part, name: string, schema: Json): Field {
  const { description, example } = schema
  return {
    key: `${part}/${name}`,
    part,
    name,
    isRequired: false,
    ...shapeOf(document, schema),
    description: asText(description),
    example: example === undefined ? '' : toText(example),
  }
}

/** An amount and the same in whole tokens are one field with two units. Lending pools count in WAD, whatever the decimals of a token. */
function pairAmounts(fields: readonly Field[], path: string): Field[] {
  const unit = path.includes('/lendpool/') ? 'WAD' : 'base units'
  const decimalOf = (name: string) =>
    fields.find((one) => one.name === `${name}Decimal` || one.name === `${name.replace(/Wei$/, '')}Decimal`)
  const paired = fields.map((field): Field => {
    const decimal = field.name.endsWith('Decimal') ? undefined : decimalOf(field.name)
    return decimal ? { ...field, decimal, unit } : field
  })
  const taken = new Set(paired.map(({ decimal }) => decimal?.key))
  return paired.filter(({ key }) => !taken.has(key))
}

const withDecimals = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (field.decimal ? [field, field.decimal] : [field]))

/** The author of a link may not waive a check for its visitor. */
const NEVER_LINKED = ['allowUnproven']

/** Values that the page's own query has, by key. */
const linkedOf = (fields: readonly Field[], query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    withDecimals(fields).flatMap(({ key, name }) => {
      const given = query.get(name)
      return given === null || NEVER_LINKED.includes(name) ? [] : [[key, given]]
    }),
  )

/** Values of the document's examples, by key. */
function initialOf(fields: readonly Field[], body: Json): Record<string, string> {
  return Object.fromEntries(
    withDecimals(fields).flatMap(({ key, name, part, isRequired, example }) => {
      if (part === 'body') return body[name] === undefined ? [] : [[key, toText(body[name])]]
      return isRequired ? [[key, example]] : []
    }),
  )
}

/** A value as an input has it. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
