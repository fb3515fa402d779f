import { isTool } from '../../../../mcp/describeOperations.ts'
import { toolArguments, type ExampleCall } from '../exampleCall.ts'

const TOOLS = { read: 'call_read', build: 'build', write: 'call_write' } as const

/** The example call as `params` of `tools/call` at `/mcp`; undefined for an operation that is not a tool. */
export function mcpSample(call: ExampleCall): string | undefined {
  const { operation, way } = call
  if (!isTool(operation, way.family)) return undefined
  const args = toolArguments(call)
  const given = {
    operationId: way.operationId,
    ...(Object.keys(args).length === 0 ? {} : { args }),
    ...(way.kind === 'build' || (way.kind === 'read' && operation['x-auth'] !== undefined)
      ? { accessToken: '<accessToken of sign_in>' }
      : {}),
  }
  return JSON.stringify({ name: TOOLS[way.kind], arguments: given }, undefined, 2)
}
