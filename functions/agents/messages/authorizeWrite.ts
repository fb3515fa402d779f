import type { Address } from 'viem'
import { readWrite } from '../../../shared/domain/chat/isWriteCommand.ts'
import { readVaultRole } from '../../../shared/domain/vault/vaultRole.ts'
import type { NewAction } from '../../../shared/store/enqueueAction.ts'
import { lower } from '../../../shared/text/address.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { findVault } from './describeVault.ts'
import type { MessageRun } from './Messaging.ts'

/** Wallets of an inbox that are looked at for a role. */
const MOST_WALLETS = 4

/**
 * The action that keepers carry out for a write command, or why its sender may not give it: the sender must be the owner or
 * an admin of the conversation's vault, as in preflightChatCommand. Throws authority_unknown, store_unavailable, and what a
 * chain read throws.
 */
export async function authorizeWrite(
  run: MessageRun,
  message: AgentMessage,
  wallets: readonly Address[],
): Promise<{ readonly action: NewAction } | { readonly refusal: string }> {
  const write = readWrite(message.text ?? '')
  if (!write) return { refusal: 'This is not a known command, so nothing was done.' }
  const vault = await findVault(run, message)
  if (!vault) return { refusal: 'This conversation has no vault, so nothing was done.' }
  const roles = await Promise.all(
    wallets.slice(0, MOST_WALLETS).map(async (wallet) => {
      const { wallets: own } = await run.authority.behind(wallet)
      return readVaultRole(vault, own, run.chain)
    }),
  )
  if (!roles.some((role) => role !== 'MEMBER'))
    return { refusal: 'Only the vault’s owner and its admins may give this command. Nothing was done.' }
  const { id, conversation } = message
  const { verb, argument } = write
  return {
    action: {
      vaultAddress: lower(vault.vault),
      groupId: conversation,
      actionType: `${COMMANDS}${verb}`,
      action: JSON.stringify({ command: verb, argument, conversation, message: id }),
      dedupeKey: `message:${id}`,
    },
  }
}

/** How the types of all commands begin. */
export const COMMANDS = 'vault.'
