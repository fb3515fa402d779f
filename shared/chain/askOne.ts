import type { RpcCall, RpcReply } from './RpcCall.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { Chain } from './chain.ts'
import { ofChain } from './ofChain.ts'
import type { Verdict } from './rpc.ts'

/**
 * The result of one call to a node that is on this chain and has `upTo`: URLs fail over from one request to the next.
 * If `decode` throws for a reply, its node counts as failing; `headOf` returns how far a node has come, if the reply
 * shows it.
 */
export async function askOne<T>(
  { rpc, config }: Pick<Chain, 'rpc' | 'config'>,
  call: RpcCall,
  decode: (reply: RpcReply) => T,
  { upTo = 0, headOf }: { readonly upTo?: number; readonly headOf?: (value: T) => Verdict } = {},
): Promise<T> {
  const isOfChain = ofChain(config.chainId)
  const read = ([, newest, reply]: readonly RpcReply[]): T => {
    if (!reply || !newest || !('result' in newest) || !(Number(newest.result) >= upTo))
      throw new ApiError('upstream_failed')
    return decode(reply)
  }
  const about = ['eth_chainId', 'eth_blockNumber'].map((method) => ({ method, params: [] }))
  const replies = await rpc.send([...about, call], {
    judge(own) {
      const chain = isOfChain(own)
      if (chain !== 'usable') return chain
      const value = read(own)
      return headOf?.(value) ?? 'usable'
    },
  })
  return read(replies)
}
