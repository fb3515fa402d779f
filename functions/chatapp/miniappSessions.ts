import type { Sealer } from '../../shared/auth/seal.ts'
import type { MiniappIdentity } from '../../shared/domain/chatapp/MiniappIdentity.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import type { ChatUsers } from './link/chatUsers.ts'

/** The id of the chat user, whose Durable Object has the session, and a sealed nonce. */
const TOKEN = /^([1-9]\d{0,15})\.([0-9a-f]{64})$/

/** Whether an error means that a session has ended or never existed. */
export const isSessionOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['invalid_miniapp_session', 'miniapp_session_expired'].includes(error.code)

/** Launch data is remembered this much longer than it is accepted: clocks of two data centres differ. */
const SKEW_SECONDS = 60

/** Verified launch data. Times in unix seconds. */
interface Launch {
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
    /** Starts a session. Throws launch_data_used, chatapp_not_configured, store_unavailable. */
    async start({ identity, replayKey, expiresAt: launchExpiresAt }: Launch) {
      const { seal, ttlSeconds } = required()
      const at = now()
      const token = `${identity.chatappUserId}.${await seal(at, identity.chatappUserId)}`
      const seconds = Math.floor(at / 1000)
      const expiresAt = seconds + ttlSeconds
      const opened = await users.openSession({
        identity,
        tokenHash: await sha256(token),
        expiresAt,
        replayKey,
        replayExpiresAt: launchExpiresAt + SKEW_SECONDS,
        now: seconds,
      })
      if (opened === 'used') throw new ApiError('launch_data_used')
      return { token, expiresAt, opened }
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
