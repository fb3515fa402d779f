import {
  decodeFunctionData,
  encodeEventTopics,
  getAddress,
  isAddressEqual,
  numberToHex,
  parseAbi,
  toFunctionSelector,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { MOST_DECODED } from '../../../schema/build/status.ts'
import { decodeRevert, type Revert } from '../../../shared/calldata/decodeRevert.ts'
import type { RpcCall } from '../../../shared/chain/RpcCall.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import { arrayLength } from '../../../shared/domain/sponsorship/decodeCanonical.ts'
import { walletCalls } from '../../../shared/domain/sponsorship/innerCalls.ts'
import { ENTRY_POINTS } from '../../../shared/domain/sponsorship/policy.ts'
import { attempt } from './describeCalls.ts'
import type { SentCall } from './Kind.ts'

/** The parts of EntryPoint 0.6, and of 0.7 and 0.8 (ERC-4337), that say what operations do and what became of them. */
const handleOps06Abi = parseAbi([
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function handleOps(UserOperation[] ops, address beneficiary)',
])
const handleOps07Abi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
])
const outcomeAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
])

/** Longest calldata of a bundle that is decoded: its operations may share their bytes. */
const MOST_BYTES = 65_536

interface Log {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export interface SentOperation {
  readonly userOpHash: Hex | null
  readonly sender: Address
  readonly success: boolean | null
  readonly calls: readonly SentCall[]
  /** Whether these are the calls that its wallet makes; otherwise the only call is the one to the wallet itself. */
  readonly isKnown: boolean
  readonly revert: Revert | null
}

/** The call for the logs of a sender's user operations in some blocks, of every EntryPoint. */
export const logsOfSender = (sender: Address, fromBlock: number, toBlock: number): RpcCall => ({
  method: 'eth_getLogs',
  params: [
    {
      fromBlock: numberToHex(fromBlock),
      toBlock: numberToHex(toBlock),
      address: Object.keys(ENTRY_POINTS),
      topics: encodeEventTopics({ abi: outcomeAbi, eventName: 'UserOperationEvent', args: { sender } }),
    },
  ],
})

/** The calls that a call makes a smart wallet execute; null for any other call. */
export const callsOfWallet = (data: Hex): SentCall[] | null =>
  attempt(() =>
    walletCalls(data).map(({ target, data: inner, value }) => ({ to: getAddress(target), data: inner, value })),
  )

/**
 * The user operations of a bundle, with what its logs say of each; null for any other call. `isCut`: there are more than are
 * decoded.
 */
export function operationsIn(
  { to, data }: SentCall,
  logs: readonly Log[],
): { readonly operations: readonly SentOperation[]; readonly isCut: boolean } | null {
  const version = Object.entries(ENTRY_POINTS).find(([address]) => address.toLowerCase() === to.toLowerCase())?.[1]
  if (version === undefined) return null
  const abi = version === '0.6' ? handleOps06Abi : handleOps07Abi
  if (!isCallOf(abi, data)) return null
  const count = arrayLength(data, 2)
  if (data.length > 2 * MOST_BYTES || count === undefined || count > BigInt(MOST_DECODED.operations))
    return { operations: [], isCut: true }
  const ops = attempt(() => decodeOps(abi, data))
  if (!ops) return { operations: [], isCut: true }
  const own = logs.filter(({ address }) => isAddressEqual(address, to))
  const outcomes = own.flatMap((log) => decodeEvent(outcomeAbi, log) ?? [])
  const operations = ops.map(({ sender, nonce, callData }): SentOperation => {
    const mine = outcomes.filter(({ args }) => isAddressEqual(args.sender, sender) && args.nonce === nonce)
    const done = mine.find((one) => one.eventName === 'UserOperationEvent')
    const executed = callsOfWallet(callData)
    const failed = mine.find((one) => one.eventName === 'UserOperationRevertReason')
    return {
      userOpHash: done?.args.userOpHash ?? null,
      sender,
      success: done?.eventName === 'UserOperationEvent' ? done.args.success : null,
      calls: executed ?? [{ to: sender, data: callData, value: 0n }],
      isKnown: executed !== null,
      revert: failed?.eventName === 'UserOperationRevertReason' ? decodeRevert(failed.args.revertReason) : null,
    }
  })
  return { operations, isCut: false }
}

const isCallOf = (abi: Abi, data: Hex): boolean =>
  abi.some((item) => item.type === 'function' && toFunctionSelector(item) === data.slice(0, 10).toLowerCase())

const decodeOps = (abi: typeof handleOps06Abi | typeof handleOps07Abi, data: Hex) =>
  decodeFunctionData({ abi, data }).args[0].map(({ sender, nonce, callData }) => ({ sender, nonce, callData }))
