import { inSchemas } from '../inSchemas.ts'
import { asList, asObject, isObject, type Json, mapValues, without } from '../json.ts'

/** A description ends with the last sentence before this length, or is whole. */
const LONG = 160

/** The document with no more about each error than its status and when to retry. */
export const withoutHelp = (document: Json): Json => ({
  ...document,
  'x-errors': mapValues(document['x-errors'], (entry) => {
    const { status, retry } = asObject(entry)
    return { status, ...(retry === false ? {} : { retry }) }
  }),
})

/** The document whose component schemas have no examples: operations show whole bodies and answers. */
export const withoutFieldExamples = (document: Json): Json => inSchemas(document, withoutExample)

/** The document whose component schemas have no long descriptions. */
export const withShortTexts = (document: Json): Json =>
  inSchemas(document, (schema) => {
    const { description } = schema
    if (typeof description !== 'string' || description.length <= LONG) return schema
    const end = Math.max(...['. ', '; '].map((mark) => description.lastIndexOf(mark, LONG)))
    return end < 0 ? schema : { ...schema, description: description.slice(0, end) }
  })

/** The document without examples of answers. */
export const withoutAnswerExamples = (document: Json): Json =>
  inAnswers(document, (response) =>
    'content' in response
      ? { ...response, content: mapValues(response['content'], (media) => withoutExample(asObject(media))) }
      : response,
  )

/** The document whose component schemas have no descriptions. */
export const withoutTexts = (document: Json): Json =>
  inSchemas(document, (schema) => {
    const { allOf, ...rest } = withoutDescription(schema)
    const [one, ...others] = asList(allOf)
    // Without notes beside it, a reference stands by itself.
    return isObject(one) && others.length + Object.keys(rest).length === 0 ? one : withoutDescription(schema)
  })

/** The document without descriptions of credentials. */
export function withoutCredentialTexts(document: Json): Json {
  const { securitySchemes, ...components } = asObject(document['components'])
  const schemes = mapValues(securitySchemes, (scheme) => withoutDescription(asObject(scheme)))
  return { ...document, components: { ...components, ...(securitySchemes ? { securitySchemes: schemes } : {}) } }
}

const withoutExample = (node: Json): Json => without(node, 'example')
const withoutDescription = (node: Json): Json => without(node, 'description')

/** A document in which the answers that operations describe themselves are changed. */
function inAnswers(document: Json, change: (response: Json) => Json): Json {
  const operation = (one: unknown): unknown => ({
    ...asObject(one),
    responses: mapValues(asObject(one)['responses'], (response) => change(asObject(response))),
  })
  return { ...document, paths: mapValues(document['paths'], (item) => mapValues(item, operation)) }
}
