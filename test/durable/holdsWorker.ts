import { Holds } from '../../shared/durable/Holds.ts'

export { default } from './bareObjects.ts'

/** Holds with a table of their own, whose clock and alarm a test moves. */
export class Held extends Holds {
  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    const table = `CREATE TABLE holds (key TEXT, id TEXT, turn INTEGER, amount INTEGER, expires_at INTEGER, PRIMARY KEY (key, id))`
    super(ctx, env, [table], 60_000)
  }

  /** Makes all that is held older. */
  age(seconds: number): void {
    this.ctx.storage.sql.exec('UPDATE holds SET expires_at = expires_at - ?', seconds)
  }

  /** Lets the alarm ring; the rows that are left, and whether another alarm is set. */
  async ring(): Promise<[rows: number, alarm: boolean]> {
    await this.ctx.storage.deleteAlarm()
    await this.alarm()
    const rows = this.ctx.storage.sql.exec('SELECT 1 FROM holds').toArray().length
    return [rows, (await this.ctx.storage.getAlarm()) !== null]
  }
}
