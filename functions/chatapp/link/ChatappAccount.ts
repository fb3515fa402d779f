import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'
import type { ErasableLink } from '../../../shared/domain/account/erasable.ts'
import type { ChatappAccountObject, ChatappUserObject } from '../../../shared/domain/chatapp/linkMessages.ts'

const STEPS: readonly Step[] = [
  'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY CHECK (id = 0), chatapp_user_id TEXT NOT NULL)',
]

/** Holders that change while one of them is asked: more than this many are a crowd, and may try again. */
const ROUNDS = 4

interface AccountEnv {
  readonly CHATAPP_USERS: DurableObjectNamespace<ChatappUserObject>
}

/**
 * Which chat user may link to one user of the identity provider: the place where two chat users who complete at the same
 * instant are told apart. Whoever holds the account keeps it while linked or linking, which only the holder's own object
 * knows and is therefore asked; a holder who is neither loses it to the next.
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
      // While that one was asked, another may have been given the account.
      if (this.#holder() !== holder) continue
      if (state === 'no') return this.#give(chatappUserId)
      return state === 'linked' ? 'elsewhere' : 'in_progress'
    }
    return 'in_progress'
  }

  /** The account was deleted: its holder's link to it is over, and leaves nothing. */
  async erase(profileId: string, idpUserId: string, now: number): Promise<void> {
    const holder = this.#holder()
    if (holder === null) return
    const user = this.env.CHATAPP_USERS.getByName(holder)
    await user.forget(profileId)
    // The same user of the identity provider may have opened another account since, and linked it.
    if ((await user.holderState(idpUserId, now)) !== 'no') return
    // While that one was asked, another may have been given the account.
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
