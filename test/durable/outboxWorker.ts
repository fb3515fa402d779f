import { DurableObject } from 'cloudflare:workers'
import { Outbox } from '../../shared/durable/Outbox.ts'

export { default } from './bareObjects.ts'

const NAMES = ['runs', 'failing', 'idle', 'later'] as const

/** Keeps letters until its alarm sends them; a test says how often that fails, and whether it is done at all. */
export class Letters extends DurableObject {
  readonly #outbox: Outbox

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS letters (text TEXT); CREATE TABLE IF NOT EXISTS sent (text TEXT)')
    this.#outbox = new Outbox(ctx, {
      dueAt: () => (this.count('letters') > 0 ? Date.now() + this.get('later') : null),
      work: () => this.#send(),
      failure: ['warn', 'letters_wait'],
    })
  }

  get(name: (typeof NAMES)[number]): number {
    return this.ctx.storage.kv.get<number>(name) ?? 0
  }

  put(name: (typeof NAMES)[number], value: number): void {
    this.ctx.storage.kv.put(name, value)
  }

  count(table: 'letters' | 'sent'): number {
    return this.ctx.storage.sql.exec<{ n: number }>(`SELECT count(*) n FROM ${table}`).one().n
  }

  /** Writes a letter; without `arms` as an object that was cut off before its alarm was stored. */
  write(text: string, arms = true): void {
    this.ctx.storage.sql.exec('INSERT INTO letters VALUES (?)', text)
    if (arms) this.#outbox.arm()
  }

  /** How long it is until the alarm, in ms; null if there is none. */
  async wait(): Promise<number | null> {
    const at = await this.ctx.storage.getAlarm()
    return at === null ? null : at - Date.now()
  }

  override async alarm(): Promise<void> {
    await this.#outbox.run()
  }

  async #send(): Promise<void> {
    this.put('runs', this.get('runs') + 1)
    const failing = this.get('failing')
    if (failing > 0) {
      this.put('failing', failing - 1)
      throw new TypeError('the post is closed')
    }
    if (this.get('idle') > 0) return
    await scheduler.wait(1)
    this.ctx.storage.sql.exec('INSERT INTO sent SELECT text FROM letters; DELETE FROM letters')
  }
}
