import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { asArgs } from '../calls/Args.ts'
import { WAYS } from '../calls/ways.ts'
import type { Way } from '../calls/Way.ts'
import { validate } from '../../../shared/http/validate.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { callOperation } from './callOperation.ts'
import { CALL_OPTIONS } from './definitions.ts'
import { isOnce } from './findWay.ts'
import type { ToolContext } from './Tools.ts'

/** A JSON Schema within one of a tool. */
export type Schema = NonNullable<Tool['inputSchema']['properties']>[string]

/** The argument with everything that is not an argument of the operation. */
export const OPTIONS = 'options'

/** Operations of a family that are tools; without those that change something if only reads are wanted. */
export const waysOf = (family: string, isReadOnly: boolean): readonly Way[] =>
  [...WAYS.values()].filter((way) => way.family === family && (!isReadOnly || way.kind !== 'write'))

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
    validate(CALL_OPTIONS, options)
    return await callOperation(way, own, CALL_OPTIONS.parse(options), context)
  } catch (error) {
    const { operationId } = way
    return toErrorResult(error, { tool: operationId, operationId, isOnce: isOnce(way, own, asArgs(options)) })
  }
}
