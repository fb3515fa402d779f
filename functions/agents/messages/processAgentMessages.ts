import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { MessagesHandler } from './context.ts'
import { runMessages } from './runMessages.ts'

/**
 * One run over the messages that agents have received: reads their inboxes, credits and answers what is new.
 *
 * Throws msgnet_not_configured, run_in_progress, msgnet_unavailable, store_unavailable.
 */
export const processAgentMessages: MessagesHandler<'processAgentMessages'> = async (_, { messaging }) => {
  if (!messaging) throw new ApiError('msgnet_not_configured')
  return { data: await runMessages(messaging) }
}
