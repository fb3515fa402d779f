import { type Address, formatUnits, parseAbi } from 'viem'
import { erc20Abi } from '../../../../shared/abi/standards.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { PaymentRequirements } from './Payment.ts'

/** The name and version that signatures of the asset are for may change with an upgrade of its contract. */
const KEPT_MS = 600_000
/** How long a payer's signature should count: what is paid for is built meanwhile. */
const TIMEOUT_SECONDS = 300

const versionAbi = parseAbi(['function version() view returns (string)'])

export interface Price {
  readonly payTo: Address
  /** Base units. */
  readonly amount: string
}

export interface Offer {
  readonly requirements: PaymentRequirements
  /** In whole units of the asset. */
  readonly amountUsd: string
}

/**
 * The offer: a price in the asset of role `usdc`, with the EIP-712 name and version of the token.
 * Throws role_not_configured if there is no such role, or its contract does not say them, and what a chain read throws.
 */
export function createOffer(chain: Chain, { payTo, amount }: Price, now: () => number): () => Promise<Offer> {
  let kept: { readonly offer: Offer; readonly until: number } | undefined
  return async () => {
    if (kept && now() < kept.until) return kept.offer
    const asset = chain.role('usdc')
    const { value } = await chain.read(({ at }) => ({
      name: at(asset, erc20Abi)('name'),
      version: at(asset, versionAbi)('version'),
      decimals: at(asset, erc20Abi)('decimals'),
    }))
    const { name, version, decimals } = value
    if (name === null || version === null || decimals === null)
      throw new ApiError('role_not_configured', `usdc ${asset} does not return its name, version and decimals`)
    const offer: Offer = {
      requirements: {
        scheme: 'exact',
        network: `eip155:${chain.config.chainId}`,
        asset,
        amount,
        payTo,
        maxTimeoutSeconds: TIMEOUT_SECONDS,
        extra: { name, version },
      },
      amountUsd: formatUnits(BigInt(amount), decimals),
    }
    kept = { offer, until: now() + KEPT_MS }
    return offer
  }
}
