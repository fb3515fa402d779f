import { asObject, isObject, type Json, mapValues, without } from './json.ts'
import { inSchemas } from './inSchemas.ts'

/** So many entries of a list show what the others look like; of a list within another one is enough. */
const SHOWN = 2
const SHOWN_WITHIN = 1

/**
 * The document without examples that show nothing more: of the fields of answers, which the example of a whole answer shows,
 * and of the further entries of its lists.
 */
export function trimExamples(document: Json): Json {
  const sent = new Set<string>()
  for (const item of Object.values(asObject(document['paths'])))
    for (const operation of Object.values(asObject(item))) {
      const { parameters, requestBody } = asObject(operation)
      reach(document, [parameters, requestBody], sent)
    }
  const trimmed = inSchemas(document, (schema, name) => (sent.has(name) ? schema : without(schema, 'example')))
  return { ...trimmed, paths: mapValues(trimmed['paths'], (item) => mapValues(item, withShortAnswers)) }
}

function withShortAnswers(operation: unknown): unknown {
  const media = (one: unknown): unknown =>
    isObject(one) && 'example' in one ? { ...one, example: shortened(one['example']) } : one
  const response = (one: unknown): unknown =>
    isObject(one) && 'content' in one ? { ...one, content: mapValues(one['content'], media) } : one
  return { ...asObject(operation), responses: mapValues(asObject(operation)['responses'], response) }
}

function shortened(value: unknown, most = SHOWN): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => shortened(entry, SHOWN_WITHIN))
  return isObject(value) ? mapValues(value, (inner) => shortened(inner, most)) : value
}

/** Names of the component schemas that parts of the document refer to, themselves or through others. */
function reach(document: Json, node: unknown, found: Set<string>): void {
  if (!isObject(node)) return
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(node['$ref'])) ?? []
  if (name !== undefined && !found.has(name)) {
    found.add(name)
    reach(document, asObject(asObject(document['components'])['schemas'])[name], found)
  }
  for (const inner of Object.values(node)) reach(document, inner, found)
}
