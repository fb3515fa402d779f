import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Call } from '../calls/createCall.ts'
import type { Documents } from '../documents/createDocuments.ts'

/** What a tool works with: the operations, for the caller of this request. */
export interface ToolContext {
  readonly call: Call
  readonly documents: Documents
  readonly baseUrl: string
}

/** Answers a call with arguments that its schema accepts. Throws Failure and ApiError. */
export type RunTool<A> = (args: A, context: ToolContext) => Promise<CallToolResult>
