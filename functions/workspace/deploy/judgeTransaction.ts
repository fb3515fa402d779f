import { type Address, decodeEventLog, getAbiItem, type Hex, isAddressEqual, parseAbi, toEventSelector } from 'viem'
import * as z from 'zod'
import type { RpcReply } from '../../../shared/chain/rpc.ts'
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

/** What asks a node for a transaction and what came of it. */
export const transactionCalls = (hash: Hex) => [
  { method: 'eth_getTransactionByHash', params: [hash] },
  { method: 'eth_getTransactionReceipt', params: [hash] },
]

/**
 * What a transaction did for a call of a plan. It counts if it is that call, or if its calldata has the call's target and
 * calldata in it, as that of a wallet's batch or of an ERC-4337 bundle has; of a bundle, the operations of the call's sender
 * must have succeeded.
 *
 * Throws upstream_failed where the node does not say.
 */
export function judgeTransaction(call: PlannedCall, replies: readonly (RpcReply | undefined)[]): Judged {
  const [transaction, receipt] = [answered(Transaction, replies[0]), answered(Receipt, replies[1])]
  if (!transaction) return WAITING
  const isCall = isExactly(call, transaction)
  if (!isCall && !carries(call, transaction.input)) return { ...WAITING, problem: 'not_this_call' }
  if (!receipt) return WAITING
  const blockNumber = String(receipt.blockNumber)
  if (receipt.status === '0x0') return { state: 'reverted', blockNumber, problem: null }
  const succeeded = isCall ? [] : operationsOf(call.from, receipt.logs)
  if (succeeded.includes(false))
    return succeeded.includes(true)
      ? { ...WAITING, problem: 'outcome_unclear' }
      : { state: 'reverted', blockNumber, problem: null }
  return { state: 'confirmed', blockNumber, problem: null }
}

function answered<T>(schema: z.ZodType<T>, reply: RpcReply | undefined): T {
  const parsed = schema.safeParse(reply && 'result' in reply ? reply.result : undefined)
  if (!parsed.success) throw new ApiError('upstream_failed')
  return parsed.data
}

type Sent = NonNullable<z.output<typeof Transaction>>

const isExactly = ({ from, to, data, value }: PlannedCall, sent: Sent): boolean =>
  sent.to !== null &&
  isAddressEqual(sent.from, from) &&
  isAddressEqual(sent.to, to) &&
  sent.input.toLowerCase() === data &&
  String(sent.value) === value

const carries = ({ to, data }: PlannedCall, input: Hex): boolean => {
  const text = input.toLowerCase()
  return text.includes(to.slice(2).toLowerCase()) && text.includes(data.slice(2))
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
