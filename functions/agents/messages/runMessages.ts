import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createBudget, TimeOver } from '../../../shared/http/Budget.ts'
import { logError } from '../../../shared/log/logError.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { LeaseLost } from '../../../shared/store/leases.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { authorizeWrite } from './authorizeWrite.ts'
import { claimInbox } from './claimInbox.ts'
import { handleDue } from './handleDue.ts'
import {
  LEASE_SECONDS,
  type MessageRun,
  type Messaging,
  MOST_AGENTS,
  MOST_HANDLED,
  secondsOf,
  type Tally,
  TIME,
  walletsOf,
} from './Messaging.ts'

export interface RunReport extends Tally {
  readonly waiting: number
  readonly complete: boolean
  readonly elapsedMs: number
}

const NOTHING: Tally = {
  agents: 0,
  agentsUnavailable: 0,
  conversationsUnavailable: 0,
  processed: 0,
  replied: 0,
  fallbackReplies: 0,
  commandsQueued: 0,
  deferredUnsupported: 0,
  awarded: 0,
  errors: 0,
}

/**
 * One run: the service's own agent, then those of creators, the one first that has waited longest. Each inbox is taken up
 * and dealt with before the next. One run at a time; the lease of one that was cut off ends by itself, and a run that lost it
 * changes nothing more.
 *
 * Throws run_in_progress, msgnet_unavailable where no inbox can be read, store_unavailable.
 */
export async function runMessages(parts: Messaging, time = TIME): Promise<RunReport> {
  const { store, now, ownAgent } = parts
  const began = now()
  const seconds = secondsOf(parts)
  const taken = await store.begin(seconds, { seconds: LEASE_SECONDS, limit: MOST_AGENTS })
  if (!taken) throw new ApiError('run_in_progress')
  const { lease, agents } = taken
  const tally = { ...NOTHING }
  const run: MessageRun = { ...parts, lease, tally, budget: createBudget(now, time) }
  let complete: boolean
  try {
    complete = await eachInTurn(run, [...(ownAgent ? [ownAgent] : []), ...agents.filter((one) => one !== ownAgent)])
  } catch (error) {
    await store.leases.release(lease)
    throw error
  }
  const waiting = await store.end(lease, secondsOf(parts))
  if (tally.agents > 0 && tally.agentsUnavailable === tally.agents) throw new ApiError('msgnet_unavailable')
  return { ...tally, waiting, complete, elapsedMs: now() - began }
}

/** Whether every agent had its turn. */
async function eachInTurn(run: MessageRun, agents: readonly Address[]): Promise<boolean> {
  const { tally, budget } = run
  try {
    for (const agent of agents) {
      if (budget.left() <= 0) return false
      tally.agents++
      if ((await oneTurn(run, agent)) === 'throttled') return false
    }
    return true
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof TimeOver) return false
    throw error
  }
}

/** Takes up and deals with the messages of an agent; one whose inbox cannot be read still deals with what it has. */
async function oneTurn(run: MessageRun, agent: Address): Promise<'done' | 'throttled'> {
  const isThrottled =
    (await unlessMsgnetFails(
      () => claimInbox(run, agent),
      () => run.tally.agentsUnavailable++,
    )) === 'throttled'
  const { kept, due } = await run.store.inTurn(agent, secondsOf(run), MOST_HANDLED)
  await queueKept(run, kept)
  if (isThrottled) return 'throttled'
  return (await unlessMsgnetFails(
    () => handleDue(run, agent, due),
    () => {},
  )) === 'throttled'
    ? 'throttled'
    : 'done'
}

async function unlessMsgnetFails(work: () => Promise<void>, failed: () => void) {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    logError('warn', 'msgnet_failed', error, { kind: error.kind })
    failed()
    return error.kind
  }
}

/**
 * Queues the write commands that were stored while such commands were paused, each once, if the sender still has the
 * authority. No second reply is sent.
 *
 * Throws LeaseLost, store_unavailable.
 */
async function queueKept(run: MessageRun, kept: readonly AgentMessage[]): Promise<void> {
  const { store, lease, tally, budget, mayQueue } = run
  if (!mayQueue) return
  for (const message of kept) {
    if (budget.left() <= 0) return
    const judged = await judge(message)
    const what = judged === null ? 'later' : 'refusal' in judged ? 'dropped' : judged.action
    await store.settleKept(lease, message.id, what, secondsOf(run))
    if (typeof what !== 'string') tally.commandsQueued++
  }

  /** Null if that cannot be read now. */
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
