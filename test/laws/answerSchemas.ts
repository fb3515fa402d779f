import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../../platform/openapi.ts'
import { at, isRecord } from './json.ts'

/**
 * The published schema of an answer, compiled, and taken strictly: an object that says which properties it has must have no
 * others. Undefined where none is published for the status and media type.
 */
export function answerSchema(method: string, path: string, status: number, type: string): ValidateFunction | undefined {
  return schemaAt([...pointerOf(['paths', path, method, 'responses', String(status)]), 'content', type, 'schema'])
}

/** The pointer of a node of the document, its reference followed. */
export function pointerOf(keys: readonly string[]): readonly string[] {
  const escaped = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
  const reference = at(document, ...escaped, '$ref')
  return typeof reference === 'string' ? reference.slice('#/'.length).split('/') : keys
}

/** The schema at a place of the document, compiled in the same way; undefined where there is none. */
export function schemaAt(keys: readonly string[]): ValidateFunction | undefined {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
  try {
    return ajv.compile({ $ref: `document#/${pointer.join('/')}` })
  } catch {
    return undefined
  }
}

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('binary', true)
const document: unknown = JSON.parse(openApiDocument())
const schema = asJsonSchema(document)
if (isRecord(schema)) ajv.addSchema(schema, 'document')

/** OpenAPI 3.0's schemas in the words of JSON Schema draft 7; ajv knows `nullable`. */
function asJsonSchema(node: unknown, closes = true): unknown {
  if (Array.isArray(node)) return node.map((item) => asJsonSchema(item, closes))
  if (!isRecord(node)) return node
  // Parts of an allOf complete each other: neither may close the object for the other.
  const out: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'example' ? value : asJsonSchema(value, key !== 'allOf')]),
  )
  if (out['exclusiveMinimum'] === true) {
    out['exclusiveMinimum'] = out['minimum']
    delete out['minimum']
  }
  if (
    closes &&
    out['type'] === 'object' &&
    isRecord(out['properties']) &&
    !('additionalProperties' in out) &&
    !('allOf' in out)
  )
    out['additionalProperties'] = false
  return out
}
