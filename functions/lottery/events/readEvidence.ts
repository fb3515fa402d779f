import { type Address, encodeFunctionData, getAddress, type Hash, isHex } from 'viem'
import { decodeStatic } from '../../../shared/abi/decodeStatic.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { quantity } from '../../../shared/chain/decodeReply.ts'
import { ofChain } from '../../../shared/chain/rpc.ts'
import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { lotteryManagerAbi } from '../jackpot/managerCalls.ts'
import { type EntryEvidence, NO_EVIDENCE } from './classifyEntries.ts'
import { readTransactions, transactionCalls } from './entryTransactions.ts'

const relayerCall = () => encodeFunctionData({ abi: lotteryManagerAbi, functionName: 'authorizedAmoeRelayer' })

/**
 * Reads transactions, and the manager's relayer at a block, in one request; `failure` is the code of an outage,
 * after which nothing is known.
 */
export async function readEvidence(
  { rpc, config }: Chain,
  manager: Address,
  hashes: readonly Hash[],
  { blockNumber }: Pick<AsOf, 'blockNumber'>,
): Promise<EntryEvidence & { readonly failure?: string }> {
  if (hashes.length === 0) return NO_EVIDENCE
  try {
    const [, relayer, ...replies] = await rpc.send(
      [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_call', params: [{ to: manager, data: relayerCall() }, quantity(Number(blockNumber))] },
        ...transactionCalls(hashes),
      ],
      { judge: ofChain(config.chainId) },
    )
    return { transactions: readTransactions(hashes, replies), relayer: relayerOf(relayer) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...NO_EVIDENCE, failure: error.code }
  }
}

/** Null if the manager does not have this getter, so that the call reverts. */
function relayerOf(reply: RpcReply | undefined): Address | null | undefined {
  if (!reply) return undefined
  if ('error' in reply) return reply.error.code === 3 || /revert/i.test(reply.error.message) ? null : undefined
  if (!isHex(reply.result) || reply.result.length !== 66) return reply.result === '0x' ? null : undefined
  const relayer = decodeStatic('address', reply.result)
  return typeof relayer === 'string' ? getAddress(relayer) : undefined
}
