import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Way } from '../../functions/mcp/calls/Way.ts'
import { OF_SIGN_IN } from '../../functions/mcp/calls/ofSignIn.ts'
import { CALL_OPTIONS, DEFINITIONS } from '../../functions/mcp/tools/definitions.ts'
import { openApiDocument } from '../openapi.ts'
import { describeOperations, isTool } from './describeOperations.ts'

const guides = path.resolve(import.meta.dirname, '../../functions/mcp/guides')
/** In the order in which they are read. */
const GUIDES = ['quickstart', 'amounts', 'sending']

/** What the Worker `mcp` is built from, each as JSON. */
export function mcpModules(): Record<'ways' | 'tools' | 'callOptions' | 'guides', string> {
  const all = describeOperations(JSON.parse(openApiDocument()))
  const ways = all.flatMap(({ way, operation }): Way[] => {
    if (isTool(operation, way.family)) return [way]
    return OF_SIGN_IN.includes(way.operationId) ? [{ ...way, isOnlyOfSignIn: true }] : []
  })
  const tools = DEFINITIONS.map(({ input, ...rest }) => ({ ...rest, inputSchema: jsonSchemaOf(input) }))
  const texts = GUIDES.map((name) => [name, readFileSync(path.join(guides, `${name}.md`), 'utf8')])
  return {
    ways: JSON.stringify(ways),
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
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const { additionalProperties: others } = jsonSchema
      if (typeof others !== 'object' || Object.keys(others).length > 0) return
      jsonSchema.additionalProperties = true
      delete jsonSchema.propertyNames
    },
  })
  return rest
}
