import { fieldsOf, textOf, textOrNull } from '../effects/readFields.ts'
import type { MiniappProof } from '../flow/LinkEffects.ts'
import { type PageStorage, readStored } from './PageStorage.ts'

const KEY = 'chatapp-link.session'
const REQUEST_KEY = 'chatapp-link.request'
/** A session that expires sooner is not used. */
const LEAST_LEFT_MS = 10_000

/** The session that a reload continues. It never holds launch data, an e-mail address or a code. */
export interface SessionCache {
  /** The Idempotency-Key of the request for a session of launch data: kept before it is sent, so that a reload repeats it. */
  requestKey(initData: string): Promise<string>
  /** The session of the same launch data, if it does not expire in a moment. */
  find(initData: string): Promise<MiniappProof | null>
  keep(initData: string, session: MiniappProof): Promise<void>
  drop(): void
}

export function createSessionCache(storage: PageStorage, now: () => number): SessionCache {
  return {
    async requestKey(initData) {
      const launch = await hashOf(initData)
      const [of, known] = storage.getItem(REQUEST_KEY)?.split(' ') ?? []
      if (of === launch && known) return known
      const key = crypto.randomUUID()
      storage.setItem(REQUEST_KEY, `${launch} ${key}`)
      return key
    },
    async find(initData) {
      try {
        const kept = fieldsOf(readStored(storage, KEY))
        const expiresAt = kept['expiresAt']
        if (typeof expiresAt !== 'number' || expiresAt - now() <= LEAST_LEFT_MS) return null
        if (kept['launch'] !== (await hashOf(initData))) return null
        return {
          sessionToken: textOf(kept, 'sessionToken'),
          chatappUserId: textOf(kept, 'chatappUserId'),
          chatappUsername: textOrNull(kept, 'chatappUsername'),
          expiresAt,
        }
      } catch {
        return null
      }
    },
    async keep(initData, session) {
      storage.setItem(KEY, JSON.stringify({ ...session, launch: await hashOf(initData) }))
    },
    drop: () => storage.removeItem(KEY),
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
