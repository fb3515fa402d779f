import { safeBase64Encode } from '@x402/core/utils'
import { type Args, asArgs } from '../calls/Args.ts'
import { OPTIONS } from './familyTools.ts'

/** Key of `_meta` with the payment of a call (x402, transport MCP, version 2). */
const PAYMENT = 'x402/payment'
const PAID_TOOLS = ['call_write', 'paid_review']

/** The payment of x402 as the header PAYMENT-SIGNATURE has it; undefined if it is no object. */
export const encodePayment = (payload: unknown): string | undefined =>
  typeof payload === 'object' && payload !== null ? safeBase64Encode(JSON.stringify(payload)) : undefined

/** The arguments of a call with the payment that its `_meta` has, unless they have one. `isOperation`: the tool is one operation. */
export function withPayment(tool: string, args: Args, meta: Args, isOperation: boolean): Args {
  const payment = encodePayment(meta[PAYMENT])
  if (payment === undefined) return args
  if (isOperation) return { ...args, [OPTIONS]: { payment, ...asArgs(args[OPTIONS]) } }
  return PAID_TOOLS.includes(tool) ? { payment, ...args } : args
}
