import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import type { ErasableLink } from '../../../shared/domain/account/erasable.ts'
import type { ChatappAccountObject, ChatappUserObject } from '../../../shared/domain/chatapp/linkMessages.ts'

const STEPS: readonly Step[] = [
  'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY CHECK (id = 0), chatapp_user_id TEXT NOT NULL)',
]

/** Maximum number of holder changes during one request; after that the caller retries. */
const ROUNDS = 4

interface AccountEnv {
  readonly CHATAPP_USERS: DurableObjectNamespace<ChatappUserObject>
}

/**
 * The chat user that may link to one user of the identity provider: decides between two chat users that complete at the same
 * time. A holder keeps the account while it is linked or linking, which only its own Durable Object knows; otherwise the next
 * chat user gets the account.
 *
 * Retention: one row, as long as the account.
 */
export class ChatappAccount extends DurableObject<AccountEnv> implements ChatappAccountObject, ErasableLink {
  constructor(ctx: DurableObjectState, env: AccountEnv) {
    super(ctx, env)
    migrate(ctx.storage, STEPS)
  }

  async hold(idpUserId: string, chatappUserId: string, now: number): Promise<'held' | 'elsewhere' | 'in_progress'> {
    for (let round = 0; round < ROUNDS; round++) {
      const holder = this.#holder()
      if (holder === null || holder === chatappUserId) return this.#give(chatappUserId)
      const state = await this.env.CHATAPP_USERS.getByName(holder).holderState(idpUserId, now)
      // During that call another chat user may have got the account.
      if (this.#holder() !== holder) continue
      if (state === 'no') return this.#give(chatappUserId)
      return state === 'linked' ? 'elsewhere' : 'in_progress'
    }
    return 'in_progress'
  }

  /** Removes the holder and its link after the account was deleted. */
  async erase(profileId: string, idpUserId: string, now: number): Promise<void> {
    const holder = this.#holder()
    if (holder === null) return
    const user = this.env.CHATAPP_USERS.getByName(holder)
    await user.forget(profileId)
    // The user of the identity provider may have opened and linked another account since.
    if ((await user.holderState(idpUserId, now)) !== 'no') return
    // During that call another chat user may have got the account.
    this.ctx.storage.sql.exec('DELETE FROM holder WHERE chatapp_user_id = ?', holder)
  }

  #give(chatappUserId: string): 'held' {
    this.ctx.storage.sql.exec('INSERT OR REPLACE INTO holder (id, chatapp_user_id) VALUES (0, ?)', chatappUserId)
    return 'held'
  }

  #holder(): string | null {
    const query = 'SELECT chatapp_user_id FROM holder'
    return this.ctx.storage.sql.exec<{ chatapp_user_id: string }>(query).toArray()[0]?.chatapp_user_id ?? null
  }
}
