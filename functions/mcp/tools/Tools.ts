import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Call } from '../calls/createCall.ts'

/** What a tool works with: the operations, for the caller of this request. */
export interface ToolContext {
  readonly call: Call
  /** A GET of a page of this host, as its Worker `site` answers it; null where there is none. */
  readonly readPage: (path: string) => Promise<string | null>
  readonly baseUrl: string
}

/** Answers a call with arguments that its schema accepts. Throws Failure and ApiError. */
export type RunTool<A> = (args: A, context: ToolContext) => Promise<CallToolResult>
