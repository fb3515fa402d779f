import type { Sealer } from '../../shared/auth/seal.ts'
import type {
  ChatappUserObject,
  Completed,
  Completing,
  FoundSession,
  LinkRow,
  Opened,
  Opening,
} from '../../shared/domain/chatapp/linkMessages.ts'
import type { MiniappIdentity } from '../../shared/domain/chatapp/MiniappIdentity.ts'
import { requestKey, type RequestKey } from '../../shared/durable/onceFor.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { stored } from '../../shared/store/stored.ts'
import { sha256 } from '../../shared/text/bytes.ts'

/** The id of the chat user, whose Durable Object has the session, and a sealed nonce. */
const TOKEN = /^([1-9]\d{0,15})\.([0-9a-f]{64})$/

/** Whether an error means that a session has ended or never existed. */
export const isSessionOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['invalid_miniapp_session', 'miniapp_session_expired'].includes(error.code)

/** Launch data is remembered this much longer than it is accepted: clocks of two data centres differ. */
const SKEW_SECONDS = 60

/** Verified launch data, and the Idempotency-Key of its request. Times in unix seconds. */
interface Launch {
  readonly key: string | undefined
  readonly identity: MiniappIdentity
  readonly replayKey: string
  /** When the launch data expires. */
  readonly expiresAt: number
}

export interface LiveSession extends MiniappIdentity {
  /** Unix seconds. */
  readonly expiresAt: number
}

export type MiniappSessions = ReturnType<typeof createMiniappSessions>

/**
 * Sessions of the Mini App. A token contains its chat user's id and is sealed, so that a forged one is refused before anything
 * is read; the Durable Object of the chat user has its hash.
 */
export function createMiniappSessions({
  users,
  sealer,
  now,
}: {
  readonly users: ChatUsers
  /** Absent if no secret is configured. */
  readonly sealer: Sealer | undefined
  readonly now: () => number
}) {
  const required = (): Sealer => {
    if (!sealer) throw new ApiError('chatapp_not_configured')
    return sealer
  }

  /** The chat user of a token, by its seal alone. Throws invalid_miniapp_session, miniapp_session_expired. */
  async function ownerOf(token: string): Promise<string> {
    const [, chatappUserId, nonce] = TOKEN.exec(token) ?? []
    if (chatappUserId === undefined || nonce === undefined) throw new ApiError('invalid_miniapp_session')
    const opened = await required().open(nonce, now(), chatappUserId)
    if (opened.ok) return chatappUserId
    throw new ApiError(opened.reason === 'expired' ? 'miniapp_session_expired' : 'invalid_miniapp_session')
  }

  return {
    /**
     * Starts the one session of launch data, or with the same key finds it: its token follows from both, so that only its hash
     * is stored. Throws launch_data_used, chatapp_not_configured, store_unavailable.
     */
    async start({ key, identity, replayKey, expiresAt: launchExpiresAt }: Launch) {
      const { seal, ttlSeconds } = required()
      const startedAt = now()
      const id = key === undefined ? undefined : `${replayKey} ${await sha256(key)}`
      const tokenAt = async (at: number) => `${identity.chatappUserId}.${await seal(at, identity.chatappUserId, id)}`
      const token = await tokenAt(startedAt)
      const seconds = Math.floor(startedAt / 1000)
      const replayExpiresAt = launchExpiresAt + SKEW_SECONDS
      const opening = { identity, tokenHash: await sha256(token), startedAt, replayKey, replayExpiresAt }
      const opened = await users.openSession(
        { ...opening, expiresAt: seconds + ttlSeconds },
        id === undefined ? undefined : { id, expiresAt: replayExpiresAt },
      )
      if (opened === 'used' || opened.expiresAt <= seconds) throw new ApiError('launch_data_used')
      const found = opened.startedAt === startedAt ? token : await tokenAt(opened.startedAt)
      // The secret was replaced in between.
      if ((await sha256(found)) !== opened.tokenHash) throw new ApiError('launch_data_used')
      return { token: found, expiresAt: opened.expiresAt, isReplay: found !== token }
    },

    /** A live session. Throws invalid_miniapp_session, miniapp_session_expired, store_unavailable. */
    async find(token: string): Promise<LiveSession> {
      const chatappUserId = await ownerOf(token)
      const found = await users.findSession(chatappUserId, await sha256(token), Math.floor(now() / 1000))
      if (found.state === 'live') return { ...found.identity, expiresAt: found.expiresAt }
      throw new ApiError(found.state === 'over' ? 'miniapp_session_expired' : 'invalid_miniapp_session')
    },
  }
}

/** The Durable Objects of chat users, by id. Every method throws store_unavailable. */
export interface ChatUsers {
  openSession(opening: Opening, key: RequestKey | undefined): Promise<Opened>
  findSession(chatappUserId: string, tokenHash: string, now: number): Promise<FoundSession>
  complete(chatappUserId: string, completing: Completing): Promise<Completed>
  findLink(chatappUserId: string): Promise<LinkRow | null>
  unlink(chatappUserId: string, now: number): Promise<LinkRow | null>
  acceptUpdate(chatappUserId: string, update: { id: number; content: string; now: number }): Promise<boolean>
}

export function createChatUsers(namespace: DurableObjectNamespace<ChatappUserObject>): ChatUsers {
  const user = (id: string) => namespace.getByName(id)
  return {
    openSession: (opening, key) => stored(async () => user(opening.identity.chatappUserId).openSession(opening, key)),
    findSession: (id, tokenHash, now) => stored(async () => user(id).findSession(tokenHash, now)),
    complete: (id, completing) => stored(async () => user(id).complete(completing, requestKey())),
    findLink: (id) => stored(async () => user(id).findLink()),
    unlink: (id, now) => stored(async () => user(id).unlink(now, undefined, requestKey())),
    acceptUpdate: (id, update) => stored(async () => user(id).acceptUpdate(update)),
  }
}
