import type * as z from 'zod'
import type { CALLS } from './definitions.ts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Call, CallAll } from '../calls/createCalls.ts'
import type { Documents } from '../documents/createDocuments.ts'

/** The operations, for the caller of one request. */
export interface ToolContext {
  readonly call: Call
  readonly callAll: CallAll
  readonly documents: Documents
  readonly baseUrl: string
}

/** Answers a call with arguments that its schema accepts. Throws Failure and ApiError. */
export type RunTool<A> = (args: A, context: ToolContext) => Promise<CallToolResult>

/** The tool of a name, behind its schema. */
export type RunCall<N extends keyof typeof CALLS> = RunTool<InputOf<N>>
export type InputOf<N extends keyof typeof CALLS> = z.output<(typeof CALLS)[N]>
