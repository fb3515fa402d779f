import { parseAbi, zeroAddress, type Address } from 'viem'
import { creatorVaultAbi } from './creatorVaultAbi.ts'
import type { AsOf } from '../../chain/chain.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import { knownAddress } from '../../text/address.ts'
import { ApiError } from '../../errors/ApiError.ts'

/** asset() without a result: it "succeeds" on any address that does not revert, including one without code. */
const callAbi = parseAbi(['function asset() view'])

/** The reads that show whether an address is a vault. */
export const vaultProbe = ({ at }: Describe, vault: Address) => ({
  asset: at(vault, creatorVaultAbi)('asset'),
  accepted: at(vault, callAbi)('asset'),
})

/**
 * The asset of a vault; `field` is where the request names it. Throws not_a_vault if asset() or strategyCount() does not answer, and not_a_contract if the
 * address accepts a call and returns nothing, as one without code does.
 */
export function requireVault(
  vault: Address,
  { asset, accepted }: Resolved<ReturnType<typeof vaultProbe>>,
  count: bigint | null,
  asOf: AsOf,
  field = 'address',
): Address {
  const coin = knownAddress(asset)
  if (coin && count !== null) return coin
  const where = `${vault} on chain ${asOf.chainId}`
  // No call is made to the zero address.
  if (vault === zeroAddress || (asset === null && accepted === undefined)) {
    throw new ApiError('not_a_contract', `${field}: there is no contract at ${where}, or it returns nothing`)
  }
  throw new ApiError('not_a_vault', `${field}: ${where} does not answer asset() and strategyCount() as a vault does`)
}
