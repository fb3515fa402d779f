import { DurableObject } from 'cloudflare:workers'
import { migrate, type Step } from '../../../shared/durable/migrate.ts'

/** The account that a post is credited to, and the UTC day (`2026-09-30`). */
export interface PostClaim {
  readonly profileId: string
  readonly day: string
}

/** The claim is stored under this key. */
const CLAIM = 'claim'

/** Step 1 of the schema is this key alone: there is nothing to create. */
const STEPS: readonly Step[] = [() => undefined]

/** A post counts on the day it was made; its claim is kept far longer. */
const KEEP_MS = 7 * 86_400_000

/**
 * One post of the social platform by its id, or one day of an author: the first account that claims it keeps it. The claim comes before the
 * credit: if a run ends between the two, the same account finds its claim again and gets the credit of that day.
 *
 * Retention: seven days; by then the post has long been too old to be claimed. Until a post is claimed its object
 * stores nothing, not even a version: anyone may ask for any post.
 */
export class AmoePost extends DurableObject {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    if (ctx.storage.kv.get(CLAIM) !== undefined) migrate(ctx.storage, STEPS)
  }

  async find(): Promise<PostClaim | null> {
    return (await this.ctx.storage.get<PostClaim>(CLAIM)) ?? null
  }

  /** The claim in force: the given one if there was none. */
  async claim(claim: PostClaim): Promise<PostClaim> {
    const known = await this.find()
    if (known) return known
    migrate(this.ctx.storage, STEPS)
    // No other request of this object can run between a read and a write of storage.
    await Promise.all([this.ctx.storage.put(CLAIM, claim), this.ctx.storage.setAlarm(Date.now() + KEEP_MS)])
    return claim
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
