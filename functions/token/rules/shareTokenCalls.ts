import { type Address, parseAbi } from 'viem'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeControllerAbi, registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import type { Provenance } from '../../../shared/domain/provenance/provenance.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'

/** The coin under a vault: ERC-20, ERC-173 `owner`, ERC-7572 `contractURI`. */
const creatorCoinAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function owner() view returns (address)',
  'function contractURI() view returns (string)',
])

const assetAbi = parseAbi(['function asset() view returns (address)'])

/**
 * The reads behind every answer about a share token: the token, the vault that it names, the coin under that vault; and
 * what that vault and the registry say about the token.
 */
export const shareTokenCalls =
  (address: Address, registryAddress: Address | undefined) =>
  ({ at }: Describe) => {
    const token = at(address, shareTokenAbi)
    const vault = token('vault')
    const coinAddress = at(vault, assetAbi)('asset')
    const coin = at(coinAddress, creatorCoinAbi)
    const registry = registryAddress ? at(registryAddress, registryAbi) : null
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
      isHub: token('isHub'),
      shareOfVault: at(at(vault, creatorVaultAbi)('gaugeController'), gaugeControllerAbi)('shareOFT'),
      registry: registry && {
        coinOfShare: registry('getTokenForShareOFT', [address]),
        shareOfCoin: registry('getShareOFTForToken', [coinAddress]),
        vaultOfCoin: registry('getVaultForToken', [address]),
      },
    }
  }

/** The values read for a share token; null if a contract does not answer. */
export type ShareTokenReads = Resolved<ReturnType<ReturnType<typeof shareTokenCalls>>>

/** The same for an address that is a share token. */
export type ShareToken = Omit<ShareTokenReads, 'decimals' | 'isHub' | 'shareOfVault' | 'registry'> & {
  readonly decimals: number
  readonly provenance: Provenance
}
