import { FINDS_ADDRESSES } from '../../../schema/common.ts'

/** The call that helps after an error: a tool with its arguments, and why. */
export interface Next {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly why: string
}

export interface Failed {
  readonly tool: string
  /** Absent if the tool calls none, or the call names none that exists. */
  readonly operationId?: string | undefined
  /** Whether the call may have changed something that the same call would change again. */
  readonly isOnce?: boolean | undefined
  /** Credential of an operation that changes something, for which the token of a wallet does not suffice. */
  readonly needs?: string | undefined
}

/** An error: its code and status, and whether the same call may succeed later. */
interface Known {
  readonly code: string
  readonly detail?: string
  readonly status?: number | undefined
  readonly retryable?: boolean | undefined
}

/** Codes of an address, a name or an id that is not what the operation takes. */
const NOT_THAT = /^(invalid_address|not_an?_\w+|agent_not_found|account_not_found)$/
const ARGUMENTS: readonly string[] = ['invalid_request', 'invalid_json', 'unsupported_chain']

/** At most 200 characters with the code in front of it. */
const OF_WRITE =
  'As an agent call sign_in with agentId, then describe_operation with sign. A person puts an account session into the transport’s Authorization header.'
const OF_HEADERS =
  'Put the operation’s credential into the headers of the transport. A token of sign_in does not suffice.'

const PAY =
  'If the user agrees, sign it with an x402 client, and make the same call with payment: base64 of the JSON of the PaymentPayload.'

/** Whether a call that failed may have been carried out, so that the same call would do it twice. */
export const mayBeDone = ({ status = 500 }: Pick<Known, 'status'>, { isOnce = false }: Failed): boolean =>
  isOnce && status >= 500

/** The call to make after an error. */
export function nextOf(known: Known, failed: Failed): Next {
  const { code, detail = '', retryable } = known
  const { tool, operationId, needs } = failed
  if (code === 'unauthenticated' && needs !== undefined)
    return { tool: 'describe_operation', arguments: { operationId }, why: needs === 'write' ? OF_WRITE : OF_HEADERS }
  if (code === 'unauthenticated')
    return { tool: 'sign_in', arguments: {}, why: 'Call sign_in, and pass the accessToken that it returns.' }
  if (code === 'payment_required') return { tool, arguments: {}, why: PAY }
  if (mayBeDone(known, failed))
    return {
      tool: 'search_operations',
      arguments: {},
      why: 'The call may have been carried out. Read what became of it before you repeat it.',
    }
  if (retryable)
    return { tool, arguments: {}, why: 'Make the same call again, after retryAfterSeconds if it is given.' }
  if (NOT_THAT.test(code) || (code === 'invalid_request' && detail.includes(FINDS_ADDRESSES)))
    return {
      tool: 'resolve',
      arguments: {},
      why: 'Call resolve with a name, symbol, handle or address to find the right one.',
    }
  if (code === 'not_found' && operationId === undefined && tool !== 'explain_error')
    return { tool: 'search_operations', arguments: {}, why: 'Call search_operations to find the operation.' }
  if (ARGUMENTS.includes(code) && operationId !== undefined)
    return {
      tool: 'describe_operation',
      arguments: { operationId },
      why: `Call describe_operation for the arguments of ${operationId}.`,
    }
  return { tool: 'explain_error', arguments: { code }, why: `Call explain_error with ${code} for its causes.` }
}
