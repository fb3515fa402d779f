import { DurableObject } from 'cloudflare:workers'
import { LEDGER_STEPS } from '../../functions/lottery/amoe/ledgerTables.ts'
import { migrate, type Step } from '../../shared/durable/migrate.ts'

/** An object without code of its own: what is in its storage can be put there, and looked at. */
export class Bare extends DurableObject {
  /** The rows of the last statement. */
  query(sql: string): unknown[] {
    return this.ctx.storage.sql.exec(sql).toArray()
  }

  put(key: string, value: unknown): void {
    this.ctx.storage.kv.put(key, value)
  }

  get(key: string): unknown {
    return this.ctx.storage.kv.get(key)
  }
}

const NEXT: Step = `ALTER TABLE entries ADD COLUMN campaign TEXT NOT NULL DEFAULT 'none';
  UPDATE entries SET campaign = 'first' WHERE created_at < 1000`

/** A ledger whose tables have changed once more. */
export class NextLedger extends Bare {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, [...LEDGER_STEPS, NEXT])
  }
}

/** A ledger whose last step fails when the one before it has changed the tables already. */
export class BrokenLedger extends Bare {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, [...LEDGER_STEPS, NEXT, 'UPDATE entries SET missing_column = 1'])
  }
}

/** A post whose claim has one more field, beyond SQL. */
export class NextPost extends Bare {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    migrate(ctx.storage, [
      () => undefined,
      ({ kv }) => kv.put('claim', { ...kv.get<object>('claim'), source: 'amoe_post_daily' }),
    ])
  }
}

/** Calls an object as a request says; errors are returned by their message. */
export default {
  async fetch(request: Request, env: Readonly<Record<string, DurableObjectNamespace>>): Promise<Response> {
    const { binding, name, method, args }: { binding: string; name: string; method: string; args: unknown[] } =
      await request.json()
    try {
      const object = env[binding]?.getByName(name)
      const call: unknown = object && Reflect.get(object, method)
      if (typeof call !== 'function') throw new Error(`${binding} has no ${method}`)
      return Response.json((await Reflect.apply(call, object, args)) ?? null)
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 500 })
    }
  },
}
