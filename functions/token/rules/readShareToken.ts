import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { SHARE_TOKEN } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { type ShareToken, shareTokenCalls, type ShareTokenReads } from './shareTokenCalls.ts'
import { knownAddress } from '../../../shared/text/address.ts'

/**
 * Whether an address is a share token, and not another ERC-20 that names a vault, as any contract can: the registry
 * lists it, or the vault that it names confirms it through its gauge controller, or it is one of the kind that was
 * bridged from a hub and has no vault here. Null if neither registry nor vault answers.
 */
function isShareToken(
  address: Address,
  { vault, isHub, shareOfVault, registry }: Pick<ShareTokenReads, 'vault' | 'isHub' | 'shareOfVault' | 'registry'>,
): boolean | null {
  if (registry?.coinOfShare && registry.coinOfShare !== zeroAddress) return true
  const named = [registry?.shareOfCoin ?? null, shareOfVault].flatMap((share) => knownAddress(share) ?? [])
  if (named.includes(address)) return true
  if (vault === zeroAddress) return isHub === false
  const isAnswered = named.length > 0 || (registry?.coinOfShare ?? null) !== null
  return vault === null || isAnswered ? false : null
}

/** Whether the registry has a vault for an address: then it is a creator coin. */
const isCreatorCoin = ({ registry }: Pick<ShareTokenReads, 'registry'>): boolean =>
  registry?.vaultOfCoin ? registry.vaultOfCoin !== zeroAddress : false

/**
 * Reads a share token, its vault and its coin at one block, in one upstream request; with `orCoin`, a creator coin is
 * accepted too. Throws not_a_token for any other address, role_not_configured if only a registry could decide, and what
 * a chain read throws.
 */
export async function readShareToken(
  chain: Chain,
  address: Address,
  orCoin = false,
): Promise<{ token: ShareToken; asOf: AsOf }> {
  const { chainId, contracts } = chain.config
  const { value, asOf } = await chain.read((describe) => ({
    token: shareTokenCalls(address, contracts.registry)(describe),
    provenance: provenanceCalls(describe, chain.config, SHARE_TOKEN, address),
  }))
  const { token } = value
  const { name, symbol, decimals } = token
  if ((name === null && symbol === null) || decimals === null)
    throw new ApiError(
      'not_a_token',
      `address: ${address} does not implement name(), symbol() and decimals() of a token`,
    )
  const isConfigured = contracts.shareToken !== undefined && isAddressEqual(address, contracts.shareToken)
  const provenance = provenanceOf(chain.config, SHARE_TOKEN, address, value.provenance)
  const read = { token: { ...token, decimals, provenance }, asOf }
  if (isConfigured || (orCoin && isCreatorCoin(token))) return read
  const isShare = isShareToken(address, token)
  if (isShare === null)
    throw new ApiError(
      'role_not_configured',
      `no registry on chain ${chainId} answers, so it is unknown whether ${address} is a share token`,
    )
  if (!isShare)
    throw new ApiError('not_a_token', `address: must be the share token of a vault; ${address} is another token`)
  return read
}
