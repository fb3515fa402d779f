import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { type CallableOperation, OF_SIGN_IN } from '../../functions/mcp/calls/CallableOperation.ts'
import { CALL_OPTIONS, DEFINITIONS } from '../../functions/mcp/tools/definitions.ts'
import { openApiDocument } from '../openapi.ts'
import { asObject, mapValues } from '../json.ts'
import { describeOperations, isTool } from './describeOperations.ts'
import { listedArguments } from './toJsonSchema.ts'

const guides = path.resolve(import.meta.dirname, '../../functions/mcp/guides')
/** In the order in which they are read. */
const GUIDES = ['quickstart', 'amounts', 'sending']

/** Data that the Worker `mcp` is built from, each as JSON. */
export function mcpModules(): Record<'operations' | 'tools' | 'callOptions' | 'guides', string> {
  const all = describeOperations(JSON.parse(openApiDocument()))
  const operations = all.flatMap(({ callable, operation }): CallableOperation[] => {
    if (isTool(operation, callable.family)) return [callable]
    return OF_SIGN_IN.includes(callable.operationId) ? [{ ...callable, isOnlyOfSignIn: true }] : []
  })
  const tools = DEFINITIONS.map(({ input, ...rest }) => ({ ...rest, inputSchema: jsonSchemaOf(input) }))
  const texts = GUIDES.map((name) => [name, readFileSync(path.join(guides, `${name}.md`), 'utf8')])
  return {
    operations: JSON.stringify(operations),
    tools: JSON.stringify(tools),
    callOptions: JSON.stringify(jsonSchemaOf(CALL_OPTIONS)),
    guides: JSON.stringify(Object.fromEntries(texts)),
  }
}

/**
 * JSON Schema 2020-12 of what a tool takes. Clients take schemas for that version, whether they name it or not. Members of any
 * kind are said by `true`: some clients refuse a schema without keywords.
 */
function jsonSchemaOf(schema: z.ZodObject) {
  const {
    $schema: _,
    properties,
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const { additionalProperties: others } = jsonSchema
      if (typeof others !== 'object' || Object.keys(others).length > 0) return
      jsonSchema.additionalProperties = true
      delete jsonSchema.propertyNames
    },
  })
  return { ...rest, properties: listedArguments(mapValues(properties, asObject)) }
}
