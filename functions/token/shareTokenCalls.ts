import { type Address, parseAbi } from 'viem'
import { creatorCoinAbi } from '../../shared/abi/creatorCoin.ts'
import { shareTokenAbi } from '../../shared/abi/shareToken.ts'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'

const assetAbi = parseAbi(['function asset() view returns (address)'])

/** The reads behind every answer about a share token: the token, the vault that it names, the coin under that vault. */
export const shareTokenCalls =
  (address: Address) =>
  ({ at }: Describe) => {
    const token = at(address, shareTokenAbi)
    const vault = token('vault')
    const coinAddress = at(vault, assetAbi)('asset')
    const coin = at(coinAddress, creatorCoinAbi)
    return {
      name: token('name'),
      symbol: token('symbol'),
      decimals: token('decimals'),
      owner: token('owner'),
      version: token('version'),
      description: token('description'),
      oftVersion: token('oftVersion'),
      contractUri: token('contractURI'),
      vault,
      coin: {
        address: coinAddress,
        name: coin('name'),
        symbol: coin('symbol'),
        owner: coin('owner'),
        contractUri: coin('contractURI'),
      },
    }
  }

/** What was read of a share token; null where a contract does not answer. */
export type ShareTokenReads = Resolved<ReturnType<ReturnType<typeof shareTokenCalls>>>
