import type { RpcReply } from '../chain/RpcCall.ts'
import { decodeFunctionResult, encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import { multicall3Abi } from '../abi/multicall3.ts'
import { isBytes } from '../text/bytes.ts'
import {
  type Attempt,
  isGasText,
  type CallOutcome,
  readRefusal,
  type Sequence,
  timeOverride,
  toBytes,
  toTransaction,
} from './Attempt.ts'

/**
 * A sequence through eth_call, which does not report gas: a single call as it is; several by a state override that
 * gives the sender code which delegates to Multicall3, so that all calls come from the sender itself and pay their values
 * from its balance. Undefined for several calls if there is no Multicall3.
 *
 * `isAhead` gives the calls the number, and the time, of the following block by a block override, which not every node accepts;
 * otherwise they see the number of `block`.
 */
export function attemptCall(
  { from, steps, block, time }: Sequence,
  multicall3: Address | undefined,
  isAhead: boolean,
): Attempt | undefined {
  const ahead = isAhead ? [{ number: numberToHex(BigInt(block) + 1n), ...timeOverride(time) }] : []
  const [first, ...others] = steps
  if (!first) return undefined
  if (others.length === 0)
    return {
      request: { method: 'eth_call', params: [toTransaction(from, first), block, ...(isAhead ? [{}, ...ahead] : [])] },
      read: (reply) => readRefusal(reply, steps) ?? readCall(reply),
    }
  if (!multicall3) return undefined
  const calls = steps.map(({ to, data, value }) => ({
    target: to,
    allowFailure: true,
    value: BigInt(value),
    callData: data,
  }))
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3Value', args: [calls] })
  // aggregate3Value must be sent all the values; a sender that calls itself does not lose them.
  const value = numberToHex(calls.reduce((sum, call) => sum + call.value, 0n))
  const overrides = { [from]: { code: senderCode(multicall3) } }
  return {
    request: { method: 'eth_call', params: [{ from, to: from, data, value }, block, overrides, ...ahead] },
    read: (reply) => readRefusal(reply, steps) ?? readAggregate(reply, steps.length),
  }
}

/**
 * Code that delegates what the sender calls itself to Multicall3, and accepts all other calls and what they pay, as an
 * account without code does: CALLER, ADDRESS, EQ, PUSH1 7, JUMPI, STOP, JUMPDEST, and a minimal proxy (ERC-1167) whose
 * jump is moved by these 8 bytes.
 */
const senderCode = (multicall3: Address): Hex =>
  `0x333014600757005b363d3d373d3d3d363d73${multicall3.slice(2).toLowerCase()}5af43d82803e903d91603357fd5bf3`

function readCall(reply: RpcReply | undefined): CallOutcome[] | undefined {
  if (!reply) return undefined
  if ('result' in reply) return isBytes(reply.result) ? [{ success: true, returned: reply.result }] : undefined
  const { code, message, data } = reply.error
  // Code 3 is geth's for a revert; others say so in words.
  if ((code !== 3 && !/revert/i.test(message)) || isGasText(message)) return undefined
  return [{ success: false, returned: toBytes(data) }]
}

/** A node that ignores the override runs nothing and returns nothing. */
function readAggregate(reply: RpcReply | undefined, count: number): CallOutcome[] | undefined {
  if (!reply || !('result' in reply) || !isBytes(reply.result) || reply.result === '0x') return undefined
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3Value', data: reply.result })
    return results.length === count
      ? results.map(({ success, returnData }) => ({ success, returned: returnData }))
      : undefined
  } catch {
    return undefined
  }
}
