import { isRecord } from './json.ts'

/** An example in a document, and the keys that lead to its schema. */
interface PublishedExample {
  readonly schema: readonly string[]
  readonly example: unknown
}

const KEYWORDS = ['type', 'allOf', 'anyOf', 'oneOf', '$ref']

/** The examples of schemas, parameters, bodies and answers. */
export function examplesIn(node: unknown, keys: readonly string[] = []): PublishedExample[] {
  if (!isRecord(node)) return []
  const isSchema = KEYWORDS.some((key) => key in node)
  const own =
    'example' in node && (isSchema || 'schema' in node)
      ? [{ schema: isSchema ? keys : [...keys, 'schema'], example: node['example'] }]
      : []
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, inner]) => (key === 'example' ? [] : examplesIn(inner, [...keys, key]))),
  ]
}
