import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { TimeOver } from '../../../shared/http/Budget.ts'
import { logError } from '../../../shared/log/logError.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { LeaseLost } from '../../../shared/store/leases.ts'
import { lower } from '../../../shared/text/address.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { awardSender } from './awardSender.ts'
import { composeReply } from './composeReply.ts'
import {
  CALL_MS,
  LONGEST_RETRY_SECONDS,
  type MessageRun,
  MOST_ATTEMPTS,
  RETRY_SECONDS,
  secondsOf,
  walletsOf,
} from './Messaging.ts'

/**
 * Deals with the messages of an agent whose time has come, the oldest first. Each step is stored before the next: a run that
 * is cut off between any two is continued, and neither loses a message nor answers one twice. A message with which something
 * outside fails is put off.
 *
 * Throws ProviderFailure where the network wants to be left alone, TimeOver, LeaseLost, store_unavailable.
 */
export async function handleDue(run: MessageRun, agent: Address, due: readonly AgentMessage[]): Promise<void> {
  const { budget } = run
  for (const message of due) {
    if (budget.left() <= 0) throw new TimeOver('the time budget of the run is used up')
    try {
      await handle(run, agent, message)
    } catch (error) {
      if (error instanceof TimeOver || error instanceof LeaseLost) throw error
      await putOff(run, message, error)
      if (!(error instanceof ProviderFailure) || error.kind === 'refused') continue
      // The next one would wait for the same network in vain.
      if (error.kind === 'throttled') throw error
      return
    }
  }
}

async function handle(run: MessageRun, agent: Address, message: AgentMessage): Promise<void> {
  const { store, network, lease, budget, tally } = run
  const wallets = walletsOf(message)
  const credit = await awardSender(run, message, wallets)
  let { reply: text, replyKind: kind } = message
  // A kind without an answer: what becomes of the command is decided, and it may not be answered.
  if (text === null && kind === null) {
    const composed = (await isOfAgent(run, wallets)) ? null : await composeReply(run, message, { wallets, credit })
    if (!composed) return end('unanswered')
    kind = composed.kind
    const isAnswered = await store.decideReply(lease, message, composed, secondsOf(run))
    text = isAnswered ? composed.text : null
    if (kind === 'queued') tally.commandsQueued++
  }
  if (text === null) return end('unanswered')
  await network.reply(agent, message.conversation, { id: await replyId(message), text }, budget.timeout(CALL_MS))
  tally.replied++
  if (kind === 'fallback') tally.fallbackReplies++
  await end('answered')

  async function end(outcome: string): Promise<void> {
    await store.finish(lease, message.id, outcome, secondsOf(run))
    tally.processed++
    if (kind === 'deferred') tally.deferredUnsupported++
  }
}

/** Records the outcome of a message. A conversation that is gone ends it; any other error is retried. */
async function putOff(run: MessageRun, message: AgentMessage, error: unknown): Promise<void> {
  const { store, lease, tally } = run
  const now = secondsOf(run)
  if (error instanceof ProviderFailure && error.kind === 'refused') {
    tally.processed++
    return store.finish(lease, message.id, 'undeliverable', now)
  }
  logError('warn', 'message_put_off', error, { attempts: message.attempts })
  tally.errors++
  const wait = Math.min(RETRY_SECONDS * 2 ** message.attempts, LONGEST_RETRY_SECONDS)
  // An answer is given up at last; what waits for a store, as a credit does, is not.
  const isStore = error instanceof ApiError && error.code === 'store_unavailable'
  const isOver = !isStore && message.attempts + 1 >= MOST_ATTEMPTS
  const outcome = error instanceof ProviderFailure ? 'msgnet' : error instanceof ApiError ? error.code : 'internal'
  await store.fail(lease, message.id, outcome, isOver ? null : now + wait, now)
}

/** Agents do not answer each other: two that did would never end. */
const isOfAgent = async ({ store, ownAgent }: MessageRun, wallets: readonly Address[]): Promise<boolean> =>
  wallets.some((wallet) => wallet === ownAgent) || (await store.hasAgent(wallets.map(lower)))

/** The same for a message however often it is answered, so that the network sends it once. */
const replyId = ({ agent, id }: AgentMessage): Promise<string> => sha256(`reply of ${agent} to ${id}`)
