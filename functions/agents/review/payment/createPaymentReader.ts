import type { RpcReply } from '../../../../shared/chain/RpcCall.ts'
import type { Address, Hash } from 'viem'
import { encodeEventTopics, encodeFunctionData, getAddress, size } from 'viem/utils'
import { erc20Abi } from '../../../../shared/abi/standards.ts'
import { erc3009Abi, transferByKeyAbi, transferBySignatureAbi } from './erc3009.ts'
import { callNode } from '../../../../shared/chain/rpc.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { decodeLogs, isTooWide, quantity, type NodeLog } from '../../../../shared/chain/decodeReply.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { Payment } from './Payment.ts'

/**
 * State of a payment on chain. `isFinal`: no expected reorganisation changes it.
 * `open`: its authorization has not been used. `paid`: it moved the amount to us. `void`: it was cancelled, or its nonce
 * was used for something else.
 */
export type PaymentState =
  | {
      readonly state: 'open'
      readonly block: number
      /** No later block can take it. */
      readonly isOver: boolean
      readonly isFinal: boolean
      /** Whether the transfer would succeed now; null if that could not be tried. */
      readonly canSettle: boolean | null
    }
  | { readonly state: 'paid'; readonly transaction: Hash; readonly block: number; readonly isFinal: boolean }
  | { readonly state: 'void'; readonly block: number; readonly isFinal: boolean }

export interface PaymentReader {
  /**
   * Looks a payment up. `since` is a block at which it was still open, `hint` a transaction that is said to have settled
   * it. Without `since` nobody here knows of the payment yet: its use is looked for in the last day, and an older one is
   * void. Throws role_not_configured if the asset has no authorizations, and what a chain read throws.
   */
  read(payment: Payment, since?: number, hint?: Hash | null): Promise<PaymentState>
}

/** Blocks on top of an outcome from which on it counts as final: on Base two minutes, when its batch is on Ethereum. */
export const FINAL_BLOCKS = 64
/** Blocks of one eth_getLogs, which names payer and nonce, and the number of such requests for one payment. */
const SPAN = 5000
const MOST_RANGES = 12
/** How far back the use of a payment is looked for that nobody here knows yet, or as far as all ranges reach. */
const DAY_MS = 86_400_000

export const createPaymentReader = (chain: Chain): PaymentReader => ({
  async read(payment, since, hint = null) {
    const { from, nonce, validBefore } = payment.authorization
    const asset = getAddress(payment.accepted.asset)
    const attempts = (await transfersOf(payment)).map((data) => ({
      method: 'eth_call',
      params: [{ to: asset, data }, 'latest'],
    }))
    const { value, asOf, carried } = await chain.read(
      ({ at }) => ({ used: at(asset, erc3009Abi)('authorizationState', [from, nonce]) }),
      attempts,
    )
    if (value.used === null)
      throw new ApiError('role_not_configured', `usdc ${asset} does not answer as a token with EIP-3009 authorizations`)
    const head = Number(asOf.blockNumber)
    if (!value.used) {
      const overFor = asOf.timestamp - Number(validBefore)
      const finalSeconds = (FINAL_BLOCKS * chain.config.blockTimeMs) / 1000
      const isFinal = overFor >= finalSeconds
      return { state: 'open', block: head, isOver: overFor >= 0, isFinal, canSettle: canSettle(carried) }
    }
    const day = Math.min(SPAN * MOST_RANGES - 1, Math.ceil(DAY_MS / Math.max(chain.config.blockTimeMs, 1)))
    const range = { from: since ?? Math.max(0, head - day), to: head }
    const use =
      (hint && (await useIn(chain, payment, hint, 0))) ??
      (await findUse(chain, payment, range, since === undefined ? 'newest first' : 'oldest first'))
    if (!use && since === undefined) return { state: 'void', block: head, isFinal: false }
    // It was used since then, but this node does not have the event.
    if (!use) throw new ApiError('upstream_failed')
    const isFinal = head - use.block >= FINAL_BLOCKS
    return use.isPaid
      ? { state: 'paid', transaction: use.transaction, block: use.block, isFinal }
      : { state: 'void', block: use.block, isFinal }
  },
})

/** The transfer as anyone may send it: in the form for keys, and in the one for contract wallets. */
async function transfersOf({ authorization, signature }: Payment) {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce] as const
  const functionName = 'transferWithAuthorization'
  const bySignature = encodeFunctionData({ abi: transferBySignatureAbi, functionName, args: [...args, signature] })
  if (size(signature) !== 65) return [bySignature]
  const { parseSignature } = await import('../../../../shared/domain/authority/curve.ts')
  try {
    const { r, s, yParity } = parseSignature(signature)
    return [
      bySignature,
      encodeFunctionData({ abi: transferByKeyAbi, functionName, args: [...args, 27 + yParity, r, s] }),
    ]
  } catch {
    return [bySignature]
  }
}

