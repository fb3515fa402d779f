// What `cloudflare:workers` exports, as far as the Workers import it.

class Bound {
  readonly ctx: unknown
  readonly env: unknown

  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx
    this.env = env
  }
}

export class DurableObject extends Bound {}
export class WorkerEntrypoint extends Bound {}
