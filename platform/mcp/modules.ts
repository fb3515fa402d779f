import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { CALL_OPTIONS, DEFINITIONS } from '../../functions/mcp/tools/definitions.ts'
import { openApiDocument } from '../openapi.ts'
import { describeOperations, isAsked, isTool } from './entries.ts'
import { searchables } from './searchables.ts'

const guides = path.resolve(import.meta.dirname, '../../functions/mcp/guides')
/** In the order in which they are read. */
const GUIDES = ['quickstart', 'amounts', 'sending']

/** What the Worker `mcp` is built from, each as JSON. */
export function mcpModules(): Record<
  'operations' | 'signIn' | 'tools' | 'callOptions' | 'searchable' | 'guides',
  string
> {
  const all = describeOperations(JSON.parse(openApiDocument()))
  const described = all.filter(({ operation, way }) => isTool(operation, way.family))
  const signIn = all.filter(({ way }) => SIGN_IN.includes(way.operationId))
  const tools = DEFINITIONS.map(({ input, ...rest }) => ({ ...rest, inputSchema: jsonSchemaOf(input) }))
  return {
    operations: JSON.stringify(described.map(({ way, tool }) => ({ ...way, tool }))),
    signIn: JSON.stringify(signIn.map(({ way }) => way)),
    tools: JSON.stringify(tools),
    callOptions: JSON.stringify(jsonSchemaOf(CALL_OPTIONS)),
    guides: JSON.stringify(
      Object.fromEntries(GUIDES.map((name) => [name, readFileSync(path.join(guides, `${name}.md`), 'utf8')])),
    ),
    searchable: JSON.stringify(searchables(all.filter(({ operation, way }) => isAsked(operation, way.family)))),
  }
}

/** What sign_in calls. */
const SIGN_IN: readonly string[] = ['getAuthNonce', 'verifyAuth', 'createAgentNonce', 'verifyAgent', 'logoutAuth']

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
