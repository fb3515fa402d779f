import type { RpcReply } from './RpcCall.ts'

export type NodeError = Extract<RpcReply, { readonly error: unknown }>['error']

/**
 * The meaning of a node's error for the call. `reverted`: a contract refused. `halted`: it hit an instruction
 * that no amount of gas helps with. `outOfGas`: the gas that the node allows was not enough, to start or to finish.
 * `refused`: the node does not support the request. `failing`: anything else, such as a block that it does not have
 * yet.
 *
 * JSON-RPC has no codes for these: 3 means a revert in geth and its derivatives; the rest is only in words, some of
 * them in `data`.
 */
export function kindOf({ code, message, data }: NodeError): 'reverted' | 'halted' | 'outOfGas' | 'refused' | 'failing' {
  const text = textOf({ message, data })
  // A reason that a contract gives may contain any text.
  if (code === 3 || /revert/i.test(text)) return 'reverted'
  if (OUT_OF_GAS.test(text)) return 'outOfGas'
  if (HALTED.test(text)) return 'halted'
  if (NO_SUCH_METHOD.includes(code)) return 'refused'
  if (FAILING.test(text)) return 'failing'
  return code === INVALID_PARAMS || REFUSED.test(text) ? 'refused' : 'failing'
}

const textOf = ({ message, data }: Pick<NodeError, 'message' | 'data'>): string =>
  [message, typeof data === 'string' && !data.startsWith('0x') ? data : '']
    .map((one) => one.slice(0, MOST_CHARACTERS))
    .join(' ')

/** Whether an error that is not a contract's says that the node does not have the state of the block. */
export const lacksState = (error: NodeError): boolean => NO_STATE.test(textOf(error))

/** As geth, op-geth, reth, erigon, nethermind, besu, anvil and hosted nodes say it. */
const NO_STATE =
  /missing trie|prun(ed|ing)|histor(y|ical)|archiv|older than|no state|unknown block|block ?out ?of ?range|(block|header|state|data)\b.{0,80}(not (be )?(found|available)|unavailable)/i

/** Of a message, and of its data: nodes explain themselves in a sentence. */
const MOST_CHARACTERS = 1024

const OUT_OF_GAS =
  /out ?_?of ?_?gas|OOG\b|intrinsic ?_?gas|gas ?floor|floor (data )?gas|gas required exceeds|insufficient gas|not enough gas|gas (limit )?(is )?too (low|small)|exceeds .*gas (limit|allowance|cap)/i
const HALTED =
  /invalid ?(fe ?)?(opcode|jump|instruction)|undefined ?opcode|opcode ?not ?found|not ?activated|bad (instruction|jump)|stack ?(under|over)flow|stack limit|write protection|state ?change ?during ?static|out ?of ?offset/i
const FAILING =
  /header|not found|unknown block|block ?(height|number|out|hash)|missing trie|pruned|time-?d? ?out|internal|unavailable/i
/** JSON-RPC 2.0 section 5.1, and EIP-1474's "method not supported". */
const NO_SUCH_METHOD = [-32601, -32004]
const INVALID_PARAMS = -32602
const REFUSED =
  /not (supported|allowed|permitted|enabled|available)|unsupported|disabled|forbidden|creation|deploy|init ?code|(missing|required|null|empty).*\bto\b|\bto\b.*(missing|required|null|empty)|too (large|big|long)|oversized/i
