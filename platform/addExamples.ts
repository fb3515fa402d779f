import { OPERATIONS } from '../schema/index.ts'
import { asList, asObject, isObject, type Json, mapValues, without } from './json.ts'
import { type Example, readExamples } from './readExamples.ts'

/** Types with an example: a picture has it as JSON, a stream as text. */
const TYPES = ['application/json', 'text/event-stream']

/** Puts the example of each operation where OpenAPI has a place for it: parameters, request body and the 200 answer. */
export function addExamples(document: unknown): Json {
  const examples = new Map(Object.keys(OPERATIONS).flatMap((family) => Object.entries(readExamples(family))))
  const within = (operation: unknown) =>
    isObject(operation)
      ? withExample(document, operation, examples.get(String(operation['operationId'])) ?? {})
      : operation
  return change(document, 'paths', (paths) => mapValues(paths, (item) => mapValues(item, within)))
}

function withExample(document: unknown, operation: Json, { params, query, body, answer }: Example): Json {
  const given: Json = { cursor: nextCursorIn(answer), fields: fieldIn(answer), ...params, ...query }
  const parameters = (list: unknown) => asList(list).map((parameter) => withValue(document, asObject(parameter), given))
  const content = (example: unknown) => (part: unknown) =>
    example === undefined
      ? part
      : change(part, 'content', (types) =>
          TYPES.reduce((all, type) => change(all, type, (one) => ({ ...asObject(one), example })), asObject(types)),
        )
  return change(
    change(change(operation, 'parameters', parameters), 'requestBody', content(body)),
    'responses',
    (responses) => change(responses, '200', content(answer)),
  )
}

/** A parameter with its value in the example call, or in the next one, or with the example of its schema, all in its own type. */
function withValue(document: unknown, parameter: Json, given: Json): Json {
  const schema = asObject(parameter['schema'])
  const value = given[String(parameter['name'])] ?? exampleIn(document, schema)
  return { ...parameter, schema: formOf(schema, parameter['description']), example: typed(value, schema['type']) }
}

/** A schema of a parameter without what stands beside it. */
function formOf(schema: Json, description: unknown): Json {
  const form = without(schema['description'] === description ? without(schema, 'description') : schema, 'example')
  const [only, ...others] = asList(form['allOf'])
  return isObject(only) && others.length === 0 && Object.keys(form).length === 1 ? only : form
}

const typed = (value: unknown, type: unknown): unknown =>
  type === 'integer' ? Number(value) : type === 'boolean' ? String(value) === 'true' : value

/** Cursor of the page after an answer; undefined for the last page. */
const nextCursorIn = (answer: unknown): unknown => asObject(asObject(answer)['data'])['nextCursor'] ?? undefined

/** The first field of an answer beside its block and chain. */
const fieldIn = (answer: unknown): unknown =>
  Object.keys(asObject(asObject(answer)['data'])).find((name) => name !== 'asOf' && name !== 'chainId')

/** The example of a schema, or what it may be: its default, or the first of its values. */
function exampleIn(document: unknown, { $ref, allOf, ...schema }: Json): unknown {
  const [value] = [schema['example'], schema['default'], asList(schema['enum'])[0]].filter((one) => one !== undefined)
  if (value !== undefined) return value
  if (typeof $ref === 'string') {
    let found = document
    for (const key of $ref.slice('#/'.length).split('/')) found = asObject(found)[key]
    return exampleIn(document, asObject(found))
  }
  return asList(allOf).map((part) => exampleIn(document, asObject(part)))[0]
}

/** A copy of an object in which one value is changed; as it is where there is none. */
const change = (node: unknown, key: string, by: (value: unknown) => unknown): Json =>
  isObject(node) && key in node ? { ...node, [key]: by(node[key]) } : asObject(node)
