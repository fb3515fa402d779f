import { numberToHex } from 'viem'
import { toTransaction } from '../../../shared/calldata/Attempt.ts'
import { attemptCall } from '../../../shared/calldata/attemptCall.ts'
import { type Revert, revertOf } from '../../../shared/calldata/decodeRevert.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { Receipt, SentTransaction } from './readTransaction.ts'

/** Why a transaction reverted, and whether the same call still shows it. */
export type Reason = Revert & { readonly isReproduced: boolean }

/** How to find out why a transaction reverted: requests for a node, and what their replies say. */
interface Replay {
  readonly calls: readonly RpcCall[]
  readonly read: (replies: readonly RpcReply[]) => Reason
}

/**
 * Runs a transaction again on the state before its block: in a block with its own number where the node takes overrides, in
 * any, and with the gas that it had.
 */
export function replay({ from, to, input, value, gas }: SentTransaction, { blockNumber, gasUsed }: Receipt): Replay {
  const steps = to === null ? [] : [{ to, data: input, value: String(value) }]
  const sequence = { from, steps, block: numberToHex(blockNumber - 1n) }
  const attempts = [true, false].flatMap((isAhead) => attemptCall(sequence, undefined, isAhead) ?? [])
  const limited = steps.map((step) => ({
    method: 'eth_call',
    params: [{ ...toTransaction(from, step), gas: numberToHex(gas) }, sequence.block],
  }))
  return {
    calls: [...attempts.map(({ request }) => request), ...limited],
    read(replies) {
      const outcome = attempts.flatMap((one, i) => one.read(replies[i])?.[0] ?? [])[0]
      if (outcome && !outcome.success) return { ...revertOf(outcome), isReproduced: true }
      const withItsGas = replies[attempts.length]
      const isShort = outcome !== undefined && withItsGas !== undefined && 'error' in withItsGas
      if (isShort || gasUsed === gas) return { ...UNKNOWN, message: OUT_OF_GAS, fix: MORE_GAS, isReproduced: isShort }
      return { ...UNKNOWN, message: outcome ? BY_ITS_BLOCK : NOT_RUN }
    },
  }
}

const UNKNOWN = {
  name: null,
  args: {},
  fix: 'Build the call again; its simulation shows whether it would succeed now.',
  isReproduced: false,
}
const OUT_OF_GAS = 'the gas limit of the transaction was too low'
const MORE_GAS = 'Send it again with a higher gas limit; the simulation of a new build reports the gas that it uses.'
const BY_ITS_BLOCK =
  'the reason is unknown: the same call succeeds on the state before its block, so an earlier transaction of that block made it fail'
const NOT_RUN =
  'the reason is unknown: no node could run the same call on the state before its block, which needs an archive node'
