import type { Address } from 'viem'
import { readVaultRole } from '../../../shared/domain/chat/readVaultRole.ts'
import type { AgentMessage } from '../../../shared/store/agentMessages.ts'
import { findVault } from './findVault.ts'
import type { MessageRun } from './Messaging.ts'

/** Wallets of an inbox that are looked at for a role. */
const MOST_WALLETS = 4

/**
 * Whether a command that changes something is kept, and what its sender is told: it is from the owner or an admin of the
 * conversation's vault, as preflightChatCommand has it. Throws store_unavailable, and what a chain read throws.
 */
export async function judgeWrite(
  run: MessageRun,
  message: AgentMessage,
  wallets: readonly Address[],
): Promise<{ readonly isKept: boolean; readonly text: string }> {
  const vault = await findVault(run, message)
  if (!vault) return { isKept: false, text: 'This conversation has no vault, so there is nothing to do this to.' }
  const roles = await Promise.all(wallets.slice(0, MOST_WALLETS).map((wallet) => readVaultRole(vault, wallet, run)))
  if (!roles.some((role) => role !== 'MEMBER'))
    return { isKept: false, text: 'Only the owner of the vault and its admins may give this command.' }
  return {
    isKept: true,
    text: 'Commands that change something are not carried out here yet. Yours is kept, and nothing has changed.',
  }
}
