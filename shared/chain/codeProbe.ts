import type { RpcCall, RpcReply } from './RpcCall.ts'
import { encodeDeployData, hexToBytes, parseAbi, size, type Address } from 'viem'
import { isBytes } from '../text/bytes.ts'
import type { Chain } from './chain.ts'
import codeProbe from './lens/CodeProbe.sol'
import { ofChain } from './rpc.ts'

const abi = parseAbi(['constructor(address[] accounts)'])

/** A call, to be carried by a read of the chain, that asks which of some addresses have code. */
export const codeProbeCall = (accounts: readonly Address[]): RpcCall => ({
  method: 'eth_call',
  params: [{ data: encodeDeployData({ abi, bytecode: codeProbe, args: [accounts] }) }, 'latest'],
})

/**
 * Whether each of these addresses has code, by the reply to codeProbeCall; where the node did not run it, by one more request
 * for the codes themselves. Throws upstream_failed if a node gives no code, and what the RPC client throws.
 */
export async function hasCode(
  { rpc, config }: Pick<Chain, 'rpc' | 'config'>,
  accounts: readonly Address[],
  reply: RpcReply | undefined,
): Promise<readonly boolean[]> {
  const returned = reply && 'result' in reply ? reply.result : undefined
  if (isBytes(returned) && size(returned) === accounts.length)
    return [...hexToBytes(returned)].map((byte) => byte === 1)
  const judge = ofChain(config.chainId)
  const calls = accounts.map((account) => ({ method: 'eth_getCode', params: [account, 'latest'] }))
  const [, ...codes] = await rpc.send([{ method: 'eth_chainId', params: [] }, ...calls], {
    judge: (replies) => {
      const chain = judge(replies)
      return chain === 'usable' && !replies.slice(1).every(isCode) ? 'unusable' : chain
    },
  })
  return codes.map((code) => isCode(code) && code.result !== '0x')
}

const isCode = (reply: RpcReply): reply is { result: `0x${string}` } => 'result' in reply && isBytes(reply.result)
