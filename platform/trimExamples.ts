import { asObject, isObject, type Json, mapValues, without } from './json.ts'
import { inSchemas } from './inSchemas.ts'
import { referencesOf } from './referencesOf.ts'

/** So many entries of a list show what the others look like; of a list within another one is enough. */
const SHOWN = 2
const SHOWN_WITHIN = 1
/** Calldata with more digits, which contains a document, is cut after its first words. */
const LONG_DATA = /^0x[0-9a-f]{1000,}$/
const SHOWN_DATA = '0x'.length + 2 * (4 + 3 * 32)

/**
 * The document without examples that show nothing more: of the fields of answers, which the example of a whole answer shows,
 * of the further entries of its lists, and of the rest of long calldata.
 */
export function trimExamples(document: Json): Json {
  const operations = Object.values(asObject(document['paths'])).flatMap((item) => Object.values(asObject(item)))
  const inputs = operations.map((operation) => [asObject(operation)['parameters'], asObject(operation)['requestBody']])
  const sent = referencesOf(document, inputs)
  const trimmed = inSchemas(document, (schema, name) =>
    sent.has(`#/components/schemas/${name}`) ? schema : without(schema, 'example'),
  )
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
  if (typeof value === 'string' && LONG_DATA.test(value)) return value.slice(0, SHOWN_DATA)
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => shortened(entry, SHOWN_WITHIN))
  return isObject(value) ? mapValues(value, (inner) => shortened(inner, most)) : value
}
