import { OPERATIONS } from '../schema/index.ts'
import { isObject, type Json } from './fixNullable.ts'
import { type Example, readExamples } from './readExamples.ts'

/** What examples are made of: of a picture, its JSON; of a stream, its text. */
const TYPES = ['application/json', 'text/event-stream']

/** Puts the example of each operation where OpenAPI has a place for it: parameters, request body and the 200 answer. */
export function addExamples(document: unknown): unknown {
  const examples = new Map(Object.keys(OPERATIONS).flatMap((family) => Object.entries(readExamples(family))))
  const within = (operation: unknown) =>
    isObject(operation) ? withExample(operation, examples.get(String(operation['operationId'])) ?? {}) : operation
  return change(document, 'paths', (paths) => mapValues(paths, (item) => mapValues(item, within)))
}

function withExample(operation: Json, { params, query, body, answer }: Example): Json {
  const given: Json = { ...params, ...query }
  const parameters = (list: unknown) =>
    Array.isArray(list) ? list.map((parameter: unknown) => withValue(parameter, given)) : list
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

/** A parameter with its value in the example call, as a number where it is one. */
function withValue(parameter: unknown, given: Json): unknown {
  if (!isObject(parameter)) return parameter
  const value = given[String(parameter['name'])]
  if (value === undefined) return parameter
  const isInteger = isObject(parameter['schema']) && parameter['schema']['type'] === 'integer'
  return { ...parameter, example: isInteger ? Number(value) : value }
}

/** A copy of an object in which one value is changed; as it is where there is none. */
const change = (node: unknown, key: string, by: (value: unknown) => unknown): Json =>
  isObject(node) && key in node ? { ...node, [key]: by(node[key]) } : asObject(node)

const mapValues = (node: unknown, by: (value: unknown) => unknown): unknown =>
  isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, by(value)])) : node

const asObject = (node: unknown): Json => (isObject(node) ? node : {})
