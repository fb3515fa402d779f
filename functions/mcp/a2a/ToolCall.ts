import { CALLABLE } from '../calls/operations.ts'
import { isToolAt } from '../protocol/lists.ts'
import { kindOf, TOOL_OF } from '../tools/findOperation.ts'

/** A call of a tool of `/mcp`: what a message asks for. */
export interface ToolCall {
  readonly tool: string
  readonly args: Args
}
type Args = Readonly<Record<string, unknown>>

/** Credentials and payments continue a task, and are never part of one. */
const CREDENTIALS = ['accessToken', 'idempotencyKey', 'signed', 'body', 'payment']

export const isCredential = (name: string): boolean => CREDENTIALS.includes(name)

export const withoutCredentials = (args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !isCredential(name)))

export const isTool = (name: string): boolean => isToolAt({ isReadOnly: false }, name)

/** The call that an operation with its arguments is: of the tool for operations of its kind, which names one that does not exist. */
export function askOperation(operationId: string, given: Args): ToolCall {
  const operation = CALLABLE.get(operationId)
  const args = isRecord(given['args']) ? given['args'] : {}
  return { tool: operation ? TOOL_OF[kindOf(operation, args)] : TOOL_OF.read, args: given }
}

/** The operation that a call names, else the tool. */
export const nameOf = ({ tool, args: { operationId } }: ToolCall): string =>
  typeof operationId === 'string' ? operationId : tool

/** Whether a call changes something, and so must come from a program that names its operation. */
export const isWrite = ({ tool }: ToolCall): boolean => tool === TOOL_OF.write || tool === 'paid_review'

/** Whether it is for sale. */
export const isPaid = (toolCall: ToolCall): boolean => CALLABLE.get(nameOf(toolCall))?.isPaid === true

/** Whether a call is of an operation, whose caller may have to prove or pay something first. */
export const takesCredential = (toolCall: ToolCall): boolean =>
  Object.values(TOOL_OF).includes(toolCall.tool) && CALLABLE.has(nameOf(toolCall))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
