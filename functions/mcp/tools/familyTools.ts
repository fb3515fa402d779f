import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { safeBase64Encode } from '@x402/core/utils'
import * as z from 'zod'
import { parseBy } from '../../../shared/http/validate.ts'
import { type Args, asArgs, isArgs } from '../calls/Args.ts'
import type { CallableOperation } from '../calls/CallableOperation.ts'
import { refuseDirectOnly } from '../calls/directOnly.ts'
import { CALLABLE } from '../calls/operations.ts'
import { toErrorResult } from '../results/toErrorResult.ts'
import { callOperation } from './callOperation.ts'
import { CALL_OPTIONS } from './definitions.ts'
import { failedCall } from './findOperation.ts'
import { unpacked } from './readArgs.ts'
import type { ToolContext } from './Tools.ts'

type Schema = NonNullable<Tool['inputSchema']['properties']>[string]
/** JSON schema of an object. */
export type Options = { readonly properties: Readonly<Record<string, Schema>> }

/** The argument with everything that is not an argument of the operation. */
const OPTIONS = 'options'

const WITH_OPTIONS = z.object({ [OPTIONS]: CALL_OPTIONS })

/** Operations of a family that are tools; without those that change something if only reads are wanted. */
export const operationsOf = (family: string, isReadOnly: boolean): readonly CallableOperation[] =>
  [...CALLABLE.values()].filter((operation) => isOperationOf(operation, family, isReadOnly))

/** Whether an operation is one of these. */
export const isOperationOf = (
  operation: CallableOperation | undefined,
  family: string,
  isReadOnly: boolean,
): operation is CallableOperation => operation?.family === family && (!isReadOnly || operation.kind !== 'write')

/** An operation without the argument with which a read stores something. */
export function withoutStoring(operation: CallableOperation): CallableOperation {
  const isOther = (name: string) => name !== operation.storesWith
  return { ...operation, args: operation.args.filter(isOther), query: operation.query.filter(isOther) }
}

/** The tool of such an operation: then it only reads. */
export function toolWithoutStoring(tool: Tool, { storesWith }: CallableOperation): Tool {
  if (storesWith === undefined) return tool
  const { [storesWith]: _, ...properties } = tool.inputSchema.properties ?? {}
  const annotations = { readOnlyHint: true, openWorldHint: false }
  return { ...tool, inputSchema: { ...tool.inputSchema, properties }, annotations }
}

/**
 * The tool that an operation is by itself, with an argument for what is not an argument of the operation: of `options`, what its
 * kind can use. Calls accept all of them.
 */
export function withOptions(tool: Tool, { properties, ...options }: Options, operation: CallableOperation): Tool {
  const usable = Object.fromEntries(Object.entries(properties).filter(([name]) => canUse(operation, name)))
  const own = { ...tool.inputSchema.properties, [OPTIONS]: { ...options, properties: usable } }
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: own } }
}

function canUse({ kind, auth, isPaid, takesKey, storesWith }: CallableOperation, option: string): boolean {
  if (option === 'fields') return true
  if (option === 'accessToken') return auth !== '' || storesWith !== undefined
  if (option === 'idempotencyKey') return takesKey === true || kind === 'build'
  if (option === 'payment') return isPaid === true
  return kind === 'write' || storesWith !== undefined
}

export async function runOperation(
  operation: CallableOperation,
  args: unknown,
  context: ToolContext,
): Promise<CallToolResult> {
  const { [OPTIONS]: options = {}, ...own } = unpacked(args, operation.nullable)
  try {
    refuseDirectOnly(options)
    return await callOperation(operation, own, parseBy(WITH_OPTIONS, { options }).options, context)
  } catch (error) {
    return toErrorResult(error, failedCall(operation.operationId, operation, own, asArgs(options)))
  }
}

/** Key of `_meta` with the payment of a call (x402, transport MCP, version 2). */
const PAYMENT = 'x402/payment'
const PAID_TOOLS = ['call_write', 'paid_review']

/** The payment of x402 as the header PAYMENT-SIGNATURE has it; undefined if it is not an object. */
export const encodePayment = (payload: unknown): string | undefined =>
  typeof payload === 'object' && payload !== null ? safeBase64Encode(JSON.stringify(payload)) : undefined

/**
 * The arguments of a call with the payment that its `_meta` has, unless they have one. Options that are not an object stay, for the tool
 * to refuse. `isOperation`: the tool is one operation.
 */
export function withPayment(tool: string, args: Args, meta: Args, isOperation: boolean): Args {
  const payment = encodePayment(meta[PAYMENT])
  if (payment === undefined) return args
  if (isOperation) {
    const { [OPTIONS]: options = {} } = unpacked(args)
    return isArgs(options) ? { ...args, [OPTIONS]: { payment, ...options } } : args
  }
  return PAID_TOOLS.includes(tool) ? { ...args, payment: args['payment'] ?? payment } : args
}
