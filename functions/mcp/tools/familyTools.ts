import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { asArgs } from '../calls/Args.ts'
import { refuseDirectOnly } from '../calls/directOnly.ts'
import { WAYS } from '../calls/ways.ts'
import type { Way } from '../calls/Way.ts'
import { parseBy } from '../../../shared/http/validate.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { callOperation } from './callOperation.ts'
import { CALL_OPTIONS } from './definitions.ts'
import { failedCall } from './findWay.ts'
import type { ToolContext } from './Tools.ts'

/** A JSON Schema within one of a tool. */
export type Schema = NonNullable<Tool['inputSchema']['properties']>[string]

/** The argument with everything that is not an argument of the operation. */
export const OPTIONS = 'options'

/** Operations of a family that are tools; without those that change something if only reads are wanted. */
export const waysOf = (family: string, isReadOnly: boolean): readonly Way[] =>
  [...WAYS.values()].filter((way) => isWayOf(way, family, isReadOnly))

/** Whether an operation is one of these. */
export const isWayOf = (way: Way | undefined, family: string, isReadOnly: boolean): way is Way =>
  way?.family === family && (!isReadOnly || way.kind !== 'write')

/** An operation without the argument with which a read stores something. */
export function withoutStoring(way: Way): Way {
  const isOther = (name: string) => name !== way.storesWith
  return { ...way, args: way.args.filter(isOther), query: way.query.filter(isOther) }
}

/** The tool of such an operation: then it only reads. */
export function toolWithoutStoring(tool: Tool, { storesWith }: Way): Tool {
  if (storesWith === undefined) return tool
  const { [storesWith]: _, ...properties } = tool.inputSchema.properties ?? {}
  const annotations = { readOnlyHint: true, openWorldHint: false }
  return { ...tool, inputSchema: { ...tool.inputSchema, properties }, annotations }
}

/** The tool that an operation is by itself, with an argument for what is not an argument of the operation. */
export const withOptions = (tool: Tool, options: Schema): Tool => ({
  ...tool,
  inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, [OPTIONS]: options } },
})

/** Calls the tool of an operation. */
export async function runWay(way: Way, args: unknown, context: ToolContext): Promise<CallToolResult> {
  const { [OPTIONS]: options = {}, ...own } = asArgs(args)
  try {
    refuseDirectOnly(options)
    return await callOperation(way, own, parseBy(CALL_OPTIONS, options), context)
  } catch (error) {
    return toErrorResult(error, failedCall(way.operationId, way, own, asArgs(options)))
  }
}
