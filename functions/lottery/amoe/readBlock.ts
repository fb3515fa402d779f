import { numberToHex } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import { ofChain } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** A block; its time in unix seconds. */
export interface Block {
  readonly number: number
  readonly time: number
}

/** A block of the configured chain by number or tag. Throws upstream_failed, and what the node throws. */
export async function readBlock({ rpc, config }: Chain, block: number | string): Promise<Block> {
  const [, reply] = await rpc.send(
    [
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: [typeof block === 'number' ? numberToHex(block) : block, false] },
    ],
    { judge: ofChain(config.chainId) },
  )
  const found = reply && decodeBlock(reply)
  if (!found) throw new ApiError('upstream_failed')
  return found
}
