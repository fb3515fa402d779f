import type { RpcCall, RpcReply } from './RpcCall.ts'
import { encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import { encodeBytes, wordOf } from '../abi/encodeBytes.ts'
import { multicall3Abi } from '../abi/multicall3.ts'
import { encodeAggregate, decodeAggregate } from './aggregate.ts'
import { isBytes } from '../text/bytes.ts'
import type { Node } from './calls.ts'
import lensCode from './lens/Lens.sol'
import { kindOf } from './nodeErrors.ts'
import type { Part } from './parts.ts'
import { readAnswer, writeProgram, type ReadHead, type LensOutcome } from './program.ts'

/** The result of a part: outcomes of its calls, as far as it got. Without a head there are none, for lack of gas. */
export interface PartResult {
  readonly head?: ReadHead
  readonly outcomes: readonly LensOutcome[]
}

/** The lens as creation code of an eth_call. */
export const lensRequest = (nodes: readonly Node[], share: 1 | 4, block: bigint | 'latest'): RpcCall =>
  ethCall({ data: `${lensCode}${wordOf(32)}${encodeBytes(writeProgram(nodes, share))}` }, block)

/** The request of a part. */
export function requestOf(part: Part, block: bigint | 'latest', multicall3: () => Address): RpcCall {
  if (part.way === 'lens') return lensRequest(part.nodes, part.share, block)
  if (part.way === 'direct') return ethCall({ to: part.calls[0].target, data: part.calls[0].data }, block)
  const to = multicall3()
  const calls = [
    ...headCalls().map((callData) => ({ target: to, allowFailure: false, callData })),
    ...part.calls.map((call) => ({ target: call.target, allowFailure: true, callData: call.data })),
    { target: WITNESS, allowFailure: true, callData: WITNESS_INPUT },
  ]
  return ethCall({ to, data: encodeAggregate(calls) }, block)
}

const ethCall = (transaction: { readonly to?: Address; readonly data: Hex }, block: bigint | 'latest'): RpcCall => ({
  method: 'eth_call',
  params: [transaction, block === 'latest' ? block : numberToHex(block)],
})

let encodedHead: readonly Hex[] | undefined
/** Encoded for the first aggregate: hashes took a tenth of the time in which a Worker starts, and most reads use the lens. */
const headCalls = (): readonly Hex[] =>
  (encodedHead ??= (['getChainId', 'getBlockNumber', 'getCurrentBlockTimestamp'] as const).map((functionName) =>
    encodeFunctionData({ abi: multicall3Abi, functionName }),
  ))

/**
 * The pairing check of a single pair of zeros (EIP-197): 79 000 gas (EIP-1108) for almost no work. A call that runs out
 * of gas leaves 1/64 of what there was (EIP-150). So if this succeeds after all others, each of them had 64 times as
 * much, the lens' own bound of 5 million, or did not use up what it had.
 */
const WITNESS = numberToHex(8, { size: 20 })
const WITNESS_INPUT: Hex = `0x${'00'.repeat(192)}`

/**
 * Reads the reply to a part; `refused` if the node does not run the lens. Throws an Error for anything that is not a
 * reply to it.
 */
export function decodePart(part: Part, reply: RpcReply): PartResult | 'refused' {
  if (part.way === 'lens') return decodeLens(reply)
  if (part.way === 'direct') return { outcomes: [decodeDirect(reply)] }
  return readAggregate(reply, part.calls.length)
}

/** Reads the reply to a request of the lens. */
export function decodeLens(reply: RpcReply): PartResult | 'refused' {
  // If the answer is larger than a deployable contract, or little gas is left, the lens reverts with its answer.
  const bytes = 'result' in reply ? reply.result : reply.error.data
  const answer = isBytes(bytes) && readAnswer(bytes)
  if (answer) return answer
  // A successful result without code means that the lens did not run.
  if ('result' in reply) return reply.result === '0x' ? 'refused' : fail()
  const kind = kindOf(reply.error)
  if (kind === 'starved') return { outcomes: [] }
  return kind === 'failing' ? fail() : 'refused'
}

function readAggregate(reply: RpcReply, count: number): PartResult {
  if ('error' in reply) return isFailing(reply) ? fail() : { outcomes: [] }
  if (!isBytes(reply.result)) return fail()
  const [id, number, timestamp, ...others] = decodeAggregate(reply.result)
  const witness = others.pop()
  if (!id || !number || !timestamp || !witness || others.length !== count) return fail()
  const head = {
    chainId: Number(BigInt(id.returnData)),
    blockNumber: BigInt(number.returnData),
    timestamp: Number(BigInt(timestamp.returnData)),
  }
  if (!Number.isSafeInteger(head.timestamp)) return fail()
  if (!witness.success || !/^0x0{63}1$/.test(witness.returnData)) return { head, outcomes: [] }
  return {
    head,
    outcomes: others.map(({ success, returnData }) =>
      success ? { status: 'ok', data: returnData } : { status: 'reverted', data: '0x' },
    ),
  }
}

/**
 * A call that used up nearly all gas before is made by itself to find out one thing: whether it hits an invalid
 * instruction, as older compilers' assertions do, which uses up any amount of gas. Any other answer may be due to a
 * lack of gas.
 */
function decodeDirect(reply: RpcReply): LensOutcome {
  if ('error' in reply && isFailing(reply)) return fail()
  if ('result' in reply && !isBytes(reply.result)) return fail()
  return { status: 'error' in reply && kindOf(reply.error) === 'halted' ? 'reverted' : 'starved', data: '0x' }
}

const isFailing = (reply: Extract<RpcReply, { error: unknown }>): boolean =>
  ['failing', 'refused'].includes(kindOf(reply.error))

const fail = (): never => {
  throw new Error('the reply does not match the request')
}
