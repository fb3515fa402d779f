import { parseAbi } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Memory } from '../../../shared/cache/Memory.ts'
import { failed } from './requestSponsorship.ts'
import type { Sponsorship } from './readSponsorship.ts'
import type { UserOperation } from './readOperation.ts'

/** Of every EntryPoint (ERC-4337, StakeManager). */
const depositAbi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

/** How long a deposit is taken to be there. */
const KEEP_MS = 600_000
/** Share of the isolate's memory. */
const KEPT_BYTES = 65_536

export type RequireDeposit = (operation: UserOperation, sponsorship: Sponsorship) => Promise<void>

/**
 * A paymaster that the operation's EntryPoint holds no deposit of cannot pay there: its provider signed for another one.
 *
 * The returned function throws RpcError outage, and what a chain read throws.
 */
export function createDepositCheck(
  chain: Chain,
  { now, memory }: { now: () => number; memory: Memory },
): RequireDeposit {
  const funded = memory.cache<true>(KEPT_BYTES, () => 0)
  return async ({ entryPoint }, { paymaster }) => {
    const key = `${entryPoint} ${paymaster}`
    if (funded.get(key)) return
    const { value } = await chain.read(({ at }) => ({ deposit: at(entryPoint, depositAbi)('balanceOf', [paymaster]) }))
    if (!value.deposit) throw failed('its paymaster has no deposit at this EntryPoint')
    funded.set(key, true, now() + KEEP_MS)
  }
}
