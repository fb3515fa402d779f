import { AGENT_READS, NOT_OF_TOOLS } from '../schema/agents/tools.ts'
import type { Tool } from '../functions/agents/messages/model/Model.ts'
import { asList, isObject } from './json.ts'
import { openApiDocument } from './openapi.ts'

/** Every question carries all descriptions: they end with the last sentence that fits. */
const MOST_WORDS = 500

/** The assistant's reads as tools of a language model, as JSON: made from the document, which describes each parameter. */
export function agentTools(): { json: string } {
  const document: unknown = JSON.parse(openApiDocument())
  const tools = Object.values(AGENT_READS)
    .flat()
    .map(({ operationId, method, path, summary, description }): Tool => {
      const given = asList(at(document, 'paths', path, method, 'parameters')).map((one) => resolved(document, one))
      const parameters = given.filter((one) => !NOT_OF_TOOLS.includes(nameOf(one)))
      return {
        name: operationId,
        description: sentences(`${summary}. ${description ?? ''}`),
        parameters: {
          type: 'object',
          properties: Object.fromEntries(parameters.map((one) => [nameOf(one), schemaOf(document, one)])),
          required: parameters.filter((one) => at(one, 'required') === true).map(nameOf),
          additionalProperties: false,
        },
      }
    })
  return { json: JSON.stringify(tools) }
}

const nameOf = (parameter: unknown): string => String(at(parameter, 'name'))

/** JSON Schema of a parameter, without the keywords that only OpenAPI has. */
function schemaOf(document: unknown, parameter: unknown): object {
  const schema = at(parameter, 'schema')
  const plain = resolved(document, schema)
  const { type, pattern, enum: values, minimum, maximum, maxLength, default: fallback } = isObject(plain) ? plain : {}
  const description = at(parameter, 'description') ?? at(schema, 'description') ?? at(plain, 'description')
  return { type, description, pattern, enum: values, minimum, maximum, maxLength, default: fallback }
}

/** The target of a node that is a reference, else the node. */
function resolved(document: unknown, node: unknown): unknown {
  const ref = at(node, '$ref')
  return typeof ref === 'string' ? at(document, ...ref.slice(2).split('/')) : node
}

function sentences(text: string): string {
  if (text.length <= MOST_WORDS) return text.trim()
  return text.slice(0, text.lastIndexOf('. ', MOST_WORDS) + 1)
}

const at = (node: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), node)
