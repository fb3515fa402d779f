import { isAddressEqual, type Address } from 'viem'
import type { GivenAmount } from '../../../schema/tokenAmount.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { countedUnits } from '../../../shared/calldata/baseUnits.ts'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeControllerAbi, registryAbi, wrapperAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import { readVault, type VaultRead } from './readVault.ts'

interface Request {
  readonly vault: Address
  readonly from: Address
  readonly given: GivenAmount
  readonly direction: keyof typeof DIRECTIONS
}

/** The functions of a wrapper in each direction. */
const DIRECTIONS = {
  wrap: { preview: 'previewWrap', fee: 'wrapFee' },
  unwrap: { preview: 'previewUnwrap', fee: 'unwrapFee' },
} as const

/** The wrapper of a vault, and what a sender has in it. */
export interface WrapperRead {
  readonly address: Address
  readonly shareToken: TokenLabel
  /** Share tokens of the sender. */
  readonly held: bigint | null
  /** Allowance of vault shares. */
  readonly allowance: bigint | null
  /** Null for a wrapper without previews. */
  readonly expected: bigint | null
  readonly feeBps: bigint | null
  /** Blocks of the last wrap and from it to the first unwrap; null for a sender without that delay. */
  readonly lastBlock: bigint | null
  readonly delay: bigint | null
}

/**
 * Reads a vault and its wrapper in one upstream request: the wrapper that the registry names, or for a vault that the
 * registry does not know, the one of the vault's gauge controller. The wrapper is null if there is none.
 *
 * Throws read_needed if no node answers, and what readVault throws.
 */
export async function readWrapper(
  chain: Chain,
  request: Request,
): Promise<{ vault: VaultRead; wrapper: WrapperRead | null }> {
  const { vault: address, from } = request
  const { registry } = chain.config.contracts
  const read = await readVault(chain, { vault: address, from, owner: from }, (describe, { share }) => {
    const { at } = describe
    const coin = registry && at(registry, registryAbi)('getTokenForVault', [address])
    const calls = (wrapper: Ref<Address>) => wrapperCalls(describe, wrapper, { ...request, decimals: share.decimals })
    return {
      listed: registry && coin ? calls(at(registry, registryAbi)('getWrapperForToken', [coin])) : null,
      named: calls(at(at(address, creatorVaultAbi)('gaugeController'), gaugeControllerAbi)('wrapper')),
    }
  })
  if (!read)
    throw new ApiError('read_needed', 'vault: no node answered, so the wrapper of the vault is unknown; try again')
  const { vault, more } = read
  const isListed = vault.provenance.source === 'registry' || knownAddress(more.listed?.address ?? null) !== null
  const found = isListed ? more.listed : more.named
  const wrapper = knownAddress(found?.address ?? null)
  const shareToken = knownAddress(found?.shareToken.address ?? null)
  // A name may be older than the vault, or a stranger's vault may name the wrapper of another one.
  const isOfOther = found?.vault != null && !isAddressEqual(found.vault, address)
  if (!found || !wrapper || !shareToken || isOfOther) return { vault, wrapper: null }
  const { isFree, fee, held, allowance, expected, lastBlock, delay } = found
  return {
    vault,
    wrapper: {
      address: wrapper,
      shareToken: { ...found.shareToken, address: shareToken },
      held,
      allowance,
      expected,
      feeBps: isFree === true ? 0n : fee,
      lastBlock: isFree === true ? null : lastBlock,
      delay,
    },
  }
}

interface Wrapped extends Request {
  /** Decimals of vault shares. */
  readonly decimals: Ref<number>
}

function wrapperCalls(describe: Describe, address: Ref<Address>, { vault, from, given, direction, decimals }: Wrapped) {
  const { at } = describe
  const own = at(address, wrapperAbi)
  const shareToken = tokenCalls(describe, own('shareOFT'))
  const amount = countedUnits(describe, given, direction === 'wrap' ? decimals : shareToken.decimals)
  return {
    address,
    vault: own('vault'),
    shareToken,
    held: at(shareToken.address, erc20Abi)('balanceOf', [from]),
    allowance: at(vault, erc20Abi)('allowance', [from, address]),
    expected: own(DIRECTIONS[direction].preview, [amount, from]),
    fee: own(DIRECTIONS[direction].fee),
    isFree: own('isWhitelisted', [from]),
    lastBlock: own('lastWrapperDepositBlock', [from]),
    delay: own('wrapperWithdrawDelayBlocks'),
  }
}

/** The wrapper of a vault. Throws invalid_request if it has none. */
export function requireWrapper(vault: VaultRead, wrapper: WrapperRead | null): WrapperRead {
  if (wrapper) return wrapper
  throw new ApiError(
    'invalid_request',
    `vault: neither the registry nor the gauge controller of ${vault.address} names a wrapper of it, so it has no share tokens`,
  )
}
