import { type Address, getAddress, isAddressEqual } from 'viem'
import type * as z from 'zod'
import type { RoomMembership } from '../../../../schema/agents/roomAnswers.ts'
import { erc20Abi } from '../../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import { shareTokenAbi } from '../../../../shared/domain/token/shareTokenAbi.ts'
import { creatorVaultAbi } from '../../../../shared/domain/vault/creatorVaultAbi.ts'
import { gaugeControllerAbi } from '../../../../shared/domain/vault/protocolAbis.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { RoomRule } from '../../../../shared/store/roomRules.ts'
import { decimal } from '../../../../shared/text/decimal.ts'
import type { Holding } from './readHolding.ts'

export type Membership = z.output<typeof RoomMembership>

interface Facts {
  readonly wallet: Address
  readonly reads: ShareReads
  /** Unix seconds of the block. */
  readonly timestamp: number
  readonly holding: (least: bigint) => Promise<Holding>
}

/**
 * Whether a wallet may enter a room. How long it has held its shares is looked up only where that decides.
 *
 * Throws hold_time_unreadable if the known transfers do not decide it, and what reading them throws.
 */
export async function toMembership(rule: RoomRule, facts: Facts): Promise<Membership> {
  const { wallet, reads } = facts
  const { balance, vault, owner } = reads
  const least = rule.gatingEnabled ? BigInt(rule.minShares) : 0n
  const hold = rule.gatingEnabled ? rule.minHoldSeconds : 0
  const isVault = vault !== null && isAddressEqual(vault, rule.vault)
  const vaultOwner = isVault && owner !== null && isAddressEqual(owner, wallet)
  const { statusReason, held } = await decide()
  return {
    type: rule.type,
    shareToken: getAddress(rule.shareToken),
    vault: getAddress(rule.vault),
    roomKey: rule.roomKey,
    qualified: statusReason === 'qualified',
    minBalance: String(least),
    actualBalance: decimal(balance),
    vaultOwner,
    ...(hold > 0 ? { minHoldSeconds: hold } : {}),
    ...(held ? { qualifiedSince: iso(held.since), qualifiedSinceIsExact: held.isExact } : {}),
    ...(rule.graceSeconds > 0 ? { gracePeriodSeconds: rule.graceSeconds } : {}),
    accessTokenRequired: rule.type === 'msgnet' || rule.type === 'chatapp',
    statusReason,
  }

  async function decide(): Promise<{ statusReason: Membership['statusReason']; held?: Holding }> {
    if (!isVault || balance === null) return { statusReason: 'not_found' }
    if (rule.joinLocked) return { statusReason: 'revoked' }
    if (vaultOwner) return { statusReason: 'qualified' }
    if (balance < least) return { statusReason: 'insufficient_balance' }
    if (hold === 0 || least === 0n) return { statusReason: 'qualified' }
    const held = await facts.holding(least)
    if (facts.timestamp - held.since >= hold) return { statusReason: 'qualified', held }
    // It may have held them for longer than the transfers go back that were looked at.
    if (!held.isExact) throw new ApiError('hold_time_unreadable')
    return { statusReason: 'insufficient_hold_time', held }
  }
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The reads behind the rooms of a share token: what the wallet has, the vault, its owner, and what it says its share token is. */
export const shareCalls = ({ at }: Describe, shareToken: Address, wallet: Address) => {
  const vault = at(shareToken, shareTokenAbi)('vault')
  const ofVault = at(vault, creatorVaultAbi)
  return {
    balance: at(shareToken, erc20Abi)('balanceOf', [wallet]),
    vault,
    owner: ofVault('owner'),
    shareOfVault: at(ofVault('gaugeController'), gaugeControllerAbi)('shareOFT'),
  }
}

/** The values read; null if a contract does not answer. */
export type ShareReads = Resolved<ReturnType<typeof shareCalls>>
