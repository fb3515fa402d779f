import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { TimeOver } from '../../../shared/http/Budget.ts'
import { logError } from '../../../shared/log/logError.ts'
import { MsgnetFailure } from '../../../shared/msgnet/MsgnetFailure.ts'
import type { AgentMessage } from '../../../shared/store/agentMessages.ts'
import { RunLost } from '../../../shared/store/runLeases.ts'
import { lower } from '../../../shared/text/lower.ts'
import { sha256 } from '../../../shared/text/sha256.ts'
import { awardSender } from './awardSender.ts'
import { CALL_MS, LONGEST_RETRY_SECONDS, MOST_ATTEMPTS, MOST_HANDLED, RETRY_SECONDS } from './bounds.ts'
import { composeReply } from './composeReply.ts'
import { type MessageRun, secondsOf } from './Messaging.ts'

/**
 * Deals with the messages of an agent whose time has come, the oldest first. Each step is stored before the next: a run that
 * is cut off between any two is continued, and neither loses a message nor answers one twice. A message with which something
 * outside fails is put off.
 *
 * Throws MsgnetFailure where the network wants to be left alone, TimeOver, RunLost, store_unavailable.
 */
export async function handleDue(run: MessageRun, agent: Address): Promise<void> {
  const { store, budget } = run
  for (const message of await store.due(agent, secondsOf(run), MOST_HANDLED)) {
    if (budget.left() <= 0) throw new TimeOver('the time is over')
    try {
      await handle(run, agent, message)
    } catch (error) {
      if (error instanceof TimeOver || error instanceof RunLost) throw error
      await putOff(run, message, error)
      // The next one would wait for the same network in vain.
      if (error instanceof MsgnetFailure && error.kind === 'throttled') throw error
      if (error instanceof MsgnetFailure && error.kind === 'unavailable') return
    }
  }
}

async function handle(run: MessageRun, agent: Address, message: AgentMessage): Promise<void> {
  const { store, network, lease, budget, tally } = run
  const wallets = walletsOf(message)
  const credit = await awardSender(run, message, wallets)
  let { reply: text, replyKind: kind } = message
  if (text === null) {
    const composed = (await isOfAgent(run, wallets)) ? null : await composeReply(run, message, { wallets, credit })
    if (!composed) return end('done', 'unanswered')
    text = composed.text
    kind = composed.kind
    const mayBe = await store.decideReply(lease, message, composed, secondsOf(run))
    if (!mayBe) return end(kind === 'deferred' ? 'deferred' : 'done', 'unanswered')
  }
  await network.reply(agent, message.conversation, { id: await replyId(message), text }, budget.timeout(CALL_MS))
  tally.replied++
  if (kind === 'fallback') tally.fallbackReplies++
  await end(kind === 'deferred' ? 'deferred' : 'done', 'answered')

  async function end(state: 'done' | 'deferred', outcome: string): Promise<void> {
    await store.finish(lease, message.id, state, outcome, secondsOf(run))
    tally.processed++
    if (state === 'deferred') tally.deferredUnsupported++
  }
}

/** What a message has met with. A conversation that is gone is done with; anything else is tried again. */
async function putOff(run: MessageRun, message: AgentMessage, error: unknown): Promise<void> {
  const { store, lease, tally } = run
  const now = secondsOf(run)
  if (error instanceof MsgnetFailure && error.kind === 'refused') {
    tally.processed++
    return store.finish(lease, message.id, 'done', 'undeliverable', now)
  }
  logError('warn', 'message_put_off', error, { attempts: message.attempts })
  tally.errors++
  const wait = Math.min(RETRY_SECONDS * 2 ** message.attempts, LONGEST_RETRY_SECONDS)
  // An answer is given up at last; what waits for a store, as a credit does, is not.
  const isStore = error instanceof ApiError && error.code === 'store_unavailable'
  const isOver = !isStore && message.attempts + 1 >= MOST_ATTEMPTS
  const outcome = error instanceof MsgnetFailure ? 'msgnet' : error instanceof ApiError ? error.code : 'internal'
  await store.fail(lease, message.id, outcome, isOver ? null : now + wait, now)
}

/** Agents do not answer each other: two that did would never end. */
const isOfAgent = async ({ store, ownAgent }: MessageRun, wallets: readonly Address[]): Promise<boolean> =>
  wallets.some((wallet) => wallet === ownAgent) || (await store.hasAgent(wallets.map(lower)))

/** The same for a message however often it is answered, so that the network sends it once. */
const replyId = ({ agent, id }: AgentMessage): Promise<string> => sha256(`reply of ${agent} to ${id}`)

const Texts = z.array(z.string())

const walletsOf = ({ senderAddresses }: AgentMessage): Address[] =>
  Texts.parse(JSON.parse(senderAddresses)).flatMap((text) => (isAddress(text) ? [getAddress(text)] : []))
