import { asObject, isObject, type Json, mapValues } from './json.ts'

/** Keywords under which schemas are, one or several. */
const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf'])

/** A document in which every component schema, and every schema in it, is changed; `name` is the component's. */
export function inSchemas(document: Json, change: (schema: Json, name: string) => Json): Json {
  const within =
    (name: string) =>
    (schema: unknown): unknown =>
      isObject(schema) ? mapEntries(change(schema, name), (key, value) => inside(key, value, within(name))) : schema
  const components = asObject(document['components'])
  const schemas = mapEntries(components['schemas'], (name, schema) => within(name)(schema))
  return { ...document, components: { ...components, schemas } }
}

function inside(key: string, value: unknown, within: (schema: unknown) => unknown): unknown {
  if (key === 'properties') return mapValues(value, within)
  if (!SCHEMAS.has(key)) return value
  return Array.isArray(value) ? value.map(within) : within(value)
}

const mapEntries = (node: unknown, by: (key: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(asObject(node)).map(([key, value]) => [key, by(key, value)]))
