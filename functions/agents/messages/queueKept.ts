import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { authorizeWrite } from './authorizeWrite.ts'
import { type MessageRun, secondsOf } from './Messaging.ts'
import { walletsOf } from './walletsOf.ts'

/**
 * Queues the write commands that were stored while such commands were paused, each once, if the sender still has the
 * authority. No second reply is sent.
 *
 * Throws LeaseLost, store_unavailable.
 */
export async function queueKept(run: MessageRun, kept: readonly AgentMessage[]): Promise<void> {
  const { store, lease, tally, budget, mayQueue } = run
  if (!mayQueue) return
  for (const message of kept) {
    if (budget.left() <= 0) return
    const judged = await judge(message)
    const what = judged === null ? 'later' : 'refusal' in judged ? 'dropped' : judged.action
    await store.settleKept(lease, message.id, what, secondsOf(run))
    if (typeof what !== 'string') tally.commandsQueued++
  }

  /** Null where nobody can tell just now. */
  async function judge(message: AgentMessage) {
    try {
      return await authorizeWrite(run, message, walletsOf(message))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'store_unavailable') throw error
      logError('warn', 'kept_command_unreadable', error)
      return null
    }
  }
}
