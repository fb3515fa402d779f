import * as z from 'zod'
import { CALL_OPTIONS, DEFINITIONS } from '../../functions/mcp/tools/definitions.ts'
import { openApiDocument } from '../openapi.ts'
import { describeOperations, isTool } from './entries.ts'
import { searchIndex } from './searchIndex.ts'

/** What the Worker `mcp` is built from, each as JSON. */
export function mcpModules(): Record<'operations' | 'signIn' | 'tools' | 'callOptions' | 'index', string> {
  const all = describeOperations(JSON.parse(openApiDocument()))
  const described = all.filter(({ operation, way }) => isTool(operation, way.family))
  const signIn = all.filter(({ way }) => SIGN_IN.includes(way.operationId))
  const tools = DEFINITIONS.map(({ input, ...rest }) => ({ ...rest, inputSchema: jsonSchemaOf(input) }))
  return {
    operations: JSON.stringify(described.map(({ way, tool }) => ({ ...way, tool }))),
    signIn: JSON.stringify(signIn.map(({ way }) => way)),
    tools: JSON.stringify(tools),
    callOptions: JSON.stringify(jsonSchemaOf(CALL_OPTIONS)),
    index: searchIndex(described),
  }
}

/** What sign_in calls. */
const SIGN_IN: readonly string[] = ['getAuthNonce', 'verifyAuth', 'createAgentNonce', 'verifyAgent', 'logoutAuth']

/** JSON Schema 2020-12 of what a tool takes. Clients take schemas for that version, whether they name it or not. */
function jsonSchemaOf(schema: z.ZodObject) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
