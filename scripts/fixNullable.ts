type Json = Readonly<Record<string, unknown>>

/**
 * Makes what the generator says of null mean it in OpenAPI 3.0.3, where `nullable` only widens a `type` beside it and
 * `allOf` cannot widen at all (OAS proposal 2019-10-31, "Clarify Semantics of nullable"):
 * `allOf: [{$ref}, {nullable: true}]` becomes `anyOf: [{$ref}, {type, nullable: true, enum: [null]}]`; `nullable` without a
 * type, of a schema that takes anything, goes away.
 */
export function fixNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(fixNullable)
  if (!isObject(node)) return node
  const schema = nullableReference(node) ?? node
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'nullable' && value === true && !('type' in schema)))
      .map(([key, value]) => [key, VALUES.has(key) ? value : fixNullable(value)]),
  )
}

/** What stands under these keys is no schema. */
const VALUES = new Set(['example', 'examples', 'default', 'enum'])

/** Any type will do here, since `enum` lets nothing but null through. */
const NULL = { type: 'object', nullable: true, enum: [null] }

function nullableReference({ allOf, anyOf, ...rest }: Json): Json | undefined {
  const parts: unknown = allOf ?? anyOf
  if (!Array.isArray(parts) || parts.length !== 2) return undefined
  const [reference, mark]: unknown[] = parts
  if (!isObject(reference) || !('$ref' in reference) || !isObject(mark) || mark['nullable'] !== true || 'type' in mark)
    return undefined
  const { nullable: _, ...notes } = mark
  return { ...rest, ...notes, anyOf: [reference, NULL] }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
