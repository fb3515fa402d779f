// The exports of `cloudflare:workers` that the Workers import.

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
