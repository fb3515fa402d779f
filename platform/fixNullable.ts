import { isObject, type Json } from './json.ts'

/**
 * Makes what the generator says of null mean it in OpenAPI 3.0.3, where `nullable` only widens a `type` beside it and
 * `allOf` cannot widen at all (OAS proposal 2019-10-31, "Clarify Semantics of nullable"), in the one form that code
 * generators agree on:
 * `allOf: [{$ref}, {nullable: true}]` becomes the schema referred to, written out with `nullable: true` beside its type;
 * notes beside a reference (`allOf: [{$ref}, {description}]`) move out of the `allOf`; a member of an `anyOf` that is only
 * `nullable` widens the first one with a type; any other `nullable` without a type, of a
 * schema that takes anything, goes away.
 *
 * @param document the whole document, which the references point into
 */
export function fixNullable(document: unknown): unknown {
  const fix = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(fix)
    if (!isObject(node)) return node
    const schema = annotatedReference(node, document) ?? withoutNullMember(node) ?? node
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key, value]) => !(key === 'nullable' && value === true && !('type' in schema)))
        .map(([key, value]) => [key, VALUES.has(key) ? value : fix(value)]),
    )
  }
  return fix(document)
}

/** Keys whose values are not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum'])

/** Keywords that say something about a schema and restrict nothing. */
const NOTES = new Set(['description', 'example', 'default', 'deprecated', 'title', 'nullable'])

/** A reference with notes beside it in its correct form; undefined for any other schema. */
function annotatedReference({ allOf, anyOf, ...rest }: Json, document: unknown): Json | undefined {
  const parts: unknown = allOf ?? anyOf
  if (!Array.isArray(parts) || parts.length !== 2) return undefined
  const [reference, beside]: unknown[] = parts
  if (!isObject(reference) || typeof reference['$ref'] !== 'string' || !isObject(beside)) return undefined
  if (!Object.keys(beside).every((key) => NOTES.has(key))) return undefined
  const { nullable, ...notes } = beside
  if (nullable !== true) return { ...rest, ...notes, allOf: [reference] }
  return { ...orNull(resolve(document, reference['$ref'])), ...rest, ...notes, nullable: true }
}

/** An `anyOf` whose member for null is a part of another member; undefined for any other schema. */
function withoutNullMember(schema: Json): Json | undefined {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return undefined
  const members: readonly unknown[] = anyOf
  const others = members.filter((one) => !(isObject(one) && Object.keys(one).join() === 'nullable'))
  const typed = others.findIndex((one) => isObject(one) && 'type' in one)
  if (others.length === members.length || typed === -1) return undefined
  const widened = others.map((one, i) => (i === typed && isObject(one) ? { ...orNull(one), nullable: true } : one))
  return { ...schema, anyOf: widened }
}

/** An `enum` must list null too for null to be one of its values. */
const orNull = (schema: Json): Json =>
  Array.isArray(schema['enum']) ? { ...schema, enum: [...schema['enum'], null] } : schema

function resolve(document: unknown, reference: string): Json {
  let found = document
  for (const key of reference.slice('#/'.length).split('/')) found = isObject(found) ? found[key] : undefined
  if (!isObject(found) || !('type' in found))
    throw new Error(`${reference} has no type, so it cannot be declared nullable`)
  return found
}
