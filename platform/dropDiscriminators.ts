import { asList, asObject, isObject } from './json.ts'

/**
 * A document without the discriminators that do not map every schema of their union: one whose property has a default may come without
 * it, and OpenAPI 3.0.3 ("Discriminator Object") wants the property to be required. Code generators would take the name of the schema for
 * the value.
 */
export function dropDiscriminators(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropDiscriminators)
  if (!isObject(node)) return node
  const { discriminator, ...rest } = node
  const isWhole =
    Object.keys(asObject(asObject(discriminator)['mapping'])).length === asList(node['oneOf'] ?? node['anyOf']).length
  return Object.fromEntries(
    Object.entries(isWhole || !('oneOf' in node || 'anyOf' in node) ? node : rest).map(([key, value]) => [
      key,
      dropDiscriminators(value),
    ]),
  )
}
