import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { type Escrow, escrowCalls, escrowOf } from '../../../shared/domain/vetoken/escrowCalls.ts'
import { describeDemoShares, type DemoShares } from '../../../shared/domain/vault/demoShares.ts'

/** A vote escrow and one user's lock in it, with the share token of each vault that has not launched. */
export interface EscrowRead extends Escrow {
  readonly asOf: AsOf
  readonly demoShares: DemoShares
}

/**
 * Reads what all four builders need (getLock, MIN_LOCK_DURATION, MAX_LOCK_DURATION, wrappedShareOFT; symbol, decimals,
 * balanceOf, allowance and vault of the token) in one upstream request; null when no node answers.
 *
 * Throws role_not_configured if the configured address does not answer as a vote escrow.
 */
export async function readEscrow(chain: Chain, veToken: Address, user: Address): Promise<EscrowRead | null> {
  const read = await readIfReachable(chain, (describe) => ({
    escrow: escrowCalls(describe, veToken, user),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  if (!read) return null
  const { asOf, value } = read
  return { ...escrowOf(veToken, value.escrow, asOf.timestamp), asOf, demoShares: value.demoShares }
}
