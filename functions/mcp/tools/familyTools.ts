import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ENTRIES } from '../calls/entries.ts'
import type { Entry } from '../calls/Entry.ts'
import { validate } from '../../../shared/http/validate.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { callOperation } from './callOperation.ts'
import { CALL_OPTIONS } from './definitions.ts'
import type { ToolContext } from './Tools.ts'

/** A JSON Schema within one of a tool. */
export type Schema = NonNullable<Tool['inputSchema']['properties']>[string]

/** The argument with everything that is not an argument of the operation. */
const OPTIONS = 'options'

/** Operations of a family that are tools; without those that change something if only reads are wanted. */
export const entriesOf = (family: string, isReadOnly: boolean): readonly Entry[] =>
  [...ENTRIES.values()].filter((entry) => entry.family === family && (!isReadOnly || entry.kind !== 'write'))

/** An operation without the argument with which a read stores something. */
export function withoutStoring(entry: Entry): Entry {
  const { storesWith, tool, args, query } = entry
  if (storesWith === undefined) return entry
  const { [storesWith]: _, ...properties } = tool.inputSchema.properties ?? {}
  const isOther = (name: string) => name !== storesWith
  return {
    ...entry,
    args: args.filter(isOther),
    query: query.filter(isOther),
    tool: {
      ...tool,
      inputSchema: { ...tool.inputSchema, properties },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
  }
}

/** The tool that an operation is by itself, with an argument for what is not an argument of the operation. */
export const toolOf = ({ tool }: Entry, options: Schema): Tool => ({
  ...tool,
  inputSchema: { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, [OPTIONS]: options } },
})

/** Calls the tool of an operation. */
export async function runEntry(entry: Entry, args: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    const { [OPTIONS]: options, ...own } = z.record(z.string(), z.unknown()).parse(args)
    validate(CALL_OPTIONS, options ?? {})
    return await callOperation(entry, own, CALL_OPTIONS.parse(options ?? {}), context)
  } catch (error) {
    return toErrorResult(error, { tool: entry.operationId, operationId: entry.operationId })
  }
}
