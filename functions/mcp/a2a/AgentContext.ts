import type { Open } from '../calls/createOpen.ts'
import type { ToolContext } from '../tools/Tools.ts'

/** What the agent works with, for the caller of a request. */
export interface AgentContext extends ToolContext {
  readonly open: Open
  /** Whether the request itself has a credential. */
  readonly hasCredential: boolean
}
