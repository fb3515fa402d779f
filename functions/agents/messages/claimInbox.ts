import type { Address } from 'viem'
import { logError } from '../../../shared/log/logError.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import {
  CALL_MS,
  FIRST_LOOK_MS,
  LOOK_BACK_MS,
  type MessageRun,
  MOST_FAILURES,
  MOST_HANDLED,
  MOST_PAGES,
  MOST_WAITING,
  secondsOf,
} from './Messaging.ts'
import { type Conversation, type InboundMessage, MOST_ITEMS, type Position } from './network/MessageNetwork.ts'

/**
 * Takes up what an agent has received, conversation by conversation, up to the bounds of a run. Nothing is passed over: the
 * checkpoint of a conversation moves with the messages before it in one transaction. A conversation that cannot be read does
 * not hold up the others.
 *
 * Throws ProviderFailure where the inbox cannot be read, TimeOver, LeaseLost, store_unavailable.
 */
export async function claimInbox(run: MessageRun, agent: Address): Promise<void> {
  const { store, network, budget, tally, lease, now } = run
  const [seen, waiting] = await Promise.all([store.inbox(agent), store.waiting(agent)])
  const from = seen ?? positionAt(now() - FIRST_LOOK_MS)
  let room = Math.min(MOST_HANDLED, MOST_WAITING - waiting)
  let position = from
  let after = positionBefore(from, LOOK_BACK_MS)
  let isGapless = true
  let failures = 0
  for (let pages = 0; pages < MOST_PAGES && room > 0; pages++) {
    const page = await network.conversations(agent, { after, limit: MOST_ITEMS }, budget.timeout(CALL_MS))
    const checkpoints = await store.checkpoints(
      agent,
      page.map(({ id }) => id),
    )
    for (const conversation of page) {
      const checkpoint = checkpoints.get(conversation.id)
      const taken = isRead(conversation, checkpoint, now())
        ? { count: 0, isWhole: true }
        : await takeUp(conversation, checkpoint)
      room -= taken.count
      isGapless &&= taken.isWhole
      if (isGapless) position = laterOf(position, earlier(conversation.newest, positionAt(now())))
      if (room <= 0) break
    }
    const last = page.at(-1)
    if (!last || page.length < MOST_ITEMS) break
    after = last.newest
  }
  await store.lookedInto(lease, agent, position, secondsOf(run))

  async function takeUp(conversation: Conversation, checkpoint: Position | undefined) {
    try {
      return await claimConversation(run, { agent, conversation, checkpoint, from, room })
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind === 'throttled') throw error
      // One that the agent has left, or that is gone, has nothing more to say.
      if (error.kind === 'refused') return { count: 0, isWhole: true }
      logError('warn', 'msgnet_conversation_unreadable', error)
      tally.conversationsUnavailable++
      if (++failures > MOST_FAILURES) throw error
      return { count: 0, isWhole: false }
    }
  }
}

/** Whether nothing is new in a conversation, not even what arrived late. */
const isRead = ({ newest }: Conversation, checkpoint: Position | undefined, now: number): boolean =>
  checkpoint !== undefined && checkpoint >= newest && timeOf(newest) < now - LOOK_BACK_MS

interface Reading {
  readonly agent: Address
  readonly conversation: Conversation
  readonly checkpoint: Position | undefined
  readonly from: Position
  /** How many messages may be taken up. */
  readonly room: number
}

/**
 * Takes up what is new in a conversation, in order: a page behind its checkpoint, then one after it. Whole, if nothing is
 * left. What is dated in the future waits until then.
 */
async function claimConversation(run: MessageRun, { agent, conversation, checkpoint, from, room }: Reading) {
  const { store, network, budget, lease, now } = run
  const isRecent = checkpoint !== undefined && timeOf(checkpoint) > now() - FIRST_LOOK_MS
  let after =
    checkpoint === undefined
      ? positionBefore(from, FIRST_LOOK_MS)
      : isRecent
        ? positionBefore(checkpoint, LOOK_BACK_MS)
        : checkpoint
  let upTo = checkpoint ?? after
  let isWhole = false
  const fresh: InboundMessage[] = []
  for (let pages = 0; pages < 2 && !isWhole && fresh.length < room; pages++) {
    const page = await network.messages(agent, conversation.id, { after, limit: MOST_ITEMS }, budget.timeout(CALL_MS))
    const ripe = page.filter(({ position }) => timeOf(position) <= now())
    const known = await store.known(ripe.map(({ id }) => id))
    const taken = upToRoom(ripe, known, room - fresh.length)
    fresh.push(...taken.filter(({ id }) => !known.has(id)))
    const last = taken.at(-1)
    if (last) upTo = laterOf(upTo, last.position)
    isWhole = taken.length === page.length && page.length < MOST_ITEMS
    if (taken.length < page.length || !last) break
    after = laterOf(last.position, checkpoint ?? last.position)
  }
  if (fresh.length > 0 || upTo !== checkpoint) {
    const claim = { agent, conversation: conversation.id, kind: conversation.kind, messages: fresh, upTo }
    await store.claim(lease, claim, secondsOf(run))
  }
  return { count: fresh.length, isWhole }
}

/** The beginning of a page with no more new messages than there is room for. */
function upToRoom(page: readonly InboundMessage[], known: ReadonlySet<string>, room: number): InboundMessage[] {
  let count = 0
  const end = page.findIndex(({ id }) => !known.has(id) && ++count > room)
  return page.slice(0, end === -1 ? page.length : end)
}

const earlier = (a: Position, b: Position): Position => (a < b ? a : b)

/** From 2001 to 2286 unix nanoseconds have so many digits. */
const DIGITS = 19
const EARLIEST_MS = 1_000_000_000_000

/** The place before all messages of a time (unix milliseconds). */
const positionAt = (ms: number): Position =>
  `${String(BigInt(Math.max(Math.floor(ms), EARLIEST_MS)) * 1_000_000n).padStart(DIGITS, '0')}/`

/** The time of a place, in unix milliseconds. */
export const timeOf = (position: Position): number => Number(BigInt(position.slice(0, DIGITS)) / 1_000_000n)

/** A place some milliseconds earlier. */
const positionBefore = (position: Position, ms: number): Position => positionAt(timeOf(position) - ms)

const laterOf = (a: Position, b: Position): Position => (a > b ? a : b)
