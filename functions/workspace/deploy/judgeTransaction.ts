import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import {
  type Address,
  decodeEventLog,
  getAbiItem,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseAbi,
  toEventSelector,
} from 'viem'
import * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { PlannedCall } from './plan.ts'

/** Why a transaction does not count for its call. */
export type Problem = 'not_this_call' | 'outcome_unclear'

export interface Judged {
  readonly state: 'sent' | 'confirmed' | 'reverted'
  /** Decimal; null while it is in no block. */
  readonly blockNumber: string | null
  readonly problem: Problem | null
}

const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)])
const quantity = hex.refine((text) => text.length > 2).transform((text) => BigInt(text))
const Transaction = z.object({ from: hex, to: hex.nullable(), input: hex, value: quantity }).nullable()
const Receipt = z
  .object({
    status: z.enum(['0x0', '0x1']),
    blockNumber: quantity,
    logs: z.array(z.object({ topics: z.array(hex), data: hex })),
  })
  .nullable()

/** ERC-4337, of EntryPoint 0.6 to 0.8. */
const entryPointAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])
const OPERATION = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'UserOperationEvent' }))

const WAITING: Judged = { state: 'sent', blockNumber: null, problem: null }
const NOT_THIS_CALL: Judged = { ...WAITING, problem: 'not_this_call' }
const UNCLEAR: Judged = { ...WAITING, problem: 'outcome_unclear' }

export const transactionCalls = (hash: Hex) => [
  { method: 'eth_getTransactionByHash', params: [hash] },
  { method: 'eth_getTransactionReceipt', params: [hash] },
]

/**
 * The state of a call of a plan by its transaction. The transaction counts if it is that call, or if its calldata contains
 * the call and it is sent to the call's sender (a wallet's batch) or has successful ERC-4337 operations of that sender (a
 * bundle). `before`: how many equal calls of the plan it counts for already; it must contain the call once more.
 *
 * Throws upstream_failed if the node does not answer.
 */
export function judgeTransaction(call: PlannedCall, replies: readonly (RpcReply | undefined)[], before = 0): Judged {
  const [transaction, receipt] = [answered(Transaction, replies[0]), answered(Receipt, replies[1])]
  if (!transaction) return WAITING
  if (isExactly(call, transaction) ? before > 0 : timesIn(call, transaction.input) <= before) return NOT_THIS_CALL
  const isOwn = isExactly(call, transaction) || isTo(transaction, call.from)
  if (!receipt) return WAITING
  const blockNumber = String(receipt.blockNumber)
  const failed = receipt.status === '0x0'
  if (isOwn && failed) return { state: 'reverted', blockNumber, problem: null }
  // A bundle that failed as a whole leaves its operations valid: another bundle may still carry them out.
  if (failed) return UNCLEAR
  const operations = operationsOf(call.from, receipt.logs)
  if (operations.includes(false))
    return operations.includes(true) ? UNCLEAR : { state: 'reverted', blockNumber, problem: null }
  return isOwn || operations.length > 0 ? { state: 'confirmed', blockNumber, problem: null } : NOT_THIS_CALL
}

function answered<T>(schema: z.ZodType<T>, reply: RpcReply | undefined): T {
  const parsed = schema.safeParse(reply && 'result' in reply ? reply.result : undefined)
  if (!parsed.success) throw new ApiError('upstream_failed')
  return parsed.data
}

type Sent = NonNullable<z.output<typeof Transaction>>

const isTo = ({ to }: Sent, address: Address): boolean => to !== null && isAddressEqual(to, address)

const isExactly = ({ from, to, data, value }: PlannedCall, sent: Sent): boolean =>
  isTo(sent, to) && isAddressEqual(sent.from, from) && sent.input.toLowerCase() === data && String(sent.value) === value

/** Counts how often the calldata of a wallet contains a call: the call's calldata (its target if that is empty), and its value if it sends any. */
function timesIn({ to, data, value }: PlannedCall, input: Hex): number {
  const text = input.toLowerCase()
  const target = to.slice(2).toLowerCase()
  const amount = value === '0' ? '' : numberToHex(BigInt(value), { size: 32 }).slice(2)
  if (!text.includes(target) || !text.includes(amount)) return 0
  return text.split(data === '0x' ? target : data.slice(2)).length - 1
}

/** Whether each operation of a sender succeeded, by the events of its entry point. */
function operationsOf(sender: Address, logs: NonNullable<z.output<typeof Receipt>>['logs']): boolean[] {
  return logs.flatMap(({ topics: [signature, ...rest], data }) => {
    if (signature !== OPERATION) return []
    try {
      const topics: [Hex, ...Hex[]] = [signature, ...rest]
      const { args } = decodeEventLog({ abi: entryPointAbi, topics, data })
      return isAddressEqual(args.sender, sender) ? [args.success] : []
    } catch {
      return []
    }
  })
}
