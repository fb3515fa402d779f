import { isAddressEqual, zeroAddress, type Address, type Hash } from 'viem'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { shareTokenCalls, type ShareTokenReads } from '../rules/shareTokenCalls.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { listedName, listedSymbol } from '../tokenList.ts'

export interface VerifiedShareToken {
  readonly token: {
    readonly address: Address
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly vault: Address
  }
  /** Hash of block 0, which distinguishes chains with the same id. */
  readonly genesis: Hash
  readonly asOf: AsOf
}

/**
 * Verifies that an address is the share token of a vault, in one upstream request at one block: the token names a vault
 * (vault()), that has an asset, and the registry names the token for that coin, or, where no registry answers, the vault's
 * gauge controller does (shareOFT()). Any contracts can name each other, so a registry that answers has the last word.
 *
 * Throws not_a_share_token, role_not_configured if neither answers, and what a chain read throws.
 */
export async function verifyShareToken(chain: Chain, address: Address): Promise<VerifiedShareToken> {
  const { contracts, chainId } = chain.config
  const { registry } = contracts
  const { value, asOf, carried } = await chain.read(
    (describe) => {
      const reads = shareTokenCalls(address, registry)(describe)
      const lane = registry && describe.at(registry, registryAbi)('getVaultForToken', [reads.coin.address])
      return { reads, registeredVault: lane ?? null }
    },
    [{ method: 'eth_getBlockByNumber', params: ['0x0', false] }],
  )
  const [genesis] = carried.map(decodeBlock)
  if (!genesis) throw new ApiError('upstream_failed')

  const { reads } = value
  const { decimals } = reads
  if (reads.name === null || reads.symbol === null || decimals === null)
    return refuse(`${address} does not implement name(), symbol() and decimals() of a token on chain ${chainId}`)
  const [name, symbol] = [listedName(reads.name), listedSymbol(reads.symbol)]
  if (name === '' || symbol === '')
    return refuse(`its ${name === '' ? 'name()' : 'symbol()'} has no displayable characters`)
  const vault = knownAddress(reads.vault)
  if (!vault) return refuse(`vault() of ${address} does not name a vault on this chain`)
  const coin = knownAddress(reads.coin.address)
  if (!coin) return refuse(`its vault() ${vault} does not implement asset() of a vault`)
  const isConfigured = contracts.shareToken !== undefined && isAddressEqual(address, contracts.shareToken)
  if (!isConfigured) requireConfirmed(reads, { address, vault, coin, chainId, ...value })
  return { token: { address, name, symbol, decimals, vault }, genesis: genesis.hash, asOf }
}

interface Claim {
  readonly address: Address
  readonly vault: Address
  readonly coin: Address
  readonly chainId: number
  readonly registeredVault: Address | null
}

function refuse(text: string): never {
  throw new ApiError('not_a_share_token', `shareToken: ${text}`)
}

/** Throws not_a_share_token where registry or vault name others, role_not_configured where neither answers. */
function requireConfirmed({ registry, shareOfVault }: ShareTokenReads, claim: Claim): void {
  const { address, vault, coin, chainId, registeredVault } = claim
  const names = (found: Address | null, expected: Address) => found !== null && isAddressEqual(found, expected)
  const registered = shareOfVault === zeroAddress ? null : shareOfVault
  if (registered !== null && !names(registered, address))
    refuse(`the share token of its vault() ${vault} is ${registered}`)
  if (knownAddress(registeredVault) && !names(registeredVault, vault))
    refuse(`its vault() is ${vault}, and the registry’s vault of ${coin} is ${registeredVault}`)
  const { coinOfShare = null, shareOfCoin = null } = registry ?? {}
  if (names(shareOfCoin, address) || names(coinOfShare, coin)) return
  if (shareOfCoin !== null || coinOfShare !== null)
    refuse(`the registry does not name ${address} as the share token of ${coin}, the asset of its vault() ${vault}`)
  if (registered === null)
    throw new ApiError(
      'role_not_configured',
      `neither a registry on chain ${chainId} nor the vault ${vault} reports whether ${address} is a share token`,
    )
}
