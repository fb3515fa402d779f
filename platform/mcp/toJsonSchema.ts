import { asList, asObject, isObject, type Json, mapValues } from '../json.ts'

/** Keywords that mean the same in JSON Schema 2020-12, and whose values are no schemas. */
const KEPT = [
  'type',
  'description',
  'enum',
  'default',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'required',
] as const

/**
 * A schema of the OpenAPI 3.0 document as JSON Schema 2020-12: references are resolved, `nullable` becomes a type, and examples
 * and extensions are left out. Throws an Error for a schema that contains itself.
 */
export function toJsonSchema(document: Json, schema: unknown, within: readonly string[] = []): Json {
  const { $ref, ...own } = asObject(schema)
  if (typeof $ref === 'string') {
    if (within.includes($ref)) throw new Error(`${$ref} contains itself`)
    return merge(
      toJsonSchema(document, resolve(document, $ref), [...within, $ref]),
      toJsonSchema(document, own, within),
    )
  }
  const inner = (one: unknown): Json => toJsonSchema(document, one, within)
  const { allOf, anyOf, oneOf, items, not, properties, additionalProperties, nullable } = own
  const kept = Object.fromEntries(KEPT.flatMap((key) => (own[key] === undefined ? [] : [[key, own[key]]])))
  const whole: Json = {
    ...kept,
    ...(properties === undefined ? {} : { properties: mapValues(properties, inner) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(not === undefined ? {} : { not: inner(not) }),
    ...(anyOf === undefined ? {} : { anyOf: asList(anyOf).map(inner) }),
    ...(oneOf === undefined ? {} : { oneOf: asList(oneOf).map(inner) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: isObject(additionalProperties)
            ? othersOf(inner(additionalProperties))
            : additionalProperties,
        }),
  }
  const merged = [...asList(allOf).map(inner), whole].reduce(merge)
  if (nullable !== true) return merged
  // An enum would refuse null beside another type, and some clients refuse a list of types.
  const { description, ...value } = merged
  return { ...(description === undefined ? {} : { description }), anyOf: [value, { type: 'null' }] }
}

/** Members of any kind are allowed by `true`: some clients refuse a schema without keywords. */
const othersOf = (schema: Json): Json | true => (Object.keys(schema).length === 0 ? true : schema)

/** One schema that requires what both require. */
function merge(one: Json, other: Json): Json {
  const properties = { ...asObject(one['properties']), ...asObject(other['properties']) }
  const required = [...new Set([...asList(one['required']), ...asList(other['required'])])]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The target of a reference (`#/components/…`). */
export function resolve(document: Json, reference: string): Json {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => asObject(node)[key], document)
  if (!isObject(found)) throw new Error(`${reference} is not in the document`)
  return found
}

/**
 * Arguments as a list of tools has them. Answers write blocks and ids of agents as text, so these are listed as text, for clients that
 * check arguments before they send them; calls take both. Some hosts of models refuse a union of types.
 */
export const listedArguments = (properties: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      /^(agentId|block|\w+Block)$/.test(name) ? asDigits(schema) : schema,
    ]),
  )

const asDigits = ({ description }: Json): Json => ({
  type: 'string',
  pattern: '^[0-9]{1,78}$',
  ...(description === undefined ? {} : { description }),
})
