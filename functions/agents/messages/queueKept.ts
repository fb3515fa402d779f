import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { MOST_HANDLED } from './bounds.ts'
import { judgeWrite } from './judgeWrite.ts'
import { type MessageRun, secondsOf } from './Messaging.ts'
import { walletsOf } from './walletsOf.ts'

/**
 * Enqueues commands that were kept while none might be, each once: those of whoever may still give them. Nobody is told a
 * second time.
 *
 * Throws LeaseLost, store_unavailable.
 */
export async function queueKept(run: MessageRun, agent: Address): Promise<void> {
  const { store, lease, tally, budget, mayQueue } = run
  if (!mayQueue) return
  for (const message of await store.kept(agent, MOST_HANDLED)) {
    if (budget.left() <= 0) return
    const judged = await judge(message)
    const what = judged === null ? 'later' : 'refusal' in judged ? 'dropped' : judged.action
    await store.settleKept(lease, message.id, what, secondsOf(run))
    if (typeof what !== 'string') tally.commandsQueued++
  }

  /** Null where nobody can tell just now. */
  async function judge(message: AgentMessage) {
    try {
      return await judgeWrite(run, message, walletsOf(message))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'store_unavailable') throw error
      logError('warn', 'kept_command_unreadable', error)
      return null
    }
  }
}
