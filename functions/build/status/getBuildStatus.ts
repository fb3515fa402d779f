import type { BuildHandler } from '../context.ts'
import { numberToHex, type Hash } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock, decodeLogs } from '../../../shared/chain/decodeReply.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { labelReads } from './describeCalls.ts'
import { findCall, type Search } from './findCall.ts'
import { describeMoved, movedReads } from './movedTokens.ts'
import { openTransaction } from './openTransaction.ts'
import { type Receipt, readTransaction, type SentTransaction } from './readTransaction.ts'
import { replay } from './replay.ts'

/**
 * Outcome of a transaction, or of the newest one with a call of a sender (findCall): eth_getTransactionByHash and
 * eth_getTransactionReceipt; for one in a block also the block and the labels of tokens that its calls name; and for one that
 * reverted the same call on the state before it (eth_call).
 *
 * Throws what a chain read throws: what cannot be read is never unknown.
 */
export const getBuildStatus: BuildHandler<'getBuildStatus'> = async ({ query }, { chain }) => {
  const { from, to, data, value } = query
  const search = from && to && data ? await findCall(chain, { from, to, data, value: BigInt(value ?? 0) }) : undefined
  const transaction = query.transaction ?? search?.transaction
  const searched = search?.searched ?? null
  if (transaction) {
    const { asOf, data: found } = await statusOf(chain, transaction)
    // A block has it, so a node without it is behind.
    if (search && found.status === 'unknown') throw new ApiError('upstream_failed')
    return { asOf, data: { ...found, searched } }
  }
  if (!search) throw new Error('the contract lets a request through that names neither a transaction nor a call')
  const { asOf } = search
  const head = { transaction: null, ...transactionFields(null) }
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      ...head,
      ...NOT_MINED,
      ...NOTHING,
      status: 'unknown',
      next: nextOf(search),
      searched,
    },
  }
}

/** Advice after a search that found nothing, which does not mean that the call was never sent. */
const nextOf = ({ searched: { fromBlock, toBlock }, waiting }: Search): string =>
  `The call is in none of the blocks ${fromBlock} to ${toBlock}, neither in a transaction nor in a user operation of the sender. It may be in an older block, on its way, or dropped. ${
    waiting > 0 ? `${waiting} transactions of the sender are in no block yet: ask again. ` : ''
  }Ask the wallet for the status of \`calls.id\` (wallet_getCallsStatus) before anything else, and do not send the call again before you know.`

async function statusOf(chain: Chain, transaction: Hash) {
  const { sent, receipt, asOf, final } = await readTransaction(chain, transaction)
  const head = { transaction, ...transactionFields(sent) }
  if (!sent) return { asOf, data: { chainId: asOf.chainId, ...head, ...NOT_MINED, ...NOTHING, ...UNKNOWN } }
  if (!receipt) {
    const does = openTransaction(sent, []).describe({}, chain.config)
    return { asOf, data: { chainId: asOf.chainId, ...head, ...NOT_MINED, ...does, effects: [], ...PENDING } }
  }
  const mined = await readMined(chain, sent, receipt)
  const { blockNumber, gasUsed } = receipt
  return {
    asOf: mined.asOf,
    data: {
      chainId: mined.asOf.chainId,
      ...head,
      ...(receipt.status === '0x0' ? REVERTED : mined.does.operations.some(hasFailed) ? PARTLY : MINED),
      block: { number: String(blockNumber), hash: receipt.blockHash, time: mined.time },
      confirmations: String(BigInt(mined.asOf.blockNumber) - blockNumber + 1n),
      isFinal: final === null ? null : final >= blockNumber,
      gasUsed: String(gasUsed),
      ...mined.does,
      effects: mined.effects,
      revert: mined.revert,
    },
  }
}

/**
 * The reads about a transaction in a known block, in one upstream request. Throws upstream_failed if the node does
 * not have that block, or another one in its place.
 */
async function readMined(chain: Chain, sent: SentTransaction, receipt: Receipt) {
  const opened = openTransaction(sent, decodeLogs(receipt.logs))
  const again = receipt.status === '0x0' ? replay(sent, receipt) : null
  const block = { method: 'eth_getBlockByNumber', params: [numberToHex(receipt.blockNumber), false] }
  const { value, asOf, carried } = await chain.read(
    (describe) => ({ calls: labelReads(describe, opened.found), moved: movedReads(describe, opened.moved) }),
    [block, ...(again?.calls ?? [])],
  )
  const [reply, ...replies] = carried
  const found = reply && decodeBlock(reply)
  if (found?.hash !== receipt.blockHash || BigInt(asOf.blockNumber) < receipt.blockNumber)
    throw new ApiError('upstream_failed')
  const paid = { address: sent.from, value: again ? 0n : sent.value }
  return {
    asOf,
    time: found.time,
    does: opened.describe(value.calls, chain.config),
    effects: describeMoved(opened.moved, value.moved, { paid, config: chain.config }),
    revert: again?.read(replies) ?? null,
  }
}

const hasFailed = ({ success }: { readonly success: boolean | null }): boolean => success === false

const transactionFields = (sent: SentTransaction | null) => ({
  from: sent?.from ?? null,
  nonce: sent && String(sent.nonce),
  gasLimit: sent && String(sent.gas),
})

const NOT_MINED = { block: null, confirmations: null, isFinal: null, gasUsed: null, revert: null } as const
const NOTHING = { calls: [], operations: [], events: [], effects: [], truncated: false }

const MINED = {
  status: 'mined',
  next: 'Nothing is left to do. Until `isFinal` is true, a reorganization can still remove the block.',
} as const
const PARTLY = {
  status: 'mined',
  next: 'The transaction succeeded, but a user operation in it failed. See the `revert` of that operation, then build its calls again.',
} as const
const REVERTED = {
  status: 'reverted',
  next: 'The transaction changed nothing and spent its gas. See `revert` for the reason, then build again.',
} as const
const PENDING = {
  status: 'pending',
  next: 'Wait for a block. To replace the transaction, send another one with the same nonce and a higher fee. Do not send the same call with another nonce.',
} as const
const UNKNOWN = {
  status: 'unknown',
  next: 'Request the status again for a few minutes: the transaction may be on its way, may never have been sent, or was dropped. Send the call again only with the same nonce, or after another transaction has used that nonce. A wallet refuses calls with an id that it has already.',
} as const