/** Whether one of the forms succeeds; null where a node says neither that nor that it reverts. */
function canSettle(replies: readonly RpcReply[]): boolean | null {
  if (replies.some((reply) => 'result' in reply)) return true
  const isRevert = (reply: RpcReply) =>
    'error' in reply && (reply.error.code === 3 || /revert/i.test(reply.error.message))
  return replies.every(isRevert) ? false : null
}

interface Use {
  readonly transaction: Hash
  readonly block: number
  readonly isPaid: boolean
}

/** How an authorization was used up, from its event; null if no block of the range has it. Throws upstream_failed. */
async function findUse(
  chain: Chain,
  payment: Payment,
  range: { readonly from: number; readonly to: number },
  order: 'newest first' | 'oldest first',
): Promise<Use | null> {
  let span = SPAN
  let { from: low, to: high } = range
  for (let ranges = 0; low <= high; ranges++) {
    if (ranges === MOST_RANGES) throw new ApiError('upstream_failed')
    const from = order === 'oldest first' ? low : Math.max(low, high - span + 1)
    const to = order === 'oldest first' ? Math.min(high, low + span - 1) : high
    const logs = await eventsOf(chain, payment, from, to)
    if (!logs) {
      span = Math.max(1, Math.floor(span / 4))
      continue
    }
    const [log] = logs
    if (log && log.topics[0] === topicsOf(payment, 'AuthorizationCanceled')[0])
      return { transaction: log.txHash, block: log.blockNumber, isPaid: false }
    const use = log && (await useIn(chain, payment, log.txHash, log.blockNumber))
    if (use) return use
    if (order === 'oldest first') low = to + 1
    else high = from - 1
  }
  return null
}

const topicsOf = (
  { authorization: { from, nonce } }: Payment,
  eventName: 'AuthorizationUsed' | 'AuthorizationCanceled',
) => encodeEventTopics({ abi: erc3009Abi, eventName, args: { authorizer: from, nonce } })

/** The events that used an authorization up; null if the node requires a narrower range. */
function eventsOf(chain: Chain, payment: Payment, from: number, to: number): Promise<NodeLog[] | null> {
  const [used, ...of] = topicsOf(payment, 'AuthorizationUsed')
  const topics = [[used, topicsOf(payment, 'AuthorizationCanceled')[0]], ...of]
  const filter = { address: payment.accepted.asset, topics, fromBlock: quantity(from), toBlock: quantity(to) }
  const decode = (reply: RpcReply) => {
    if ('result' in reply) return decodeLogs(reply.result)
    if (isTooWide(reply.error)) return null
    throw new ApiError('upstream_failed')
  }
  return callNode(chain, { method: 'eth_getLogs', params: [filter] }, decode, { upTo: to })
}

/** How a transaction used an authorization up; null if there is no such transaction, or it did not. */
async function useIn(chain: Chain, payment: Payment, transaction: Hash, upTo: number): Promise<Use | null> {
  const call = { method: 'eth_getTransactionReceipt', params: [transaction] }
  const logs = await callNode(chain, call, decodeReceipt, { upTo })
  const used = topicsOf(payment, 'AuthorizationUsed')
  const isOfAsset = ({ address }: NodeLog) => isSame(address, payment.accepted.asset)
  const index = logs.findIndex((log) => isOfAsset(log) && areSame(log.topics, used))
  const log = logs[index]
  if (!log) return null
  // One transaction may use several authorizations: only the transfer right after the event belongs to this one.
  const next = logs[index + 1]
  const isPaid =
    next !== undefined && isOfAsset(next) && next.logIndex === log.logIndex + 1 && isTransfer(next, payment)
  return { transaction, block: log.blockNumber, isPaid }
}

function decodeReceipt(reply: RpcReply): NodeLog[] {
  if ('error' in reply) throw new ApiError('upstream_failed')
  if (reply.result === null) return []
  if (typeof reply.result !== 'object') throw new ApiError('upstream_failed')
  return decodeLogs(Reflect.get(reply.result, 'logs'))
}

function isTransfer({ topics, data }: NodeLog, { accepted, authorization }: Payment): boolean {
  const args: { from: Address; to: Address } = { from: authorization.from, to: getAddress(accepted.payTo) }
  return (
    areSame(topics, encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args })) &&
    isAmount(data, accepted.amount)
  )
}

const isAmount = (data: string, amount: string): boolean => data.length === 66 && BigInt(data) === BigInt(amount)
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const areSame = (topics: readonly string[], others: readonly unknown[]): boolean =>
  topics.length === others.length && topics.every((topic, i) => isSame(topic, String(others[i])))
