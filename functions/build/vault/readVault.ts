import { isAddressEqual, type Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Ref, Resolved, Shape } from '../../../shared/chain/calls.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { VAULT } from '../../../shared/domain/provenance/kinds.ts'
import {
  configuredAs,
  type Provenance,
  provenanceCalls,
  provenanceOf,
} from '../../../shared/domain/provenance/provenance.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { creatorVaultAbi, vaultExchangeAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { describeDemoShares, type DemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

interface Parties {
  readonly vault: Address
  readonly from: Address
  /** Whose shares the call takes. */
  readonly owner: Address
}

type Rules = Resolved<ReturnType<typeof ruleCalls>>

/** A creator vault at one block, and what a sender and an owner of shares have in it. Unreadable values are null. */
export interface VaultRead extends Rules {
  readonly asOf: AsOf
  readonly address: Address
  readonly provenance: Provenance
  readonly demoShares: DemoShares
  readonly asset: TokenLabel
  readonly share: TokenLabel
}

/** Values of a vault for further reads of the same request. */
export interface VaultRefs {
  readonly own: ReturnType<typeof ownCalls>
  readonly asset: { readonly decimals: Ref<number> }
  readonly share: { readonly decimals: Ref<number> }
}

const ownCalls = ({ at }: Describe, vault: Address) => at(vault, vaultExchangeAbi)

/**
 * Reads a vault, whether it is proven, its rules, what the parties have, and what `more` describes, in one upstream
 * request; null when no node answers.
 *
 * Throws not_a_vault if the address does not answer as an ERC-4626 vault.
 */
export async function readVault<S extends Shape>(
  chain: Chain,
  parties: Parties,
  more: (describe: Describe, vault: VaultRefs) => S,
): Promise<{ vault: VaultRead; more: Resolved<S> } | null> {
  const { vault: address } = parties
  const read = await readIfReachable(chain, (describe) => {
    const own = ownCalls(describe, address)
    const asset = tokenCalls(describe, own('asset'))
    const share = tokenCalls(describe, address)
    return {
      asset,
      share,
      rules: ruleCalls(describe, parties, asset.address),
      provenance: provenanceCalls(describe, chain.config, VAULT, address),
      demoShares: describeDemoShares(describe, chain.config),
      more: more(describe, { own, asset, share }),
    }
  })
  if (!read) return null
  const { asOf, value } = read
  const { rules, share, demoShares } = value
  const asset = knownAddress(value.asset.address)
  if (asset === null)
    throw new ApiError(
      'not_a_vault',
      `vault: ${address} on chain ${asOf.chainId} does not answer asset() as a vault does`,
    )
  return {
    vault: {
      ...rules,
      asOf,
      address,
      provenance: provenanceOf(chain.config, VAULT, address, value.provenance),
      demoShares,
      asset: { ...value.asset, address: asset },
      share,
    },
    more: value.more,
  }
}

function ruleCalls(describe: Describe, { vault, from, owner }: Parties, asset: Ref<Address>) {
  const own = ownCalls(describe, vault)
  const core = describe.at(vault, creatorVaultAbi)
  const coin = describe.at(asset, erc20Abi)
  return {
    coins: coin('balanceOf', [from]),
    allowance: coin('allowance', [from, vault]),
    shares: own('balanceOf', [owner]),
    ownerAllowance: own('allowance', [owner, from]),
    paused: core('paused'),
    isShutdown: core('isShutdown'),
    vaultMode: core('vaultMode'),
    whitelistEnabled: core('whitelistEnabled'),
    isListed: core('whitelist', [from]),
    lastDepositBlock: own('lastDepositBlock', [owner]),
    withdrawDelayBlocks: own('withdrawDelayBlocks'),
    largeWithdrawalThreshold: own('largeWithdrawalThreshold'),
  }
}

/** The provenance of a vault, as far as it is known without a node. */
export const vaultProvenance = (chain: Chain, address: Address, vault: VaultRead | undefined): Provenance | null =>
  vault?.provenance ?? configuredAs(chain.config, ['vault'], address)

/** The block that can mine the call at the earliest. */
export const nextBlock = ({ asOf }: { readonly asOf: AsOf }): bigint => BigInt(asOf.blockNumber) + 1n

/** The queued withdrawal of an account, from its read; null if the vault has no queue. */
export const queuedIn = (read: readonly [shares: bigint, unlockBlock: bigint, receiver: Address] | null) =>
  read && { shares: read[0], unlockBlock: read[1], receiver: read[2] }

/** Throws invalid_request for a receiver that would give what it gets to the other holders of the vault, or keep it for ever. */
export function refuseLosing(receiver: Address, parts: readonly (Address | undefined)[]): void {
  if (parts.some((part) => part !== undefined && isAddressEqual(part, receiver)))
    throw new ApiError(
      'invalid_request',
      `receiver: ${receiver} is the vault or its token, so what it receives would be lost; send the address of the receiving account`,
    )
}
